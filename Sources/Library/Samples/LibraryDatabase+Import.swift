import Audience
import Crypto
import Foundation
import GRDB

extension LibraryDatabase {
  /// Stores the sessions of one file, all or none.
  ///
  /// The same content again is left alone; other content under the same video and session id
  /// takes its place. The first call makes the library's key.
  ///
  /// - Returns: what became of each, in the order given.
  public func store(_ sessions: [NewSession]) throws(LibraryError) -> [StoredSession] {
    let operation = "store the sessions"
    let key = try writingKey()
    let rows = sessions.map { SessionRow($0, key: key) }
    return try writing(operation) { db in
      try Self.claim(key, db)
      return try rows.map { row in
        let outcome = try Self.store(row, db)
        return StoredSession(video: row.video, label: Self.label(row.pseudonym), outcome: outcome)
      }
    }
  }

  /// A pseudonym's short form for messages.
  static func label(_ pseudonym: String) -> String { String(pseudonym.prefix(10)) }

  private static func store(_ row: SessionRow, _ db: Database) throws -> StoreOutcome {
    let known = try Row.fetchOne(
      db,
      sql: "SELECT id, contentHash, viewer FROM session WHERE video = ? AND pseudonym = ?",
      arguments: [row.video, row.pseudonym])
    let isAnothers = known.map { $0["viewer"] != row.viewer } ?? false
    if let known {
      guard known["contentHash"] != row.contentHash || known["viewer"] != row.viewer else {
        return .unchanged
      }
      let id: Int64 = known["id"]
      try db.execute(sql: "DELETE FROM session WHERE id = ?", arguments: [id])
    }
    try row.insert(db)
    return known == nil ? .added : isAnothers ? .replacedAnothers : .replaced
  }

  /// The library's key, made on the first import; a library with sessions must have its own.
  private func writingKey() throws(LibraryError) -> LibraryKey {
    if let key = try LibraryKey.read(folder: folder) { return key }
    let check = try reading("read the library's key", Self.keyCheck)
    guard check == nil else { throw Self.missingKey(folder) }
    return try LibraryKey.readOrCreate(folder: folder)
  }

  /// Notes the key at the first import, and refuses another one afterwards: two keys would make
  /// two viewers of one person.
  private static func claim(_ key: LibraryKey, _ db: Database) throws {
    if let check = try keyCheck(db) {
      try require(key, matches: check)
    } else {
      try db.execute(
        sql: "INSERT INTO library (name, value) VALUES ('key', ?)", arguments: [key.check])
    }
  }

  static func keyCheck(_ db: Database) throws -> String? {
    try String.fetchOne(db, sql: "SELECT value FROM library WHERE name = 'key'")
  }

  static func require(_ key: LibraryKey, matches check: String) throws(LibraryError) {
    guard key.check == check else {
      throw LibraryError(
        .key, operation: "use \(LibraryKey.fileName)",
        reason: "it is not the key this library was made with; restore that one from a copy")
    }
  }

  static func missingKey(_ folder: String) -> LibraryError {
    LibraryError(
      .key, operation: "read \(folder)/\(LibraryKey.fileName)",
      reason: "it is missing, and the viewers stored here are known by it only; restore it from"
        + " a copy, or remove gazecut.sqlite and import everything again")
  }
}

/// A session as its row holds it.
private struct SessionRow {
  let video, pseudonym, viewer, format, contentHash, skipped: String
  let recordedAt: Date?
  let sampleCount: Int
  let columns: Data

  init(_ session: NewSession, key: LibraryKey) {
    video = session.video
    pseudonym = key.session(session.session, of: session.video)
    viewer = key.viewer(session.viewer)
    format = session.format
    recordedAt = session.recordedAt
    sampleCount = session.samples.count
    skipped = StoredJSON.text(session.skipped)
    columns = Data(SampleBlob.encode(session.samples))
    var hash = SHA256()
    hash.update(data: columns)
    hash.update(data: Data("\(session.recordedAt?.timeIntervalSince1970 ?? 0)".utf8))
    contentHash = hash.finalize().hex
  }

  func insert(_ db: Database) throws {
    try db.execute(
      sql: """
        INSERT INTO session (video, pseudonym, viewer, recordedAt, importedAt, format,
          contentHash, sampleCount, skipped)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
        """,
      arguments: [
        video, pseudonym, viewer, recordedAt?.timeIntervalSince1970,
        Date().timeIntervalSince1970, format, contentHash, sampleCount, skipped,
      ])
    try db.execute(
      sql: "INSERT INTO samples (session, columns) VALUES (?, ?)",
      arguments: [db.lastInsertedRowID, columns])
  }
}
