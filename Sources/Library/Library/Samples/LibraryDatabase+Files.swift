import Audience
package import struct Foundation.Date
import GRDB

/// A session of the same viewer and video from another file.
package struct SessionInOtherFile: Hashable, Sendable, StoredRow {
  package var file: String
  /// When it was recorded; `nil` if the source does not report it.
  package var recordedAt: Date?
  /// Findings of the import.
  package var report: String?
}

extension LibraryDatabase {
  /// SQL for a file's label: `file-` and digits of the keyed hash (HMAC) of its path.
  ///
  /// Its own name is not stored, since it may identify a viewer.
  static let fileLabel = "'file-' || substr(fileMark, 1, 8)"

  /// Removes the sessions and curves that one file brought into a video.
  ///
  /// - Returns: numbers of removed sessions and curves.
  /// - Throws: `StoreRejection` if no file or several files match; `LibraryError`.
  package func remove(
    file: FileReference, of video: String, isRehearsal: Bool = false
  ) throws -> (sessions: Int, curves: Int) {
    let key = try existingKey()
    let count = try storing("remove a file of \(video)", isRehearsal: isRehearsal) { db in
      guard let key else { throw StoreRejection.noSuchFile }
      return try Self.deleteFile(file, of: video, key, db)
    }
    if !isRehearsal { try truncateWriteAheadLog() }
    return count
  }

  /// Sessions of the same viewers and videos that were imported from other files.
  ///
  /// `stored` are the results of storing `sessions`.
  ///
  /// - Returns: a list per viewer, by the viewer's name and the video.
  package func beside(
    _ sessions: [NewSession], _ stored: [SessionStoreResult]
  ) throws(LibraryError) -> [[String]: [SessionInOtherFile]] {
    guard let key = try existingKey() else { return [:] }
    let own = Set(stored.compactMap(\.id))
    return try reading("look for the same viewers in other files") { db in
      // Query once per viewer: a file may have thousands of sessions of one viewer.
      var found: [[String]: [SessionInOtherFile]] = [:]
      for name in Set(sessions.map { [$0.viewer, $0.video] }) {
        let rows = try Row.fetchAll(
          db.cachedStatement(
            sql: """
              SELECT \(Self.fileLabel) AS file, recordedAt, report, id FROM session
              WHERE viewer = ? AND video = ? AND fileMark IS NOT NULL ORDER BY importedAt
              """),
          arguments: [key.viewer(name[0]), name[1]])
        found[name] = try rows.filter { try !own.contains($0.decode(Int64.self, atIndex: 3)) }
          .map(SessionInOtherFile.init(row:))
      }
      return found
    }
  }

  /// Number of sessions that an earlier version of a file brought and that it no longer contains.
  ///
  /// They are not removed. `stored` are the results of storing the current sessions of the file.
  package func staying(_ path: String, besides stored: [SessionStoreResult]) throws(LibraryError)
    -> Int
  {
    guard let key = try existingKey() else { return 0 }
    let own = Set(stored.compactMap(\.id))
    return try reading("look for earlier sessions of a file") { db in
      try Int64.fetchAll(
        db.cachedStatement(sql: "SELECT id FROM session WHERE fileMark = ?"),
        arguments: [key.file(path)]
      ).count { !own.contains($0) }
    }
  }

  /// The pseudonym of a viewer's name; `nil` before the first import.
  package func pseudonym(ofViewer name: String) throws(LibraryError) -> String? {
    try existingKey()?.viewer(ViewerName.plain(name) ?? name)
  }

  /// The findings of the imports of a video's sessions, by the viewer's pseudonym.
  package func reports(
    of video: String
  ) throws(LibraryError) -> [String: [(id: Int64, report: String?)]] {
    try reading("read the import reports of \(video)") { db in
      let rows: [(Int64, String?, String)] = try db.rows(
        "SELECT id, report, viewer FROM session WHERE video = ?", [video])
      return Dictionary(grouping: rows, by: \.2).mapValues { $0.map { ($0.0, $0.1) } }
    }
  }

  /// The sessions of each viewer who has several for a video.
  package func viewersWithSeveralSessions(of video: String) throws(LibraryError)
    -> [[SessionInOtherFile]]
  {
    try reading("look for several sessions of a viewer") { db in
      let rows = try Row.fetchAll(
        db,
        sql: """
          SELECT \(Self.fileLabel) AS file, recordedAt, report, viewer
          FROM session WHERE video = ?1 AND viewer IN (
            SELECT viewer FROM session WHERE video = ?1
            GROUP BY viewer HAVING COUNT(*) > 1)
          AND fileMark IS NOT NULL
          ORDER BY viewer, importedAt, pseudonym
          """,
        arguments: [video])
      let grouped = try Dictionary(grouping: rows) { try $0.decode(String.self, atIndex: 3) }
      return try grouped.sorted { $0.key < $1.key }
        .map { try $0.value.map(SessionInOtherFile.init(row:)) }
    }
  }

  /// Number of sessions per video that were imported after its last run; without videos that have
  /// none.
  package func newSessions() throws(LibraryError) -> [String: Int] {
    try reading("count the new sessions") { db in
      let rows: [(String, Int)] = try db.rows(
        """
        SELECT session.video, COUNT(*) FROM session
        LEFT JOIN videoState ON videoState.video = session.video
        WHERE importedAt > COALESCE(lastRun, 0) GROUP BY session.video
        """)
      return Dictionary(uniqueKeysWithValues: rows)
    }
  }

  /// Deletes the sessions and curves of one imported file, in one video or in all.
  @discardableResult
  static func deleteFile(
    _ file: FileReference, of video: String?, _ key: LibraryKey, _ db: Database
  ) throws -> (sessions: Int, curves: Int) {
    func marks(_ condition: String, _ value: String) throws -> [String] {
      try String.fetchAll(
        db,
        sql: """
          SELECT fileMark FROM session
          WHERE \(condition) AND (?2 IS NULL OR video = ?2) AND fileMark IS NOT NULL
          UNION SELECT fileMark FROM curve
          WHERE \(condition) AND (?2 IS NULL OR video = ?2) AND fileMark IS NOT NULL
          """,
        arguments: [value, video])
    }
    var found = try marks("fileMark = ?1", key.file(file.path))
    if found.isEmpty { found = try marks("\(fileLabel) = ?1", file.label) }
    guard let mark = found.first else { throw StoreRejection.noSuchFile }
    guard found.count == 1 else { throw StoreRejection.ambiguousFile(found.count) }
    let videos = try String.fetchAll(
      db,
      sql: "SELECT DISTINCT video FROM session WHERE fileMark = ?1 AND (?2 IS NULL OR video = ?2)",
      arguments: [mark, video])
    func delete(from table: String) throws -> Int {
      try db.run(
        "DELETE FROM \(table) WHERE fileMark = ?1 AND (?2 IS NULL OR video = ?2)", [mark, video])
      return db.changesCount
    }
    let gone = (sessions: try delete(from: "session"), curves: try delete(from: "curve"))
    for video in videos { try deleteAggregates(from: video, db) }
    return gone
  }
}

package struct FileReference: Hashable, Sendable {
  var path: String
  /// The text itself, which may be a label as `status --sessions` prints it.
  var label: String

  package init(path: String, label: String) {
    self.path = path
    self.label = label
  }
}
