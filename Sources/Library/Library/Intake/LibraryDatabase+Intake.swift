package import Foundation
import GRDB

extension LibraryDatabase {
  /// The `state` of items whose content was imported.
  private static let importedState = "taken"

  /// The stored results of items, in their order; `nil` for items that are new.
  package func intakeMemories(
    of identities: [String]
  ) throws(LibraryError) -> [LoggedImport?] {
    guard let key = try existingKey() else { return identities.map { _ in nil } }
    return try reading("read the import log") { db in
      let statement = try db.cachedStatement(sql: "SELECT * FROM intake WHERE item = ?")
      return try identities.map { identity in
        try LoggedImport.fetchOne(statement, arguments: [key.file(identity)])
      }
    }
  }

  /// The keyed hashes (HMAC) of file paths, in their order; empty before the first import.
  package func marks(ofFiles paths: [String]) throws(LibraryError) -> [String] {
    guard let key = try existingKey() else { return [] }
    return paths.map(key.file)
  }

  /// Whether content was imported before, under any name.
  package func hasImported(content: String) throws(LibraryError) -> Bool {
    guard let key = try existingKey() else { return false }
    return try reading("read the import log") { db in
      try Bool.fetchOne(
        db, sql: "SELECT EXISTS (SELECT 1 FROM intake WHERE content = ?)",
        arguments: [key.file(content)]) ?? false
    }
  }

  package func note(_ records: [ImportLogEntry]) throws(LibraryError) {
    guard !records.isEmpty else { return }
    let key = try writingKey()
    try writing("update the import log") { db in
      try Self.claim(key, db)
      for record in records { try Self.put(record, key, db) }
    }
  }

  /// Keyed hashes of items that waited or were rejected before and no longer exist.
  package func missingItems(beside identities: [String]) throws(LibraryError) -> Set<String> {
    guard let key = try existingKey() else { return [] }
    let open = try reading("read the import log") { db in
      try String.fetchAll(
        db, sql: "SELECT item FROM intake WHERE state != ?", arguments: [Self.importedState])
    }
    // Usually no item waits, so skip hashing the identities.
    return open.isEmpty ? [] : Set(open).subtracting(identities.map(key.file))
  }

  package func drop(_ items: Set<String>) throws(LibraryError) {
    guard !items.isEmpty else { return }
    try writing("update the import log") { db in
      for item in items {
        try db.run("DELETE FROM intake WHERE item = ?", [item])
      }
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
  package func failedImports() throws(LibraryError) -> [LoggedImport] {
    try reading("read the import log") { db in
      try LoggedImport.fetchAll(
        db, sql: "SELECT * FROM intake WHERE state != ? ORDER BY label, item",
        arguments: [Self.importedState])
    }
  }

  /// Time and counts of the last automatic import that found anything; `nil` if there was none.
  package func lastIntake() throws(LibraryError) -> (at: Date, counts: [String: Int])? {
    try reading("read the result of the last import") { db in
      guard let counts = try Self.note("intake", db),
        let at = try Self.note("intakeAt", db).flatMap(Double.init)
      else { return nil }
      return (Date(stored: at) ?? .distantPast, StoredJSON.value(counts))
    }
  }

  package func setLastIntake(at: Date, counts: [String: Int]) throws(LibraryError) {
    try writing("store the result of the import") { db in
      try Self.setStoredValue("intakeAt", to: "\(at.timeIntervalSince1970)", db)
      try Self.setStoredValue("intake", to: StoredJSON.text(counts), db)
    }
  }
}
