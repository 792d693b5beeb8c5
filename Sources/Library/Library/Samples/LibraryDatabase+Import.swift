package import Audience
import Foundation
import GRDB

extension LibraryDatabase {
  /// Stores the sessions of one file, all or none.
  ///
  /// Samples that are stored already are skipped, even under other names. Other samples with the
  /// same video and session ID replace the stored ones, unless they are fewer or another viewer's.
  /// The first call creates the library's key.
  ///
  /// It is one transaction, with at most one part of the samples in memory. SQLite writes what does
  /// not fit in its cache to the log, and rolls it back if the transaction fails.
  ///
  /// - Parameters:
  ///   - sessions: the sessions without their samples.
  ///   - replacing: an imported file, by path or label, whose sessions are removed first.
  ///   - readmits: whether erased viewers may be imported again; otherwise they are left out.
  ///   - record: entry for the import log, in the same transaction.
  ///   - parts: passes on the samples of the session at an index, in parts of at most
  ///     `SampleColumns.partLength` that depend only on the samples. It may be called twice. Its
  ///     errors abort the transaction and are passed on unchanged.
  /// - Returns: the result of each session, in the same order.
  /// - Throws: `LibraryError`, `StoreRejection`, or an error of `parts`; then nothing is stored.
  package func store(
    _ sessions: [NewSession], replacing: FileReference? = nil, readmits: Bool = false,
    noting record: ImportLogEntry? = nil,
    parts: @escaping (_ index: Int, _ take: (SampleColumns) throws -> Void) throws -> Void
  ) throws -> [SessionStoreResult] {
    let key = try writingKey()
    return try storing("store the sessions") { db in
      try Self.claim(key, db)
      let erased = try erased(among: sessions, readmits: readmits, key, db)
      if let replacing { try Self.deleteFile(replacing, of: nil, key, db) }
      if let record { try Self.put(record, key, db) }
      let stored = try sessions.indices.map { index in
        guard !erased.contains(sessions[index].viewer) else { return SessionStoreResult(.erased) }
        let row = SessionRow(sessions[index], key: key)
        return try SessionWriter(row: row, parts: { try parts(index, $0) }, db: db).store()
      }
      try Self.requireNews(stored)
      return stored
    }
  }

  /// Rejects a file whose sessions are all known and shorter than the stored ones: it was cut
  /// short.
  private static func requireNews(_ stored: [SessionStoreResult]) throws(StoreRejection) {
    let shorter = stored.filter { $0.outcome == .kept }
    let idle: Set<StoreResult> = [.kept, .unchanged, .erased]
    guard !shorter.isEmpty, stored.allSatisfy({ idle.contains($0.outcome) }) else { return }
    throw .shorter(
      sessions: shorter.count, now: shorter.reduce(0) { $0 + $1.samples },
      before: shorter.reduce(0) { $0 + ($1.samplesBefore ?? 0) })
  }

  /// The library's key, created if nothing was imported yet; throws if the key is missing.
  func writingKey() throws(LibraryError) -> LibraryKey {
    if let key = try LibraryKey.read(folder: folder) { return key }
    let check = try reading("read the library's key", Self.keyCheck)
    guard check == nil else { throw Self.missingKey(folder) }
    return try LibraryKey.readOrCreate(folder: folder)
  }

  /// Stores a check value of the key at the first import, and later rejects any other key.
  ///
  /// With two keys one person would be counted as two viewers.
  static func claim(_ key: LibraryKey, _ db: Database) throws {
    if let check = try keyCheck(db) {
      try require(key, matches: check)
    } else {
      try setStoredValue("key", to: key.check, db)
    }
  }

  static func keyCheck(_ db: Database) throws -> String? { try note("key", db) }

  static func require(_ key: LibraryKey, matches check: String) throws(LibraryError) {
    guard key.check == check else {
      throw LibraryError(
        .key, operation: "use \(LibraryKey.fileName)",
        reason: "it is not the key this library was made with; restore the right one from a backup")
    }
  }

  /// Throws if the library's key is missing or is another library's.
  package func requireKey() throws(LibraryError) { _ = try existingKey() }

  static func missingKey(_ folder: String) -> LibraryError {
    LibraryError(
      .key, operation: "read \(folder)/\(LibraryKey.fileName)",
      reason: "it is missing, and viewers cannot be recognised without it; restore it from a"
        + " backup, or remove gazecut.sqlite and import everything again")
  }
}

/// Why the sessions of a file were rejected; it does not identify a viewer.
package enum StoreRejection: Error, Hashable, Sendable {
  /// Another viewer has a session with this ID.
  case anothersSession
  /// Only the file's name identifies the viewer, and another file with that name was imported.
  case namedLikeAnother(file: String)
  /// Its sessions are stored already, with more samples.
  case shorter(sessions: Int, now: Int, before: Int)
  /// No imported file matches the given path or label.
  case noSuchFile
  /// Several imported files match the given label.
  case ambiguousFile(Int)
}
