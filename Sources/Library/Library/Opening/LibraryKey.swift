import Foundation
import Support

/// The library's secret key, from which pseudonyms are derived: 32 random bytes in `gazecut.key`.
///
/// The file is next to the database, so that a copy of the database alone identifies no viewer.
struct LibraryKey {
  /// Name of the file: 64 hexadecimal digits, with mode 0600.
  static let fileName = "gazecut.key"

  private let key: [UInt8]

  func viewer(_ name: String) -> String { pseudonym("viewer:" + name) }

  /// A session's pseudonym; its ID in the source may contain a name.
  func session(_ id: String, of video: String) -> String {
    pseudonym("session:" + video + ":" + id)
  }

  /// Keyed hash of an imported file's path, which may contain a name.
  func file(_ path: String) -> String { pseudonym("file:" + path) }

  /// Keyed hash of an erased viewer, which does not match pseudonyms in old copies of the database.
  func erased(_ viewer: String) -> String { pseudonym("erased:" + viewer) }

  /// Keyed hash of a recording whose samples were deleted by age; leads to no session or viewer.
  func recording(_ samplesHash: String) -> String { pseudonym("recording:" + samplesHash) }

  /// An identifier of the library for documents outside it.
  var library: String { String(pseudonym("library:").prefix(16)) }

  /// HMAC that authenticates a part of a plan.
  func plan(_ text: String) -> String { pseudonym("plan:" + text) }

  /// Value in the database by which the key is recognised as the library's own.
  var check: String { pseudonym("check:") }

  private func pseudonym(_ text: String) -> String {
    HMACSHA256.code(of: Array(text.utf8), key: key).hex
  }
}

extension LibraryKey {
  static func read(folder: String) throws(LibraryError) -> LibraryKey? {
    let path = folder + "/" + fileName
    let operation = "read \(path)"
    let descriptor: Int32
    do {
      descriptor = try SafeOwnFile.open(path, O_RDONLY)
    } catch {
      guard error.code == ENOENT else { throw LibraryError(operation, error) }
      return nil
    }
    defer { close(descriptor) }
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else {
      throw LibraryError(operation, errno: errno)
    }
    guard status.st_mode & 0o077 == 0 else {
      let mode = String(status.st_mode & 0o777, radix: 8)
      throw LibraryError(
        .permission, operation: operation,
        reason: "other users can read it (mode \(mode)); run: chmod 600 \(path)")
    }
    var text = [UInt8](repeating: 0, count: 65)
    let count = unsafe Foundation.read(descriptor, &text, text.count)
    guard count >= 64, let bytes = [UInt8](hexDigits: text.prefix(64)) else {
      throw LibraryError(
        .key, operation: operation,
        reason: "it must contain 64 hexadecimal digits; restore it from a backup")
    }
    return LibraryKey(key: bytes)
  }

  /// Reads the key of a library folder, or creates one unless another process does meanwhile.
  static func readOrCreate(folder: String) throws(LibraryError) -> LibraryKey {
    if let key = try read(folder: folder) { return key }
    let path = folder + "/" + fileName
    let operation = "create \(path)"
    let temporary = DurableFileWriter.temporary(path)
    var random = SystemRandomNumberGenerator()
    let fresh = (0..<32).map { _ in UInt8.random(in: 0 ... .max, using: &random) }
    try DurableFileWriter.create(temporary, fresh.hex + "\n", operation)
    defer { unsafe unlink(temporary) }
    guard unsafe link(temporary, path) == 0 || errno == EEXIST else {
      throw LibraryError(operation, errno: errno)
    }
    try DurableFileWriter.flush(folder: folder, operation)
    guard let key = try read(folder: folder) else {
      throw LibraryError(.key, operation: operation, reason: "another program removed it")
    }
    return key
  }
}
