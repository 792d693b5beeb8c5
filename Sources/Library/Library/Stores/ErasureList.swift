import Support
import Foundation

/// The file `gazecut.erased` in the library folder: keyed hashes of erased viewers.
///
/// The database has the same hashes. The file is separate, so that restoring an old backup of the
/// database does not bring erased viewers back. It has one hash of 64 hexadecimal digits per line.
/// It is written before the transaction commits. If the program crashes in between, the next
/// opening of the library erases these viewers again.
struct ErasureList {
  static let fileName = "gazecut.erased"

  private let path: String

  init(folder: String) { path = folder + "/" + Self.fileName }

  /// The hashes in the file; empty if there is no file; throws if it contains anything else.
  func read() throws(LibraryError) -> Set<String> {
    let operation = "read \(path)"
    let bytes: [UInt8]
    do {
      let descriptor = try SafeOwnFile.open(path, O_RDONLY)
      defer { close(descriptor) }
      bytes = try RegularFile.bytes(from: descriptor, atMost: RegularFile.usualLimit)
    } catch {
      guard error.code == ENOENT else { throw LibraryError(operation, error) }
      return []
    }
    let lines = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline)
    guard lines.allSatisfy({ $0.wholeMatch(of: /[0-9a-f]{64}/) != nil }) else {
      throw LibraryError(.corrupt, operation: operation, reason: Self.remedy)
    }
    return Set(lines.map(String.init))
  }

  func write(_ marks: Set<String>) throws(LibraryError) {
    try DurableFileWriter.replace(
      path, with: marks.sorted().map { $0 + "\n" }.joined(), "write \(path)")
  }

  private static let remedy =
    "it contains something other than hashes of erased viewers; restore it from a backup, or "
    + "remove it: the database keeps a copy of its own"
}
