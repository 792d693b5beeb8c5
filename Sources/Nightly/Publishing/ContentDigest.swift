import Foundation
import Hashing

/// SHA-256 of a file of any size, in flat memory.
enum ContentDigest {
  private static let part = 1 << 20

  /// The digest in hexadecimal digits; `nil` when the file cannot be read.
  static func hex(of path: String) -> String? {
    guard let handle = FileHandle(forReadingAtPath: path) else { return nil }
    defer { try? handle.close() }
    var digest = SHA256()
    while true {
      guard let data = try? handle.read(upToCount: part) else { return nil }
      guard !data.isEmpty else { break }
      digest.update(data)
    }
    return digest.finalize().hex
  }
}
