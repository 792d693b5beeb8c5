import Foundation
import Support

/// SHA-256 of a file of any size, read in blocks.
package enum ContentDigest {
  private static let part = 1 << 20

  /// The hash as hexadecimal digits; `nil` if the file cannot be read or is not a regular file.
  package static func hex(of path: String) -> String? {
    guard let descriptor = try? RegularFile.open(path) else { return nil }
    defer { close(descriptor) }
    var digest = SHA256()
    var bytes = [UInt8](repeating: 0, count: part)
    while true {
      let count = read(descriptor, &bytes, part)
      guard count >= 0 else { return nil }
      guard count > 0 else { break }
      digest.update(bytes[..<count])
    }
    return digest.finalize().hex
  }
}
