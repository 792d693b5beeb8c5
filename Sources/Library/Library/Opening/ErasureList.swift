import Audience
import Files
import Foundation
import GRDB

/// Who was erased, in a file beside the key and outside of the database: a backup from before does
/// not bring anybody back.
///
/// `gazecut.erased` holds the keyed marks that the database holds too, 64 hexadecimal digits a
/// line. It is written before the transaction ends that it belongs to: what a crash leaves in it
/// alone is done again when the library is opened next.
struct ErasureList {
  /// The name of the file inside the library folder.
  static let fileName = "gazecut.erased"

  private let path: String

  init(folder: String) { path = folder + "/" + Self.fileName }

  /// The marks; none where there is no file yet.
  ///
  /// - Throws: `LibraryError`, `.corrupt` for a file of anything else.
  func read() throws(LibraryError) -> Set<String> {
    let operation = "read \(path)"
    let bytes: [UInt8]
    do {
      let descriptor = try OwnFile.open(path, O_RDONLY)
      defer { close(descriptor) }
      bytes = try PlainFile.bytes(from: descriptor, atMost: PlainFile.usualLimit)
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

  /// Keeps these marks and no others.
  func write(_ marks: Set<String>) throws(LibraryError) {
    try DurableFile.replace(
      path, with: marks.sorted().map { $0 + "\n" }.joined(), "write \(path)")
  }

  private static let remedy =
    "it holds something other than the marks of erased viewers; restore it from a copy, or remove "
    + "it: the database has those that it knows of"
}

extension LibraryDatabase {
  /// Brings the list of who was erased and the database together, and takes out again whom a
  /// restored backup brought back.
  func mergeErasures() throws(LibraryError) {
    let list = ErasureList(folder: folder)
    let listed = try list.read()
    guard try reading("read who was erased", Self.erasedMarks) != listed else { return }
    // Without its key nobody can be found; the list waits for it.
    guard let key = try LibraryKey.read(folder: folder) else { return }
    let isErased = try writing("bring together who was erased") { db in
      // Read again: nobody forgets or readmits while this transaction lasts.
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
    // A reader may keep the log from being emptied; the last to close the library empties it.
    if isErased { try? emptyLog() }
  }

  static func erasedMarks(_ db: Database) throws -> Set<String> {
    Set(try String.fetchAll(db, sql: "SELECT viewer FROM forgotten"))
  }

  static func hasErasures(_ db: Database) throws -> Bool {
    try Bool.fetchOne(db, sql: "SELECT EXISTS (SELECT 1 FROM forgotten)") ?? false
  }

  /// The marks by which a viewer is known to be erased; none where the viewer was not.
  static func keptMarks(
    ofErased viewerName: String, _ key: LibraryKey, _ db: Database
  ) throws -> [String] {
    let marks = pseudonyms(viewerName, key).map(key.erased)
    // Asked for by themselves: of all that were erased there may be thousands.
    return try String.fetchAll(
      db.cachedStatement(
        sql: "SELECT viewer FROM forgotten WHERE viewer IN (SELECT value FROM json_each(?))"),
      arguments: [list(marks)])
  }

  /// Picks the sessions of some pseudonyms, of one person, and those that came under one of them,
  /// too; its argument is their `list`.
  static let sessionsOfOne = """
    (viewer IN (SELECT value FROM json_each(?1)) OR id IN
      (SELECT session FROM otherName WHERE name IN (SELECT value FROM json_each(?1))))
    """

  /// Pseudonyms as SQL takes any number of them: hexadecimal digits in a list of JSON.
  static func list(_ pseudonyms: [String]) -> String {
    "[" + pseudonyms.map { "\"\($0)\"" }.joined(separator: ",") + "]"
  }

  /// Deletes every session of some viewers, and what was folded from one.
  ///
  /// - Parameters:
  ///   - viewers: pseudonyms, all of one person.
  ///   - db: the transaction.
  /// - Returns: the videos that lost sessions, in order of their ids.
  /// - Throws: what SQLite does.
  @discardableResult
  static func erase(_ viewers: [String], _ db: Database) throws -> [String] {
    let arguments: StatementArguments = [list(viewers)]
    let videos = try String.fetchAll(
      db, sql: "SELECT DISTINCT video FROM session WHERE \(sessionsOfOne) ORDER BY video",
      arguments: arguments)
    try db.run("DELETE FROM session WHERE \(sessionsOfOne)", arguments)
    for video in videos { try dropFolded(from: video, db) }
    return videos
  }

  /// Remembers who was erased, by marks that are no pseudonyms.
  func remember(_ names: [String], _ key: LibraryKey, _ db: Database) throws {
    let marks = names.flatMap { Self.pseudonyms($0, key).map(key.erased) }
    for mark in marks {
      try db.run("INSERT OR IGNORE INTO forgotten (viewer) VALUES (?)", [mark])
    }
    try ErasureList(folder: folder).write(try Self.erasedMarks(db))
  }

  /// Which viewers of some sessions were erased, by their names; nobody any more where they come in
  /// again.
  func erased(
    among sessions: [NewSession], readmits: Bool, _ key: LibraryKey, _ db: Database
  ) throws -> Set<String> {
    guard try Self.hasErasures(db) else { return [] }
    let marks = try Dictionary(
      uniqueKeysWithValues: Set(sessions.map(\.viewer)).map {
        ($0, try Self.keptMarks(ofErased: $0, key, db))
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
