package import Audience
import Foundation
import GRDB

extension LibraryDatabase {
  /// Stores the sessions of one file, all or none, whose samples come in parts.
  ///
  /// The same samples again are left alone, whatever they are called; other content under the same
  /// video and session id takes its place, unless it is shorter or another viewer's. The first call
  /// makes the library's key.
  ///
  /// One transaction, in which no more than a part is in memory: SQLite moves what its cache
  /// cannot hold to its log, and takes it out of there when the transaction does not end.
  ///
  /// - Parameters:
  ///   - sessions: their heads.
  ///   - replacing: an earlier file, by its path or label, whose sessions go out first.
  ///   - readmits: whether people who were erased may come in again; else theirs are left out.
  ///   - record: what is remembered of where they came from, in the same transaction.
  ///   - parts: hands over the samples of the session at an index, in parts that depend on the
  ///     samples only, at most `SampleColumns.partLength` each. It may be asked twice; what it
  ///     throws ends the storing and is thrown on as it is.
  /// - Returns: what became of each, in the order given.
  /// - Throws: `LibraryError`, `StoreRefusal`, or what `parts` threw; nothing is stored then.
  package func store(
    _ sessions: [NewSession], replacing: FileReference? = nil, readmits: Bool = false,
    noting record: IntakeRecord? = nil,
    parts: @escaping (_ index: Int, _ take: (SampleColumns) throws -> Void) throws -> Void
  ) throws -> [StoredSession] {
    let key = try writingKey()
    return try storing("store the sessions") { db in
      try Self.claim(key, db)
      let erased = try erased(among: sessions, readmits: readmits, key, db)
      if let replacing { try Self.takeOut(replacing, of: nil, key, db) }
      if let record { try Self.put(record, key, db) }
      let stored = try sessions.indices.map { index in
        guard !erased.contains(sessions[index].viewer) else { return StoredSession(.erased) }
        let row = SessionRow(sessions[index], key: key)
        return try SessionWriter(row: row, parts: { try parts(index, $0) }, db: db).store()
      }
      try Self.requireNews(stored)
      return stored
    }
  }

  /// Refuses a file that brings nothing but less than what is there: it was cut short.
  private static func requireNews(_ stored: [StoredSession]) throws(StoreRefusal) {
    let shorter = stored.filter { $0.outcome == .kept }
    let idle: Set<StoreOutcome> = [.kept, .unchanged, .erased]
    guard !shorter.isEmpty, stored.allSatisfy({ idle.contains($0.outcome) }) else { return }
    throw .shorter(
      sessions: shorter.count, now: shorter.reduce(0) { $0 + $1.samples },
      before: shorter.reduce(0) { $0 + ($1.samplesBefore ?? 0) })
  }

  /// The library's key, made on the first import; a library with sessions must have its own.
  func writingKey() throws(LibraryError) -> LibraryKey {
    if let key = try LibraryKey.read(folder: folder) { return key }
    let check = try reading("read the library's key", Self.keyCheck)
    guard check == nil else { throw Self.missingKey(folder) }
    return try LibraryKey.readOrCreate(folder: folder)
  }

  /// Notes the key at the first import, and refuses another one afterwards: two keys would make
  /// two viewers of one person.
  static func claim(_ key: LibraryKey, _ db: Database) throws {
    if let check = try keyCheck(db) {
      try require(key, matches: check)
    } else {
      try setNote("key", to: key.check, db)
    }
  }

  static func keyCheck(_ db: Database) throws -> String? { try note("key", db) }

  static func require(_ key: LibraryKey, matches check: String) throws(LibraryError) {
    guard key.check == check else {
      throw LibraryError(
        .key, operation: "use \(LibraryKey.fileName)",
        reason: "it is not the key this library was made with; restore that one from a copy")
    }
  }

  /// Refuses a library whose key is not there, or is not the one that it was made with.
  package func requireKey() throws(LibraryError) { _ = try knownKey() }

  static func missingKey(_ folder: String) -> LibraryError {
    LibraryError(
      .key, operation: "read \(folder)/\(LibraryKey.fileName)",
      reason: "it is missing, and the viewers stored here are known by it only; restore it from"
        + " a copy, or remove gazecut.sqlite and import everything again")
  }
}

/// Why sessions of a file were not stored; it names no viewer.
package enum StoreRefusal: Error, Hashable, Sendable {
  /// A session's id stands for another viewer's session.
  case anothersSession
  /// Nothing but the file's name says who watched, and another file of that name stands there.
  case namedLikeAnother(file: String)
  /// Its sessions are there already, and those have more samples.
  case shorter(sessions: Int, now: Int, before: Int)
  /// No earlier file is known by the path or label that was given.
  case noSuchFile
  /// Several earlier files are called so.
  case ambiguousFile(Int)
}
