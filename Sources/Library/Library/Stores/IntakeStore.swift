package import Foundation
import GRDB

/// An entry of the import log: a file or database that an automatic import found, and the result.
package struct ImportLogEntry: Sendable, Hashable {
  /// A stable name of the item, for example its path; only its keyed hash (HMAC) is stored.
  var identity: String
  /// Size and modification time, or similar data that changes with the item.
  var token: String
  /// Result of the import, as named by the caller; only `taken` (imported) has `content`.
  var state: String
  /// Hash of the content and of the import options; only its keyed hash (HMAC) is stored.
  package var content: String?
  package var label: String
  package var line: Int?
  /// Why the item was rejected; it does not identify a viewer.
  package var reason: String?
  var since = Date()
  /// Position up to which a database was read; `nil` for a file.
  package var reached: String?

  package init(
    identity: String, token: String, state: String, label: String, reached: String? = nil
  ) {
    (self.identity, self.token, self.state) = (identity, token, state)
    (self.label, self.reached) = (label, reached)
  }
}

package struct LoggedImport: Sendable, Hashable, StoredRow {
  package var state: String
  package var token: String
  package var since: Date
  package var line: Int?
  package var reason: String?
  package var reached: String?
  package var label: String
}

/// The import log: what automatic imports found, and with which result.
package struct IntakeStore: Sendable {
  let database: LibraryDatabase

  private static let importedState = "taken"

  /// The stored results of items, in their order; `nil` for items that are new.
  package func results(of identities: [String]) throws(LibraryError) -> [LoggedImport?] {
    guard let key = try database.existingKey() else { return identities.map { _ in nil } }
    return try database.reading("read the import log") { db in
      let statement = try db.cachedStatement(sql: "SELECT * FROM intake WHERE item = ?")
      return try identities.map { identity in
        try LoggedImport.fetchOne(statement, arguments: [key.file(identity)])
      }
    }
  }

  /// The keyed hashes (HMAC) of file paths, in their order; empty before the first import.
  package func marks(ofFiles paths: [String]) throws(LibraryError) -> [String] {
    guard let key = try database.existingKey() else { return [] }
    return paths.map(key.file)
  }

  /// Whether nothing was ever imported from watched folders and databases.
  package func isEmpty() throws(LibraryError) -> Bool {
    try database.reading("read the import log") { try !$0.exists("SELECT 1 FROM intake") }
  }

  package func hasImported(content: String) throws(LibraryError) -> Bool {
    guard let key = try database.existingKey() else { return false }
    return try database.reading("read the import log") { db in
      try db.exists("SELECT 1 FROM intake WHERE content = ?", [key.file(content)])
    }
  }

  package func store(_ records: [ImportLogEntry]) throws(LibraryError) {
    guard !records.isEmpty else { return }
    let key = try database.writingKey()
    try database.writing("update the import log") { db in
      try LibraryDatabase.storeKeyCheck(key, db)
      for record in records { try Self.put(record, key, db) }
    }
  }

  /// Keyed hashes of items that waited or were rejected before and no longer exist.
  package func missingItems(besides identities: [String]) throws(LibraryError) -> Set<String> {
    guard let key = try database.existingKey() else { return [] }
    let open: [String] = try database.reading("read the import log") { db in
      try db.values("SELECT item FROM intake WHERE state != ?", [Self.importedState])
    }
    // Usually no item waits, so skip hashing the identities.
    return open.isEmpty ? [] : Set(open).subtracting(identities.map(key.file))
  }

  package func remove(_ items: Set<String>) throws(LibraryError) {
    guard !items.isEmpty else { return }
    try database.writing("update the import log") { db in
      for item in items { try db.run("DELETE FROM intake WHERE item = ?", [item]) }
    }
  }

  static func put(_ record: ImportLogEntry, _ key: LibraryKey, _ db: Database) throws {
    try db.run(
      """
      REPLACE INTO intake
        (item, token, state, content, label, line, reason, since, reached)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
      """,
      [
        key.file(record.identity), record.token, record.state, record.content.map(key.file),
        record.label, record.line, record.reason, record.since.timeIntervalSince1970,
        record.reached,
      ])
  }

  /// The items that were not imported, sorted by label.
  package func failures() throws(LibraryError) -> [LoggedImport] {
    try database.reading("read the import log") { db in
      try LoggedImport.fetchAll(
        db, sql: "SELECT * FROM intake WHERE state != ? ORDER BY label, item",
        arguments: [Self.importedState])
    }
  }

  /// Time and counts of the last automatic import that found anything; `nil` if there was none.
  package func lastResult() throws(LibraryError) -> (at: Date, counts: [String: Int])? {
    try database.reading("read the result of the last import") { db in
      guard let counts = try LibraryDatabase.storedValue("intake", db),
        let at = try LibraryDatabase.storedValue("intakeAt", db).flatMap(Double.init)
      else { return nil }
      return (Date(stored: at) ?? .distantPast, StoredJSON.value(counts))
    }
  }

  package func setLastResult(at: Date, counts: [String: Int]) throws(LibraryError) {
    try database.writing("store the result of the import") { db in
      try LibraryDatabase.setStoredValue("intakeAt", to: "\(at.timeIntervalSince1970)", db)
      try LibraryDatabase.setStoredValue("intake", to: StoredJSON.text(counts), db)
    }
  }
}
