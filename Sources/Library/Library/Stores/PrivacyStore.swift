package import Audience
import Support
package import Foundation
import GRDB

/// Everything that the library stores about one viewer (for a request for access).
package struct StoredViewerData: Sendable {
  /// The viewer's pseudonyms: one, or more if the name was imported in several spellings.
  package var pseudonyms: [String]
  package var isForgotten: Bool
  /// The viewer's sessions, sorted by video and time of import.
  package var sessions: [StoredSessionDetails]
  /// Cached data that was computed from the viewer's sessions, alone or with others.
  package var folded: [CachedDataSize]
}

package struct StoredSessionDetails: Sendable, StoredRow {
  package var video: String
  package var pseudonym: String
  /// When it was recorded; `nil` if the source does not report it.
  package var recordedAt: Date?
  package var importedAt: Date
  package var format: String
  package var contentHash: String
  package var file: String?
  package var fileMark: String?
  /// Number of samples that could not be used, by reason.
  package var skipped: [String: Int]
  package var report: String?
  package var labels: [ViewerLabel] = []
  package var samples = SampleStatistics()

  enum CodingKeys: String, CodingKey {
    case video, pseudonym, recordedAt, importedAt, format, contentHash, file, fileMark, skipped,
      report
  }
}

package struct SampleStatistics: Hashable, Sendable {
  package var count = 0
  /// Play times of the first and the last sample in seconds; `nil` if there are none.
  package var span: ClosedRange<Double>?
  /// Number of samples with a gaze position, inside or outside the frame.
  package var gazes = 0
  /// Ranges of the gaze positions, in frame widths and heights; `nil` if there are none.
  package var x: ClosedRange<Double>?, y: ClosedRange<Double>?
  package var blinks = 0
  /// Number of samples with face scores.
  package var faces = 0
  /// Lowest and highest score of each reported emotion.
  package var scores: [Emotion: ClosedRange<Double>] = [:]

  init(_ samples: SampleColumns = SampleColumns()) { for sample in samples { add(sample) } }

  private mutating func add(_ sample: Sample) {
    count += 1
    span = Self.widened(span, by: sample.time)
    switch sample.gaze {
    case .at(let point, _, _):
      gazes += 1
      x = Self.widened(x, by: point.x)
      y = Self.widened(y, by: point.y)
    case .blink: blinks += 1
    case .lost, .notReported: break
    }
    guard case .scores(let face) = sample.face else { return }
    faces += 1
    for emotion in Emotion.allCases {
      guard face.told.contains(emotion) else { continue }
      scores[emotion] = Self.widened(scores[emotion], by: Double(face[emotion]))
    }
  }

  private static func widened(
    _ range: ClosedRange<Double>?, by value: Double
  ) -> ClosedRange<Double> {
    guard let range else { return value...value }
    return min(range.lowerBound, value)...max(range.upperBound, value)
  }
}

/// Cached data computed from samples: `audience` from those of many viewers, `viewerRows` from the
/// viewer's own.
package struct CachedDataSize: Hashable, Sendable {
  package var video: String
  package var kind: String
  package var bytes: Int
}

/// Erasing viewers, and what the library stores about one (requests for erasure and access).
package struct PrivacyStore: Sendable {
  let database: LibraryDatabase

  package func videos(withViewer viewerName: String) throws(LibraryError) -> [String] {
    guard let key = try database.existingKey() else { return [] }
    let names = Self.pseudonyms(viewerName, key)
    return try database.reading("look for a viewer") { db in
      try db.values(
        "SELECT DISTINCT video FROM session WHERE \(Self.personSessionsCondition) ORDER BY video",
        [Self.list(names)])
    }
  }

  package func hasErasures() throws(LibraryError) -> Bool {
    try database.reading("look for erased viewers") { try $0.exists("SELECT 1 FROM forgotten") }
  }

  /// Whether a viewer, given the imported name, is erased and was not readmitted.
  package func isErased(viewerName: String) throws(LibraryError) -> Bool {
    guard let key = try database.existingKey() else { return false }
    return try database.reading("look for an erased viewer") { db in
      try !Self.erasureHashes(ofErased: viewerName, key, db).isEmpty
    }
  }

  /// Everything stored about a viewer; `nil` if there is nothing and the viewer was not erased.
  package func data(ofViewer viewerName: String) throws(LibraryError) -> StoredViewerData? {
    guard let key = try database.existingKey() else { return nil }
    let names = Self.pseudonyms(viewerName, key)
    return try database.reading("read the data of a viewer") { db in
      let rows = try Row.fetchAll(
        db,
        sql: """
          SELECT id, video, pseudonym, recordedAt, importedAt, format, contentHash, skipped,
            report, fileMark, \(SessionQueries.fileLabel) AS file
          FROM session WHERE \(Self.personSessionsCondition) ORDER BY video, importedAt, pseudonym
          """, arguments: [Self.list(names)])
      let isForgotten = try !Self.erasureHashes(ofErased: viewerName, key, db).isEmpty
      guard !rows.isEmpty || isForgotten else { return nil }
      let sessions = try rows.map { try Self.storedSession($0, db) }
      return StoredViewerData(
        pseudonyms: Set(names).sorted(), isForgotten: isForgotten, sessions: sessions,
        folded: try Self.cachedData(from: Set(sessions.map(\.video)), names, db))
    }
  }

  package func pseudonym(ofViewer name: String) throws(LibraryError) -> String? {
    try database.existingKey()?.viewer(ViewerName.plain(name) ?? name)
  }

  /// Erases viewers, given the imported names: all their sessions, and all that was aggregated.
  ///
  /// Deleted pages are overwritten and the write-ahead log is emptied, so that nothing remains
  /// readable in the library's files. If another program's reading prevented that, call it again.
  ///
  /// - Returns: IDs of the videos that lost sessions, sorted.
  /// - Throws: `LibraryError`; `.busy` if they were deleted but the log could not be emptied.
  package func forget(_ names: [String]) throws(LibraryError) -> [String] {
    guard let key = try database.existingKey() else { return [] }
    let affected = try database.writing("forget viewers") { db in
      var videos: Set<String> = []
      let found = try names.filter { name in
        // Import normalizes names, but earlier versions did not, so try both forms.
        let lost = try Self.erase(Self.pseudonyms(name, key), db)
        videos.formUnion(lost)
        return !lost.isEmpty
      }
      if !found.isEmpty { try storeErasures(found, key, db) }
      return videos.sorted()
    }
    try database.truncateWriteAheadLog()
    return affected
  }

  /// A hash of the list of erased viewers; it changes when a viewer is erased or readmitted.
  package func erasureListHash() throws(LibraryError) -> String {
    try database.reading("read the list of erased viewers") { db in
      let marks: [String] = try db.values("SELECT viewer FROM forgotten ORDER BY viewer")
      return String(SHA256.hex(marks.joined(separator: "\n")).prefix(16))
    }
  }

  /// All pseudonyms that a viewer's name could be stored under.
  ///
  /// Earlier versions did not normalize names, and file systems write `é` composed or decomposed.
  private static func pseudonyms(_ viewerName: String, _ key: LibraryKey) -> [String] {
    [
      viewerName, viewerName.precomposedStringWithCanonicalMapping,
      viewerName.decomposedStringWithCanonicalMapping,
    ].flatMap { [key.viewer(ViewerName.plain($0) ?? $0), key.viewer($0)] }
  }

  private static func storedSession(_ row: Row, _ db: Database) throws -> StoredSessionDetails {
    let id = try row.decode(Int64.self, forColumn: "id")
    let labels: [(String, String)] = try db.rows(
      "SELECT name, value FROM label WHERE session = ? ORDER BY name", [id])
    var session = try StoredSessionDetails(row: row)
    session.labels = try labels.map(SessionQueries.label)
    session.samples = SampleStatistics(try SessionQueries.samples(ofSession: id, db))
    return session
  }

  private static func cachedData(
    from videos: Set<String>, _ names: [String], _ db: Database
  ) throws -> [CachedDataSize] {
    try videos.sorted().flatMap { video in
      let own: Int? = try db.value(
        """
        SELECT SUM(LENGTH(rows)) FROM viewerRows
        WHERE video = ? AND viewer IN (SELECT value FROM json_each(?))
        """, [video, list(names)])
      let bytes: Int? = try db.value(
        """
        SELECT LENGTH(head) + coalesce((SELECT SUM(LENGTH(figures) + LENGTH(rows))
          FROM audienceBlock WHERE audienceBlock.video = audience.video), 0)
        FROM audience WHERE video = ?
        """, [video])
      return [(kind: "audience", bytes: bytes), (kind: "viewerRows", bytes: own)].compactMap {
        kind, bytes in bytes.map { CachedDataSize(video: video, kind: kind, bytes: $0) }
      }
    }
  }

  /// Synchronizes the file of erased viewers with the database, also after a backup was restored.
  func synchronizeErasures() throws(LibraryError) {
    let list = ErasureList(folder: database.folder)
    let listed = try list.read()
    guard try database.reading("read the list of erased viewers", Self.erasedMarks) != listed else {
      return
    }
    // Without the key, erased viewers cannot be found. They are erased once it is restored.
    guard let key = try LibraryKey.read(folder: database.folder) else { return }
    let isErased = try database.writing("update the list of erased viewers") { db in
      // Read again inside the transaction, which excludes other writers.
      let (kept, listed) = (try Self.erasedMarks(db), try list.read())
      if !listed.isSuperset(of: kept) { try list.write(listed.union(kept)) }
      let added = listed.subtracting(kept)
      for mark in added { try db.run("INSERT INTO forgotten (viewer) VALUES (?)", [mark]) }
      let viewers: [String] = try db.values("SELECT DISTINCT viewer FROM session")
      let back = viewers.filter { added.contains(key.erased($0)) }
      for viewer in back { try Self.erase([viewer], db) }
      return !back.isEmpty
    }
    // If another program reads, the log cannot be emptied now. The last one to close empties it.
    if isErased { try? database.truncateWriteAheadLog() }
  }

  private static func erasedMarks(_ db: Database) throws -> Set<String> {
    Set(try db.values("SELECT viewer FROM forgotten"))
  }

  /// The stored hashes of an erased viewer; empty if the viewer was not erased.
  private static func erasureHashes(
    ofErased viewerName: String, _ key: LibraryKey, _ db: Database
  ) throws -> [String] {
    let marks = pseudonyms(viewerName, key).map(key.erased)
    // Queries only these hashes, since thousands of viewers may be erased.
    return try db.values(
      "SELECT viewer FROM forgotten WHERE viewer IN (SELECT value FROM json_each(?))", [list(marks)]
    )
  }

  /// SQL condition for all sessions of a person, also under other names; ?1 is the `list` of names.
  private static let personSessionsCondition = """
    (viewer IN (SELECT value FROM json_each(?1)) OR id IN
      (SELECT session FROM otherName WHERE name IN (SELECT value FROM json_each(?1))))
    """

  /// Pseudonyms as a JSON array, so that any number of them fits in one SQL argument.
  private static func list(_ pseudonyms: [String]) -> String {
    "[" + pseudonyms.map { "\"\($0)\"" }.joined(separator: ",") + "]"
  }

  /// Deletes all sessions of a person, given all pseudonyms, and everything aggregated from them.
  ///
  /// - Returns: IDs of the videos that lost sessions, sorted.
  @discardableResult
  private static func erase(_ viewers: [String], _ db: Database) throws -> [String] {
    let arguments: StatementArguments = [list(viewers)]
    let videos: [String] = try db.values(
      "SELECT DISTINCT video FROM session WHERE \(personSessionsCondition) ORDER BY video",
      arguments)
    try db.run("DELETE FROM session WHERE \(personSessionsCondition)", arguments)
    for video in videos { try AudienceStore.deleteAggregates(from: video, db) }
    return videos
  }

  /// Stores that viewers were erased, as keyed hashes that differ from their pseudonyms.
  private func storeErasures(_ names: [String], _ key: LibraryKey, _ db: Database) throws {
    let marks = names.flatMap { Self.pseudonyms($0, key).map(key.erased) }
    for mark in marks { try db.run("INSERT OR IGNORE INTO forgotten (viewer) VALUES (?)", [mark]) }
    try ErasureList(folder: database.folder).write(try Self.erasedMarks(db))
  }

  /// The names of erased viewers among some sessions; `readmits` takes them off the list instead.
  func erased(
    among sessions: [NewSession], readmits: Bool, _ key: LibraryKey, _ db: Database
  ) throws -> Set<String> {
    guard try db.exists("SELECT 1 FROM forgotten") else { return [] }
    let marks = try Dictionary(
      uniqueKeysWithValues: Set(sessions.map(\.viewer)).map {
        ($0, try Self.erasureHashes(ofErased: $0, key, db))
      })
    let erased = marks.filter { !$0.value.isEmpty }
    guard readmits, !erased.isEmpty else { return Set(erased.keys) }
    for mark in erased.values.joined() {
      try db.run("DELETE FROM forgotten WHERE viewer = ?", [mark])
    }
    try ErasureList(folder: database.folder).write(try Self.erasedMarks(db))
    return []
  }
}
