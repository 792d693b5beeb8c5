package import Audience
package import Foundation
import GRDB

/// A stored session for output; it does not identify the viewer.
package struct SessionSummary: Hashable, Sendable, StoredRow {
  /// A short stable label: the beginning of the session's pseudonym.
  package var label: String
  /// A number that distinguishes the viewers of the video and reveals nothing else.
  package var viewer: Int
  /// When it was recorded; `nil` if the source does not report it.
  package var recordedAt: Date?
  package var importedAt: Date
  package var format: String
  package var samples: Int
  /// Number of samples that could not be used, by reason.
  package var skipped: [String: Int]
  /// Findings of the import; `nil` if it was stored without a report.
  package var report: String?
  /// Label of the imported file; `nil` if it came from no file.
  package var file: String?
  package var told: EmotionSet { EmotionSet(rawValue: UInt8(truncatingIfNeeded: toldBits)) }
  /// Whether the source reports only its strongest classes.
  package var areStrongest: Bool { toldBits & 0x80 != 0 }
  private var toldBits: Int
}

package struct SessionInOtherFile: Hashable, Sendable, StoredRow {
  package var file: String
  /// When it was recorded; `nil` if the source does not report it.
  package var recordedAt: Date?
  package var report: String?
}

package struct LabelCount: Hashable, Sendable {
  package var label: ViewerLabel
  /// Number of viewers with at least one session of the video that has the label.
  package var viewers: Int
}

package struct FileReference: Hashable, Sendable {
  var path: String
  /// The text itself, which may be a label as `status --sessions` prints it.
  var label: String

  package init(path: String, label: String) {
    (self.path, self.label) = (path, label)
  }
}

/// Why the sessions of a file were rejected; it does not identify a viewer.
package enum StoreRejection: Error, Hashable, Sendable {
  case otherViewersSession
  /// Only the file's name identifies the viewer, and another file with that name was imported.
  case namedLikeAnother(file: String)
  /// Its sessions are stored already, with more samples.
  case shorter(sessions: Int, now: Int, before: Int)
  case noSuchFile
  case ambiguousFile(Int)
}

/// The recorded sessions of the viewers: their samples, labels, files and import reports.
package struct SessionStore: Sendable {
  let database: LibraryDatabase

  /// Stores the sessions of one file, all or none.
  ///
  /// Samples that are stored already are skipped, even under other names. Other samples with the
  /// same video and session ID replace the stored ones, unless they are fewer or another viewer's.
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
  ///     `SampleColumns.partLength` that depend only on the samples. It may be called twice.
  /// - Returns: the result of each session, in the same order.
  /// - Throws: `LibraryError`, `StoreRejection`, or an error of `parts`; then nothing is stored.
  package func store(
    _ sessions: [NewSession], replacing: FileReference? = nil, readmits: Bool = false,
    noting record: ImportLogEntry? = nil,
    parts: @escaping (_ index: Int, _ take: (SampleColumns) throws -> Void) throws -> Void
  ) throws -> [SessionStoreResult] {
    let key = try database.writingKey()
    return try database.writingPassingErrors("store the sessions") { db in
      try LibraryDatabase.storeKeyCheck(key, db)
      let erased = try database.privacy.erased(among: sessions, readmits: readmits, key, db)
      if let replacing { try Self.deleteFile(replacing, of: nil, key, db) }
      if let record { try IntakeStore.put(record, key, db) }
      let stored = try sessions.indices.map { index in
        if erased.contains(sessions[index].viewer) { return SessionStoreResult(outcome: .erased) }
        let parts: Parts<SampleColumns> = { try parts(index, $0) }
        return try SessionWriter(sessions[index], key: key, parts: parts, db: db).store()
      }
      try Self.rejectShorterCopies(stored)
      return stored
    }
  }

  /// Rejects a file if all its sessions are known and shorter than the stored ones.
  private static func rejectShorterCopies(_ stored: [SessionStoreResult]) throws(StoreRejection) {
    let shorter = stored.filter { $0.outcome == .kept }
    let idle: Set<StoreResult> = [.kept, .unchanged, .erased]
    guard !shorter.isEmpty, stored.allSatisfy({ idle.contains($0.outcome) }) else { return }
    throw .shorter(
      sessions: shorter.count, now: shorter.reduce(0) { $0 + $1.samples },
      before: shorter.reduce(0) { $0 + ($1.samplesBefore ?? 0) })
  }

  package func all(of video: String) throws(LibraryError) -> [SessionSummary] {
    try database.reading("list the sessions of \(video)") { db in
      try SessionSummary.fetchAll(
        db,
        sql: """
          SELECT substr(pseudonym, 1, 10) AS label,
            DENSE_RANK() OVER (ORDER BY viewer) AS viewer, recordedAt, importedAt, format,
            sampleCount AS samples, skipped, report, told AS toldBits, \(SessionQueries.fileLabel) AS file
          FROM session WHERE video = ? ORDER BY importedAt, pseudonym
          """, arguments: [video])
    }
  }

  /// Deletes a session, by its own ID or its label, and everything that was aggregated from it.
  ///
  /// - Throws: `LibraryError`; `.busy` if it was deleted but the log could not be emptied.
  package func remove(
    _ session: String, of video: String, isRehearsal: Bool = false
  ) throws(LibraryError) -> Bool {
    let key = try database.existingKey()
    let removed = try database.writing("remove a session of \(video)", isRehearsal: isRehearsal) {
      db in
      let pseudonym = key?.session(session, of: video) ?? ""
      try db.run(
        """
        DELETE FROM session WHERE video = ?1 AND (pseudonym = ?2 OR substr(pseudonym, 1, 10) = ?3)
        """, [video, pseudonym, session])
      guard db.changesCount > 0 else { return false }
      try AudienceStore.deleteAggregates(from: video, db)
      return true
    }
    if !isRehearsal { try database.truncateWriteAheadLog() }
    return removed
  }

  /// Removes the sessions and curves that one file brought into a video; returns their numbers.
  ///
  /// - Throws: `StoreRejection` if no file or several files match; `LibraryError`.
  package func remove(
    file: FileReference, of video: String, isRehearsal: Bool = false
  ) throws -> (sessions: Int, curves: Int) {
    let key = try database.existingKey()
    let count = try database.writingPassingErrors(
      "remove a file of \(video)", isRehearsal: isRehearsal
    ) { db in
      guard let key else { throw StoreRejection.noSuchFile }
      return try Self.deleteFile(file, of: video, key, db)
    }
    if !isRehearsal { try database.truncateWriteAheadLog() }
    return count
  }

  @discardableResult
  private static func deleteFile(
    _ file: FileReference, of video: String?, _ key: LibraryKey, _ db: Database
  ) throws -> (sessions: Int, curves: Int) {
    func marks(_ condition: String, _ value: String) throws -> [String] {
      try db.values(
        """
        SELECT fileMark FROM session
        WHERE \(condition) AND (?2 IS NULL OR video = ?2) AND fileMark IS NOT NULL
        UNION SELECT fileMark FROM curve
        WHERE \(condition) AND (?2 IS NULL OR video = ?2) AND fileMark IS NOT NULL
        """, [value, video])
    }
    var found = try marks("fileMark = ?1", key.file(file.path))
    if found.isEmpty { found = try marks("\(SessionQueries.fileLabel) = ?1", file.label) }
    guard let mark = found.first else { throw StoreRejection.noSuchFile }
    guard found.count == 1 else { throw StoreRejection.ambiguousFile(found.count) }
    let videos: [String] = try db.values(
      "SELECT DISTINCT video FROM session WHERE fileMark = ?1 AND (?2 IS NULL OR video = ?2)",
      [mark, video])
    func delete(from table: String) throws -> Int {
      try db.run(
        "DELETE FROM \(table) WHERE fileMark = ?1 AND (?2 IS NULL OR video = ?2)", [mark, video])
      return db.changesCount
    }
    let gone = (sessions: try delete(from: "session"), curves: try delete(from: "curve"))
    for video in videos { try AudienceStore.deleteAggregates(from: video, db) }
    return gone
  }

  /// Sessions of the same viewers from other files, by the viewer's name and the video.
  package func fromOtherFiles(
    _ sessions: [NewSession], _ stored: [SessionStoreResult]
  ) throws(LibraryError) -> [[String]: [SessionInOtherFile]] {
    guard let key = try database.existingKey() else { return [:] }
    let own = Set(stored.compactMap(\.id))
    return try database.reading("look for the same viewers in other files") { db in
      // Query once per viewer: a file may have thousands of sessions of one viewer.
      var found: [[String]: [SessionInOtherFile]] = [:]
      for name in Set(sessions.map { [$0.viewer, $0.video] }) {
        let rows = try Row.fetchAll(
          db.cachedStatement(
            sql: """
              SELECT \(SessionQueries.fileLabel) AS file, recordedAt, report, id FROM session
              WHERE viewer = ? AND video = ? AND fileMark IS NOT NULL ORDER BY importedAt
              """),
          arguments: [key.viewer(name[0]), name[1]])
        found[name] = try rows.filter { try !own.contains($0.decode(Int64.self, atIndex: 3)) }
          .map(SessionInOtherFile.init(row:))
      }
      return found
    }
  }

  /// Number of stored sessions of a file that its current version does not contain.
  package func leftoverCount(ofFile path: String, besides stored: [SessionStoreResult])
    throws(LibraryError) -> Int
  {
    guard let key = try database.existingKey() else { return 0 }
    let own = Set(stored.compactMap(\.id))
    return try database.reading("look for earlier sessions of a file") { db in
      let ids: [Int64] = try db.values(
        "SELECT id FROM session WHERE fileMark = ?", [key.file(path)])
      return ids.count { !own.contains($0) }
    }
  }

  /// The sessions of each viewer who has several for a video.
  package func viewersWithSeveralSessions(of video: String) throws(LibraryError)
    -> [[SessionInOtherFile]]
  {
    try database.reading("look for several sessions of a viewer") { db in
      let rows = try Row.fetchAll(
        db,
        sql: """
          SELECT \(SessionQueries.fileLabel) AS file, recordedAt, report, viewer
          FROM session WHERE video = ?1 AND viewer IN (
            SELECT viewer FROM session WHERE video = ?1
            GROUP BY viewer HAVING COUNT(*) > 1)
          AND fileMark IS NOT NULL
          ORDER BY viewer, importedAt, pseudonym
          """, arguments: [video])
      let grouped = try Dictionary(grouping: rows) { try $0.decode(String.self, atIndex: 3) }
      return try grouped.sorted { $0.key < $1.key }
        .map { try $0.value.map(SessionInOtherFile.init(row:)) }
    }
  }

  /// Number of sessions per video that were imported after its last run, unless there are none.
  package func newCounts() throws(LibraryError) -> [String: Int] {
    try database.reading("count the new sessions") { db in
      let rows: [(String, Int)] = try db.rows(
        """
        SELECT session.video, COUNT(*) FROM session
        LEFT JOIN videoState ON videoState.video = session.video
        WHERE importedAt > COALESCE(lastRun, 0) GROUP BY session.video
        """)
      return Dictionary(uniqueKeysWithValues: rows)
    }
  }

  /// Number of sessions of a video with the same samples as another viewer's session.
  package func duplicateCount(of video: String) throws(LibraryError) -> Int {
    try database.reading("look for duplicate sessions") { db in
      try db.value(
        """
        SELECT coalesce(SUM(sessions), 0) FROM (
          SELECT COUNT(*) AS sessions FROM session WHERE video = ?
          GROUP BY samplesHash HAVING COUNT(DISTINCT viewer) > 1)
        """, [video]) ?? 0
    }
  }

  /// The findings of the imports of a video's sessions, by the viewer's pseudonym.
  package func reports(
    of video: String
  ) throws(LibraryError) -> [String: [(id: Int64, report: String?)]] {
    try database.reading("read the import reports of \(video)") { db in
      let rows: [(Int64, String?, String)] = try db.rows(
        "SELECT id, report, viewer FROM session WHERE video = ?", [video])
      return Dictionary(grouping: rows, by: \.2).mapValues { $0.map { ($0.0, $0.1) } }
    }
  }

  /// The import reports that contain any of the given words, with their videos, oldest first.
  package func reports(
    withAnyOf words: [String]
  ) throws(LibraryError) -> [(video: String, report: String)] {
    try database.reading("list the import reports") { db in
      let condition = words.map { _ in "instr(report, ?)" }.joined(separator: " OR ")
      let rows: [(String, String)] = try db.rows(
        "SELECT video, report FROM session WHERE \(condition) ORDER BY video, importedAt",
        StatementArguments(words))
      return rows.map { (video: $0.0, report: $0.1) }
    }
  }

  /// Recomputes the import reports of a video from each session's samples and old report.
  package func updateReports(
    of video: String, _ body: (SampleColumns, String?) -> String?
  ) throws(LibraryError) {
    try database.writing("update the import reports of \(video)") { db in
      for head in try SessionQueries.viewers(of: video, db).joined() {
        let report: String? = try db.value("SELECT report FROM session WHERE id = ?", [head.id])
        let samples = try SessionQueries.samples(ofSession: head.id, db)
        try db.run("UPDATE session SET report = ? WHERE id = ?", [body(samples, report), head.id])
      }
    }
  }

  /// The labels of a video with exact numbers of viewers, which callers must withhold if small.
  package func labels(of video: String) throws(LibraryError) -> [LabelCount] {
    try database.reading("count the labels of \(video)") { db in
      let rows: [(String, String, String)] = try db.rows(
        """
        SELECT DISTINCT label.name, label.value, session.viewer
        FROM label JOIN session ON session.id = label.session WHERE session.video = ?
        """, [video])
      // Read all sessions once, since each viewer may have a label of their own.
      let sessions = Dictionary(grouping: try SessionQueries.heads(of: video, db), by: \.viewer)
      return try Dictionary(grouping: rows) { try SessionQueries.label($0.0, $0.1) }.map {
        label, rows in
        let own: [String: [SessionHead]] = rows.reduce(into: [:]) { $0[$1.2] = sessions[$1.2] }
        return LabelCount(label: label, viewers: SessionQueries.withoutDuplicates(own).count)
      }.sorted { $0.label < $1.label }
    }
  }

  package func labelledVideos() throws(LibraryError) -> Set<String> {
    try database.reading("look for labels") { db in
      try Set(
        db.values("SELECT DISTINCT video FROM session WHERE id IN (SELECT session FROM label)"))
    }
  }

  /// Adds or replaces labels of a session; returns whether anything changed.
  static func put(_ labels: [ViewerLabel], on session: Int64, _ db: Database) throws -> Bool {
    var isChanged = false
    for label in labels {
      try db.run(
        """
        INSERT INTO label (session, name, value) VALUES (?, ?, ?)
        ON CONFLICT (session, name) DO UPDATE SET value = excluded.value
          WHERE value != excluded.value
        """, [session, label.name, label.value])
      isChanged = isChanged || db.changesCount > 0
    }
    return isChanged
  }

  /// The viewers of a video, ordered by hashes, so that the first n viewers are a random sample.
  package func viewers(
    of video: String, in part: AudienceSubset = .everyone
  ) throws(LibraryError) -> [ViewerReference] {
    try database.reading("read the viewers of \(video)") { db in
      try SessionQueries.viewers(of: video, in: part, db).map(ViewerReference.init(sessions:))
    }
  }

  /// The exact number of viewers, including those of deleted samples; not for publication.
  package func viewerCount(of video: String, _ part: AudienceSubset) throws(LibraryError) -> Int {
    try database.reading("count the viewers of \(video)") { db in
      try SessionQueries.viewers(of: video, in: part, db).count
        + AudienceStore.retainedViewers(of: video, part, db)
    }
  }

  /// The viewers with a session that was imported before a date, in the order of `viewers(of:in:)`.
  package func viewers(
    of video: String, in part: AudienceSubset, importedBefore limit: Date
  ) throws(LibraryError) -> [ViewerReference] {
    try database.reading("look for old samples of \(video)") { db in
      // A session counts as old if one with the same samples is: they are deleted together.
      let aged: Set<Int64> = try Set(
        db.values(
          """
          SELECT id FROM session WHERE video = ?1 AND samplesHash IN (
            SELECT samplesHash FROM session WHERE video = ?1 AND importedAt < ?2)
          """, [video, limit.timeIntervalSince1970]))
      guard !aged.isEmpty else { return [] }
      return try SessionQueries.viewers(of: video, in: part, db)
        .filter { $0.contains { aged.contains($0.id) } }
        .map(ViewerReference.init(sessions:))
    }
  }

  /// The error for a viewer's samples that cannot be read; it names the damaged session.
  package func damageError(of viewer: ViewerReference) throws(LibraryError) -> LibraryError {
    let operation = "look for damaged sessions"
    return try database.reading(operation) { db in
      for session in viewer.sessions where try !SessionQueries.isIntact(session.id, db) {
        return try LibraryError.damaged(session: session.id, db)
      }
      return LibraryError.damaged(operation)
    }
  }

  /// Returns the hash by which the same samples are recognised, also under other names.
  package static func digest(
    ofSamples parts: (_ take: (SampleColumns) throws -> Void) throws -> Void
  ) throws -> String {
    var tally = SessionContent.Accumulator()
    try parts { tally.add($0) { _, _ in } }
    return tally.content(recordedAt: nil).samples
  }
}
