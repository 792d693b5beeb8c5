import Foundation
import GRDB
import Support

/// Checks that a file is a library's database before SQLite opens it.
///
/// SQLite would accept an empty file as a new database, and another program's database as a
/// library. Only SQLite opens the file: closing another descriptor of it would release all POSIX
/// locks that this process holds on it (sqlite.org/howtocorrupt.html, section 2.2). Another process
/// could then assume that it is the last one and remove the -wal file that is in use.
struct DatabaseFile {
  let path: String

  /// Whether the file exists; throws if it exists and cannot be a database.
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
        .notALibrary, operation: operation, reason: "the file is empty; remove it and import again")
    }
    return true
  }

  /// Throws if the database or a file next to it is a symbolic or hard link.
  ///
  /// SQLite would follow a symbolic link and create a database at its target. A hard link may
  /// belong to a backup, whose content SQLite would change.
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

  /// Throws if the database belongs to another program (`application_id`), before changing it.
  func requireLibrary(_ db: Database) throws {
    guard try Int32.fetchOne(db, sql: "PRAGMA application_id") == Schema.applicationID else {
      throw LibraryError(
        .notALibrary, operation: "open \(path)", reason: "another program made this database")
    }
  }

  static func size(_ path: String) -> Int? {
    var status = stat()
    return unsafe stat(path, &status) == 0 ? Int(status.st_size) : nil
  }
}

extension LibraryError {
  init(_ operation: String, _ refusal: FileRejection) {
    self.init(Kind(errno: refusal.code), operation: operation, reason: refusal.description)
  }

  init(_ operation: String, errno code: Int32) {
    unsafe self.init(
      Kind(errno: code), operation: operation, reason: String(cString: strerror(code)))
  }
}

extension LibraryError.Kind {
  fileprivate init(errno code: Int32) {
    self =
      switch code {
      case EACCES, EPERM, EROFS: .permission
      case ENOSPC, EDQUOT: .diskFull
      default: .other
      }
  }
}
