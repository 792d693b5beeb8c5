import Files
import Foundation
import GRDB

/// Tells a library's database from what SQLite would take for one: an empty file passes as a new
/// database, and another program's as a library.
///
/// SQLite alone opens the file. Closing another descriptor of it would take away all locks that
/// this process has on it (sqlite.org/howtocorrupt.html, 2.2): whoever ends beside it would take
/// itself for the last, and remove the -wal that is written into here.
struct DatabaseFile {
  let path: String

  init(_ path: String) { self.path = path }

  /// Whether the file is there; throws when something is there that is no database.
  func exists() throws(LibraryError) -> Bool {
    let operation = "open \(path)"
    try requireNoLinks(operation)
    guard let size = Self.size(path) else {
      guard errno == ENOENT else { throw LibraryError(operation, errno: errno) }
      return false
    }
    guard unsafe access(path, R_OK) == 0 else { throw LibraryError(operation, errno: errno) }
    guard size > 0 else {
      throw LibraryError(
        .notALibrary, operation: operation,
        reason: "the file is empty; if it held nothing, remove it and import again")
    }
    return true
  }

  /// Refuses links, which SQLite would follow: it would make a database wherever they lead.
  ///
  /// The database itself may have a hard link, for example from a backup. Its -wal, -shm and
  /// -journal files may not, because SQLite empties them.
  private func requireNoLinks(_ operation: String) throws(LibraryError) {
    for ending in ["", "-wal", "-shm", "-journal"] {
      var status = stat()
      guard unsafe lstat(path + ending, &status) == 0 else { continue }
      let isLink = status.st_mode & S_IFMT == S_IFLNK
      guard isLink || (status.st_nlink > 1 && !ending.isEmpty) else { continue }
      throw LibraryError(
        .notALibrary, operation: operation,
        reason: isLink
          ? "gazecut.sqlite\(ending) is a symbolic link, which gazecut does not follow; put the file "
            + "itself there"
          : "gazecut.sqlite\(ending) has a second name (a hard link); remove that name")
    }
  }

  /// Refuses the database of another program, before anything of it is changed.
  func requireLibrary(_ db: Database) throws {
    guard try Int32.fetchOne(db, sql: "PRAGMA application_id") == Schema.applicationID else {
      throw LibraryError(
        .notALibrary, operation: "open \(path)", reason: "a database of another program")
    }
  }

  /// The file's size in bytes; `nil` when it is not there, or not to be seen.
  static func size(_ path: String) -> Int? {
    var status = stat()
    return unsafe stat(path, &status) == 0 ? Int(status.st_size) : nil
  }
}

extension LibraryError {
  /// Turns a refused file into the library's own error.
  init(_ operation: String, _ refusal: FileRefusal) {
    self.init(Kind(errno: refusal.code), operation: operation, reason: refusal.description)
  }

  /// Turns a failing system call into the library's own error.
  init(_ operation: String, errno code: Int32) {
    unsafe self.init(
      Kind(errno: code), operation: operation, reason: String(cString: strerror(code)))
  }
}

extension LibraryError.Kind {
  /// The kind of a failing system call.
  fileprivate init(errno code: Int32) {
    self =
      switch code {
      case EACCES, EPERM, EROFS: .permission
      case ENOSPC, EDQUOT: .diskFull
      default: .other
      }
  }
}
