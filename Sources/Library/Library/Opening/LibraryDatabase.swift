import Files
import Foundation
import GRDB
import Glibc

/// The library's database: what was imported, what was decided, and what was made of it.
///
/// One connection to `gazecut.sqlite` in WAL mode: others may read while one writes. Every call is
/// one transaction. Viewers are known by keyed pseudonyms only (see `LibraryKey`).
///
///     let library = try LibraryDatabase.open(folder: "lib", for: .writing)
///     let outcome = try library.store([session])
///
/// Every call throws a `LibraryError`.
package final class LibraryDatabase: Sendable {
  /// The name of the database inside the library folder.
  static let fileName = "gazecut.sqlite"

  /// What the library is opened for.
  package enum Purpose: Hashable, Sendable {
    /// Reading alone: nothing is created or changed, and a library not yet there reads as empty.
    case reading
    /// Reading and writing: the database is created when it is not there yet.
    case writing
  }

  let folder: String
  let purpose: Purpose
  let queue: DatabaseQueue
  let waiting: BusyWait
  /// Whether nothing was left of whoever had it open before: no crash, and nobody beside.
  let wasClosedCleanly: Bool

  init(
    folder: String, purpose: Purpose, queue: DatabaseQueue, waiting: BusyWait,
    wasClosedCleanly: Bool = true
  ) {
    self.folder = folder
    self.purpose = purpose
    self.queue = queue
    self.waiting = waiting
    self.wasClosedCleanly = wasClosedCleanly
  }

  /// Closes the connection; the last one to close leaves a database of one file.
  package func close() throws(LibraryError) {
    do { try queue.close() } catch { throw LibraryError("close the library", error) }
  }

  /// What the library notes of itself under a name.
  static func note(_ name: String, _ db: Database) throws -> String? {
    try String.fetchOne(db, sql: "SELECT value FROM library WHERE name = ?", arguments: [name])
  }

  static func setNote(_ name: String, to value: String, _ db: Database) throws {
    try db.run("REPLACE INTO library (name, value) VALUES (?, ?)", [name, value])
  }

  func reading<T>(
    _ operation: String, _ body: (Database) throws -> T
  ) throws(LibraryError) -> T {
    do { return try queue.read(body) } catch { throw LibraryError(operation, error) }
  }

  /// Writes, or, on a rehearsal, finds out what writing would give and undoes it.
  func writing<T>(
    _ operation: String, isRehearsal: Bool = false, _ body: (Database) throws -> T
  ) throws(LibraryError) -> T {
    do {
      return try storing(operation, isRehearsal: isRehearsal, body)
    } catch {
      throw LibraryError(operation, error)
    }
  }

  /// The same of what others hand over: what is not the database's fault is thrown on as it is.
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
  /// The version of SQLite that runs here, as `3.40.1`; `unknown` when it does not say.
  package static var sqliteVersion: String {
    let version = try? DatabaseQueue().read { db in
      try String.fetchOne(db, sql: "SELECT sqlite_version()")
    }
    return version.flatMap { $0 } ?? "unknown"
  }
}

/// Digests by which a document outside of the library is known to belong to it, and to its present.
extension LibraryDatabase {
  /// A mark that only this library has; it tells nothing of what it holds.
  package func mark() throws(LibraryError) -> String { try knownKey()?.library ?? Self.noMark }

  /// The mark of every library without a key.
  package static let noMark = "empty"

  /// Makes the library's key, where nothing was imported yet.
  package func makeKey() throws(LibraryError) {
    let key = try writingKey()
    try writing("note the library's key") { db in try Self.claim(key, db) }
  }

  /// The seal of a part of a plan: a code of its text under the library's key, which no worker has.
  ///
  /// - Returns: hexadecimal digits; `nil` in a library without a key.
  package func seal(_ text: String) throws(LibraryError) -> String? { try knownKey()?.plan(text) }

  /// A digest that changes when a viewer is erased, or admitted again.
  package func erasedMark() throws(LibraryError) -> String {
    try reading("read who was erased") { db in
      let marks = try String.fetchAll(db, sql: "SELECT viewer FROM forgotten ORDER BY viewer")
      return String(SHA256.hex(marks.joined(separator: "\n")).prefix(16))
    }
  }
}

extension LibraryDatabase {
  /// Copies the database into a file as it is at this moment; a run may go on writing meanwhile.
  ///
  /// The copy is whole and compact, without what was deleted, and needs no log beside it (SQLite,
  /// VACUUM INTO). It is read through once before it is said to be good.
  ///
  /// - Parameter path: a file that does not exist; its folder does.
  /// - Throws: `LibraryError`: a full disk, permissions, or a copy that is not sound.
  package func backup(to path: String) throws(LibraryError) {
    let operation = "back the library up into \(path)"
    do {
      // Before anything is in it: what viewers did is nobody's business but the owner's.
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
          .corrupt, operation: operation, reason: "the copy is not sound: \(complaint)")
      }
    } catch {
      throw LibraryError(operation, error)
    }
  }
}
