package import Foundation
import GRDB

extension LibraryDatabase {
  /// The word of records whose content is in the library.
  private static let taken = "taken"

  /// What is remembered of items, in their order; `nil` for those that are new.
  package func intakeMemories(
    of identities: [String]
  ) throws(LibraryError) -> [IntakeMemory?] {
    guard let key = try knownKey() else { return identities.map { _ in nil } }
    return try reading("read what was taken in") { db in
      let statement = try db.cachedStatement(sql: "SELECT * FROM intake WHERE item = ?")
      return try identities.map { identity in
        try IntakeMemory.fetchOne(statement, arguments: [key.file(identity)])
      }
    }
  }

  /// The keyed marks of paths of files, in their order; none before anything was imported.
  package func marks(ofFiles paths: [String]) throws(LibraryError) -> [String] {
    guard let key = try knownKey() else { return [] }
    return paths.map(key.file)
  }

  /// Whether content was taken in, under whatever name.
  package func hasTakenIn(content: String) throws(LibraryError) -> Bool {
    guard let key = try knownKey() else { return false }
    return try reading("read what was taken in") { db in
      try Bool.fetchOne(
        db, sql: "SELECT EXISTS (SELECT 1 FROM intake WHERE content = ?)",
        arguments: [key.file(content)]) ?? false
    }
  }

  /// Remembers items of which nothing was stored.
  package func note(_ records: [IntakeRecord]) throws(LibraryError) {
    guard !records.isEmpty else { return }
    let key = try writingKey()
    try writing("note what was taken in") { db in
      try Self.claim(key, db)
      for record in records { try Self.put(record, key, db) }
    }
  }

  /// Items that waited or were refused and lie there no more.
  package func vanished(beside identities: [String]) throws(LibraryError) -> Set<String> {
    guard let key = try knownKey() else { return [] }
    let open = try reading("read what was taken in") { db in
      try String.fetchAll(
        db, sql: "SELECT item FROM intake WHERE state != ?", arguments: [Self.taken])
    }
    // Most nights nothing waits: no mark is made.
    return open.isEmpty ? [] : Set(open).subtracting(identities.map(key.file))
  }

  /// Forgets items, by their marks.
  package func drop(_ items: Set<String>) throws(LibraryError) {
    guard !items.isEmpty else { return }
    try writing("note what was taken in") { db in
      for item in items {
        try db.run("DELETE FROM intake WHERE item = ?", [item])
      }
    }
  }

  static func put(_ record: IntakeRecord, _ key: LibraryKey, _ db: Database) throws {
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

  /// What was not taken in, in the order of its labels.
  package func intakeTroubles() throws(LibraryError) -> [IntakeMemory] {
    try reading("read what was not taken in") { db in
      try IntakeMemory.fetchAll(
        db, sql: "SELECT * FROM intake WHERE state != ? ORDER BY label, item",
        arguments: [Self.taken])
    }
  }

  /// The figures of the last intake that had something to do; `nil` where there was none yet.
  package func lastIntake() throws(LibraryError) -> (at: Date, counts: [String: Int])? {
    try reading("read the last intake") { db in
      guard let counts = try Self.note("intake", db),
        let at = try Self.note("intakeAt", db).flatMap(Double.init)
      else { return nil }
      return (Date(stored: at) ?? .distantPast, StoredJSON.value(counts))
    }
  }

  /// Keeps the figures of an intake.
  package func setLastIntake(at: Date, counts: [String: Int]) throws(LibraryError) {
    try writing("note the intake") { db in
      try Self.setNote("intakeAt", to: "\(at.timeIntervalSince1970)", db)
      try Self.setNote("intake", to: StoredJSON.text(counts), db)
    }
  }
}
