import Foundation
import GRDB
import Glibc
import Support

/// The library's SQLite database: imported data, decisions and rendered clips.
///
/// It uses one connection to `gazecut.sqlite` in WAL mode, so other programs can read while one
/// writes. Every call is one transaction. Viewers are stored as keyed pseudonyms (see
/// `LibraryKey`).
///
///     let library = try LibraryDatabase.open(folder: "lib", for: .writing)
///     let outcome = try library.store([session])
///
/// Every method throws a `LibraryError`.
package final class LibraryDatabase: Sendable {
  package static let fileName = "gazecut.sqlite"

  /// Whether the library is opened for reading or writing.
  package enum Purpose: Hashable, Sendable {
    /// Read only: nothing is created or changed, and a missing library is treated as empty.
    case reading
    /// Read and write: the database is created if it does not exist.
    case writing
  }

  let folder: String
  let purpose: Purpose
  let queue: DatabaseQueue
  let waiting: BusyHandler
  /// Whether there was no -wal file: no crash, and no other program had the library open.
  let wasClosedCleanly: Bool

  init(
    folder: String, purpose: Purpose, queue: DatabaseQueue, waiting: BusyHandler,
    wasClosedCleanly: Bool = true
  ) {
    self.folder = folder
    self.purpose = purpose
    self.queue = queue
    self.waiting = waiting
    self.wasClosedCleanly = wasClosedCleanly
  }

  package func close() throws(LibraryError) {
    do { try queue.close() } catch { throw LibraryError("close the library", error) }
  }

  /// A value of the key-value table `library`.
  static func note(_ name: String, _ db: Database) throws -> String? {
    try String.fetchOne(db, sql: "SELECT value FROM library WHERE name = ?", arguments: [name])
  }

  static func setStoredValue(_ name: String, to value: String, _ db: Database) throws {
    try db.run("REPLACE INTO library (name, value) VALUES (?, ?)", [name, value])
  }

  func reading<T>(
    _ operation: String, _ body: (Database) throws -> T
  ) throws(LibraryError) -> T {
    do { return try queue.read(body) } catch { throw LibraryError(operation, error) }
  }

  /// Runs a write transaction; with `isRehearsal` (dry run) it is rolled back.
  func writing<T>(
    _ operation: String, isRehearsal: Bool = false, _ body: (Database) throws -> T
  ) throws(LibraryError) -> T {
    do {
      return try storing(operation, isRehearsal: isRehearsal, body)
    } catch {
      throw LibraryError(operation, error)
    }
  }

  /// Like `writing`, but passes on errors that are not from the database, for example of a
  /// callback.
  func storing<T>(
    _ operation: String, isRehearsal: Bool = false, _ body: (Database) throws -> T
  ) throws -> T {
    guard purpose == .writing else {
      throw LibraryError(
        .permission, operation: operation, reason: "the library was opened for reading only")
    }
    do {
      return try queue.write { db in
        guard isRehearsal else { return try body(db) }
        try db.execute(sql: "SAVEPOINT rehearsal")
        let result = try body(db)
        try db.execute(sql: "ROLLBACK TO rehearsal; RELEASE rehearsal")
        return result
      }
    } catch {
      throw LibraryError(of: error, operation) ?? error
    }
  }
}

extension LibraryDatabase {
  package static var sqliteVersion: String {
    let version = try? DatabaseQueue().read { db in
      try String.fetchOne(db, sql: "SELECT sqlite_version()")
    }
    return version.flatMap { $0 } ?? "unknown"
  }
}

/// Identifiers by which a document outside of the library is matched to it.
extension LibraryDatabase {
  /// An identifier of this library, derived from its key; it reveals nothing of the content.
  package func mark() throws(LibraryError) -> String { try existingKey()?.library ?? Self.noMark }

  /// The identifier of a library without a key.
  package static let noMark = "empty"

  /// Creates the library's key if nothing was imported yet.
  package func makeKey() throws(LibraryError) {
    let key = try writingKey()
    try writing("store the library's key") { db in try Self.claim(key, db) }
  }

  /// Authenticates a part of a plan: HMAC of its text under the library's key, which workers lack.
  ///
  /// - Returns: hexadecimal digits; `nil` if the library has no key.
  package func seal(_ text: String) throws(LibraryError) -> String? {
    try existingKey()?.plan(text)
  }

  /// A hash of the list of erased viewers; it changes when a viewer is erased or readmitted.
  package func erasureListHash() throws(LibraryError) -> String {
    try reading("read the list of erased viewers") { db in
      let marks = try String.fetchAll(db, sql: "SELECT viewer FROM forgotten ORDER BY viewer")
      return String(SHA256.hex(marks.joined(separator: "\n")).prefix(16))
    }
  }
}

extension LibraryDatabase {
  /// Copies the current state of the database to a file, while a run may continue to write.
  ///
  /// The copy is compact, without deleted content, and needs no -wal file (SQLite's VACUUM INTO).
  /// It is checked afterwards.
  ///
  /// - Parameter path: a file that does not exist, in an existing folder.
  /// - Throws: `LibraryError`: a full disk, permissions, or a damaged copy.
  package func backup(to path: String) throws(LibraryError) {
    let operation = "back up the library to \(path)"
    do {
      // Set the mode first, while the file is empty: only the owner may read viewers' data.
      let file = unsafe Glibc.open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
      guard file >= 0 else { throw LibraryError(operation, errno: errno) }
      Glibc.close(file)
      try queue.writeWithoutTransaction { db in
        try db.run("VACUUM INTO ?", [path])
      }
      var configuration = Configuration()
      configuration.readonly = true
      let copy = try DatabaseQueue(path: path, configuration: configuration)
      let complaint = try copy.read { try Self.complaint(of: $0) }
      try copy.close()
      if let complaint {
        throw LibraryError(
          .corrupt, operation: operation, reason: "the copy is damaged: \(complaint)")
      }
    } catch {
      throw LibraryError(operation, error)
    }
  }
}
