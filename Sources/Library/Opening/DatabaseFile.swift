import Foundation

/// Looks at a file's first bytes before SQLite does: an empty file would pass as a new database,
/// and another program's database as a library.
struct DatabaseFile {
  let path: String

  init(_ path: String) { self.path = path }

  /// Whether the file is there; throws when something is there that is no library.
  func exists() throws(LibraryError) -> Bool {
    let operation = "open \(path)"
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      guard errno == ENOENT else { throw LibraryError(operation, errno: errno) }
      return false
    }
    defer { close(descriptor) }
    var header = [UInt8](repeating: 0, count: 100)
    let count = unsafe read(descriptor, &header, header.count)
    guard count >= 0 else { throw LibraryError(operation, errno: errno) }
    guard count > 0 else {
      throw LibraryError(
        .notALibrary, operation: operation,
        reason: "the file is empty; if it held nothing, remove it and import again")
    }
    guard count == header.count, header.starts(with: Array("SQLite format 3\0".utf8)) else {
      throw LibraryError(.notALibrary, operation: operation, reason: "not an SQLite database")
    }
    // Offset 68: the application id, big-endian (sqlite.org/fileformat2.html).
    let id = header[68..<72].reduce(Int32(0)) { $0 << 8 | Int32($1) }
    guard id == Schema.applicationID else {
      throw LibraryError(
        .notALibrary, operation: operation, reason: "a database of another program")
    }
    return true
  }

  /// The file's size in bytes; `nil` when it is not there.
  static func size(_ path: String) -> Int? {
    var status = stat()
    return unsafe stat(path, &status) == 0 ? Int(status.st_size) : nil
  }
}

extension LibraryError {
  /// Turns a failing system call into the library's own error.
  init(_ operation: String, errno code: Int32) {
    let kind: Kind =
      switch code {
      case EACCES, EPERM, EROFS: .permission
      case ENOSPC, EDQUOT: .diskFull
      default: .other
      }
    unsafe self.init(kind, operation: operation, reason: String(cString: strerror(code)))
  }
}
