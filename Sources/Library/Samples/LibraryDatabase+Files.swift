import Audience
package import struct Foundation.Date
import GRDB

/// A session of the same viewer and video that came from another file.
package struct OtherFileSession: Hashable, Sendable {
  /// What its file is called.
  package var file: String
  /// When it was recorded, where the source told.
  package var recordedAt: Date?
  /// What its import found in it.
  package var report: String?
}

extension LibraryDatabase {
  /// What a file is called whose own name may tell who watched.
  static func fileLabel(_ mark: String) -> String { "file-" + mark.prefix(8) }

  /// Takes out what one file brought into a video.
  ///
  /// - Parameters:
  ///   - file: the file, by its path or its label.
  ///   - video: the video's id.
  ///   - isRehearsal: whether all is left as it is.
  /// - Returns: how many sessions went.
  /// - Throws: `StoreRefusal` when no such file, or several, are known; `LibraryError`.
  package func remove(
    file: FileReference, of video: String, isRehearsal: Bool = false
  ) throws -> Int {
    var refusal: StoreRefusal?
    do {
      let key = try knownKey()
      let count = try writing("remove a file of \(video)", isRehearsal: isRehearsal) { db in
        do {
          guard let key else { throw StoreRefusal.noSuchFile }
          return try Self.takeOut(file, of: video, key, db)
        } catch let error as StoreRefusal {
          refusal = error
          throw error
        }
      }
      if !isRehearsal { try emptyLog() }
      return count
    } catch {
      throw refusal ?? error
    }
  }

  /// The sessions of the same viewer and video that came from other files.
  ///
  /// - Parameter sessions: stored sessions, each with its file.
  /// - Returns: a list a session, in their order.
  /// - Throws: `LibraryError`.
  package func fromOtherFiles(
    as sessions: [NewSession]
  ) throws(LibraryError) -> [[OtherFileSession]] {
    guard let key = try knownKey() else { return sessions.map { _ in [] } }
    return try reading("look for the same viewers in other files") { db in
      let statement = try db.cachedStatement(
        sql: """
          SELECT fileLabel, recordedAt, report FROM session
          WHERE viewer = ? AND video = ? AND fileMark IS NOT NULL AND fileMark != ?
          ORDER BY importedAt
          """)
      return try sessions.map { session in
        guard let file = session.file else { return [] }
        return try Self.others(
          Row.fetchAll(
            statement,
            arguments: [key.viewer(session.viewer), session.video, key.file(file.path)]))
      }
    }
  }

  /// Each viewer's sessions of a video, of those whose sessions came from several files.
  package func fromSeveralFiles(of video: String) throws(LibraryError) -> [[OtherFileSession]] {
    try reading("look for the same viewers in several files") { db in
      let rows = try Row.fetchAll(
        db,
        sql: """
          SELECT fileLabel || CASE WHEN fileLabel IN (SELECT fileLabel FROM session
              WHERE video = ?1 GROUP BY fileLabel HAVING COUNT(DISTINCT fileMark) > 1)
            THEN ' (' || substr(fileMark, 1, 8) || ')' ELSE '' END, recordedAt, report, viewer
          FROM session WHERE video = ?1 AND viewer IN (
            SELECT viewer FROM session WHERE video = ?1
            GROUP BY viewer HAVING COUNT(DISTINCT fileMark) > 1)
          AND fileMark IS NOT NULL
          ORDER BY viewer, importedAt, pseudonym
          """,
        arguments: [video])
      let grouped = try Dictionary(grouping: rows) { try $0.decode(String.self, atIndex: 3) }
      return try grouped.sorted { $0.key < $1.key }.map { try Self.others($0.value) }
    }
  }

  private static func others(_ rows: [Row]) throws -> [OtherFileSession] {
    try rows.map { row in
      OtherFileSession(
        file: try row.decode(atIndex: 0),
        recordedAt: try row.dateIfPresent(forColumn: "recordedAt"),
        report: try row.decode(atIndex: 2))
    }
  }

  /// Deletes the sessions of one earlier file, in one video or in all.
  @discardableResult
  static func takeOut(
    _ file: FileReference, of video: String?, _ key: LibraryKey, _ db: Database
  ) throws -> Int {
    func marks(_ condition: String, _ value: String) throws -> [String] {
      try String.fetchAll(
        db,
        sql: """
          SELECT DISTINCT fileMark FROM session
          WHERE \(condition) AND (?2 IS NULL OR video = ?2) AND fileMark IS NOT NULL
          """,
        arguments: [value, video])
    }
    var found = try marks("fileMark = ?1", key.file(file.path))
    if found.isEmpty {
      // A label that two files share is told apart by the mark behind it.
      found = try marks(
        "(fileLabel = ?1 OR fileLabel || ' (' || substr(fileMark, 1, 8) || ')' = ?1)", file.label)
    }
    guard let mark = found.first else { throw StoreRefusal.noSuchFile }
    guard found.count == 1 else { throw StoreRefusal.ambiguousFile(found.count) }
    let videos = try String.fetchAll(
      db,
      sql: "SELECT DISTINCT video FROM session WHERE fileMark = ?1 AND (?2 IS NULL OR video = ?2)",
      arguments: [mark, video])
    try db.execute(
      sql: "DELETE FROM session WHERE fileMark = ?1 AND (?2 IS NULL OR video = ?2)",
      arguments: [mark, video])
    let count = db.changesCount
    for video in videos { try dropFolded(from: video, db) }
    return count
  }

  /// Remembers who was erased, by a mark that is no pseudonym.
  static func remember(_ names: [String], _ key: LibraryKey, _ db: Database) throws {
    for name in names {
      try db.execute(
        sql: "INSERT OR IGNORE INTO forgotten (viewer) VALUES (?)",
        arguments: [key.forgotten(ViewerName.plain(name) ?? name)])
    }
  }

  /// Refuses people who were erased, or forgets that they were.
  static func admit(
    _ sessions: [NewSession], readmits: Bool, _ key: LibraryKey, _ db: Database
  ) throws {
    guard try Bool.fetchOne(db, sql: "SELECT EXISTS (SELECT 1 FROM forgotten)") ?? false else {
      return
    }
    let marks = Set(sessions.map { key.forgotten(ViewerName.plain($0.viewer) ?? $0.viewer) })
    let erased = try marks.filter { mark in
      try Bool.fetchOne(
        db, sql: "SELECT EXISTS (SELECT 1 FROM forgotten WHERE viewer = ?)", arguments: [mark])
        ?? false
    }
    guard readmits || erased.isEmpty else { throw StoreRefusal.forgottenViewers(erased.count) }
    for mark in erased {
      try db.execute(sql: "DELETE FROM forgotten WHERE viewer = ?", arguments: [mark])
    }
  }
}

/// A file that was imported earlier, as a person names it.
package struct FileReference: Hashable, Sendable {
  /// The absolute path, if the text is taken for one.
  package var path: String
  /// The text itself: a label, as the sessions' list shows it.
  package var label: String

  /// Makes one.
  package init(path: String, label: String) {
    self.path = path
    self.label = label
  }
}
