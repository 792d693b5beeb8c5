import Audience
import Foundation
import GRDB
import Support

/// The file `gazecut.erased` in the library folder: keyed hashes of erased viewers.
///
/// The database has the same hashes. The file is separate, so that restoring an old backup of the
/// database does not bring erased viewers back. It has one hash of 64 hexadecimal digits per line.
/// It is written before the transaction commits. If the program crashes in between, the next
/// opening of the library erases these viewers again.
struct ErasureList {
  static let fileName = "gazecut.erased"

  private let path: String

  init(folder: String) { path = folder + "/" + Self.fileName }

  /// The hashes in the file; empty if there is no file.
  ///
  /// - Throws: `LibraryError`, `.corrupt` if the file contains anything else.
  func read() throws(LibraryError) -> Set<String> {
    let operation = "read \(path)"
    let bytes: [UInt8]
    do {
      let descriptor = try SafeOwnFile.open(path, O_RDONLY)
      defer { close(descriptor) }
      bytes = try RegularFile.bytes(from: descriptor, atMost: RegularFile.usualLimit)
    } catch {
      guard error.code == ENOENT else { throw LibraryError(operation, error) }
      return []
    }
    let lines = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline)
    guard lines.allSatisfy({ $0.wholeMatch(of: /[0-9a-f]{64}/) != nil }) else {
      throw LibraryError(.corrupt, operation: operation, reason: Self.remedy)
    }
    return Set(lines.map(String.init))
  }

  func write(_ marks: Set<String>) throws(LibraryError) {
    try DurableFileWriter.replace(
      path, with: marks.sorted().map { $0 + "\n" }.joined(), "write \(path)")
  }

  private static let remedy =
    "it contains something other than hashes of erased viewers; restore it from a backup, or "
    + "remove it: the database keeps a copy of its own"
}

extension LibraryDatabase {
  /// Synchronizes the file of erased viewers with the database.
  ///
  /// Viewers that a restored backup brought back are erased again.
  func synchronizeErasures() throws(LibraryError) {
    let list = ErasureList(folder: folder)
    let listed = try list.read()
    guard try reading("read the list of erased viewers", Self.erasedMarks) != listed else { return }
    // Without the key, erased viewers cannot be found. They are erased once it is restored.
    guard let key = try LibraryKey.read(folder: folder) else { return }
    let isErased = try writing("update the list of erased viewers") { db in
      // Read again inside the transaction, which excludes other writers.
      let (kept, listed) = (try Self.erasedMarks(db), try list.read())
      if !listed.isSuperset(of: kept) { try list.write(listed.union(kept)) }
      let added = listed.subtracting(kept)
      for mark in added {
        try db.run("INSERT INTO forgotten (viewer) VALUES (?)", [mark])
      }
      let viewers = try String.fetchAll(db, sql: "SELECT DISTINCT viewer FROM session")
      let back = viewers.filter { added.contains(key.erased($0)) }
      for viewer in back { try Self.erase([viewer], db) }
      return !back.isEmpty
    }
    // If another program reads, the log cannot be emptied now. The last one to close empties it.
    if isErased { try? truncateWriteAheadLog() }
  }

  static func erasedMarks(_ db: Database) throws -> Set<String> {
    Set(try String.fetchAll(db, sql: "SELECT viewer FROM forgotten"))
  }

  static func hasErasures(_ db: Database) throws -> Bool {
    try Bool.fetchOne(db, sql: "SELECT EXISTS (SELECT 1 FROM forgotten)") ?? false
  }

  /// The stored hashes of an erased viewer; empty if the viewer was not erased.
  static func erasureHashes(
    ofErased viewerName: String, _ key: LibraryKey, _ db: Database
  ) throws -> [String] {
    let marks = pseudonyms(viewerName, key).map(key.erased)
    // Queries only these hashes, since thousands of viewers may be erased.
    return try String.fetchAll(
      db.cachedStatement(
        sql: "SELECT viewer FROM forgotten WHERE viewer IN (SELECT value FROM json_each(?))"),
      arguments: [list(marks)])
  }

  /// SQL condition for all sessions of a person, including those stored under another name.
  ///
  /// Its argument ?1 is the `list` of the person's pseudonyms.
  static let sessionsOfOne = """
    (viewer IN (SELECT value FROM json_each(?1)) OR id IN
      (SELECT session FROM otherName WHERE name IN (SELECT value FROM json_each(?1))))
    """

  /// Pseudonyms as a JSON array, so that any number of them fits in one SQL argument.
  static func list(_ pseudonyms: [String]) -> String {
    "[" + pseudonyms.map { "\"\($0)\"" }.joined(separator: ",") + "]"
  }

  /// Deletes all sessions of a person, and everything that was aggregated from them.
  ///
  /// `viewers` are all pseudonyms of the person.
  ///
  /// - Returns: IDs of the videos that lost sessions, sorted.
  @discardableResult
  static func erase(_ viewers: [String], _ db: Database) throws -> [String] {
    let arguments: StatementArguments = [list(viewers)]
    let videos = try String.fetchAll(
      db, sql: "SELECT DISTINCT video FROM session WHERE \(sessionsOfOne) ORDER BY video",
      arguments: arguments)
    try db.run("DELETE FROM session WHERE \(sessionsOfOne)", arguments)
    for video in videos { try deleteAggregates(from: video, db) }
    return videos
  }

  /// Stores that viewers were erased, as keyed hashes that differ from their pseudonyms.
  func remember(_ names: [String], _ key: LibraryKey, _ db: Database) throws {
    let marks = names.flatMap { Self.pseudonyms($0, key).map(key.erased) }
    for mark in marks {
      try db.run("INSERT OR IGNORE INTO forgotten (viewer) VALUES (?)", [mark])
    }
    try ErasureList(folder: folder).write(try Self.erasedMarks(db))
  }

  /// The names of erased viewers among some sessions.
  ///
  /// With `readmits` the viewers are removed from the list of erased viewers and the result is
  /// empty.
  func erased(
    among sessions: [NewSession], readmits: Bool, _ key: LibraryKey, _ db: Database
  ) throws -> Set<String> {
    guard try Self.hasErasures(db) else { return [] }
    let marks = try Dictionary(
      uniqueKeysWithValues: Set(sessions.map(\.viewer)).map {
        ($0, try Self.erasureHashes(ofErased: $0, key, db))
      })
    let erased = marks.filter { !$0.value.isEmpty }
    guard readmits, !erased.isEmpty else { return Set(erased.keys) }
    for mark in erased.values.joined() {
      try db.run("DELETE FROM forgotten WHERE viewer = ?", [mark])
    }
    try ErasureList(folder: folder).write(try Self.erasedMarks(db))
    return []
  }
}
