package import Audience
package import Foundation
import GRDB

/// Everything that the library stores about one viewer (for a request for access).
package struct StoredViewerData: Sendable {
  /// The viewer's pseudonyms: one, or more if the name was imported in several spellings.
  package var pseudonyms: [String]
  /// Whether the viewer was erased, so that imports leave the viewer out.
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
  /// SHA-256 of the recorded samples and their time.
  package var contentHash: String
  package var file: String?
  /// Keyed hash (HMAC) of the file's path.
  package var fileMark: String?
  /// Number of samples that could not be used, by reason.
  package var skipped: [String: Int]
  /// Findings of the import, as JSON.
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

  init(_ samples: SampleColumns = SampleColumns()) {
    for sample in samples { add(sample) }
  }

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

extension LibraryDatabase {
  /// The IDs of the videos that a viewer watched, given the imported name.
  package func videos(withViewer viewerName: String) throws(LibraryError) -> [String] {
    guard let key = try existingKey() else { return [] }
    let names = Self.pseudonyms(viewerName, key)
    return try reading("look for a viewer") { db in
      try String.fetchAll(
        db, sql: "SELECT DISTINCT video FROM session WHERE \(Self.sessionsOfOne) ORDER BY video",
        arguments: [Self.list(names)])
    }
  }

  package func hasErasures() throws(LibraryError) -> Bool {
    try reading("look for erased viewers", Self.hasErasures)
  }

  /// Whether a viewer, given the imported name, is erased and was not readmitted.
  package func isErasedViewer(viewerName: String) throws(LibraryError) -> Bool {
    guard let key = try existingKey() else { return false }
    return try reading("look for an erased viewer") { db in
      try !Self.erasureHashes(ofErased: viewerName, key, db).isEmpty
    }
  }

  /// Everything stored about a viewer; `nil` if there is nothing and the viewer was not erased.
  package func held(ofViewer viewerName: String) throws(LibraryError) -> StoredViewerData? {
    guard let key = try existingKey() else { return nil }
    let names = Self.pseudonyms(viewerName, key)
    return try reading("read the data of a viewer") { db in
      let rows = try Row.fetchAll(
        db,
        sql: """
          SELECT id, video, pseudonym, recordedAt, importedAt, format, contentHash, skipped,
            report, fileMark, \(Self.fileLabel) AS file
          FROM session WHERE \(Self.sessionsOfOne) ORDER BY video, importedAt, pseudonym
          """,
        arguments: [Self.list(names)])
      let isForgotten = try !Self.erasureHashes(ofErased: viewerName, key, db).isEmpty
      guard !rows.isEmpty || isForgotten else { return nil }
      let sessions = try rows.map { try Self.storedSession($0, db) }
      return StoredViewerData(
        pseudonyms: Set(names).sorted(), isForgotten: isForgotten, sessions: sessions,
        folded: try Self.cachedData(from: Set(sessions.map(\.video)), names, db))
    }
  }

  /// All pseudonyms that a viewer's name could be stored under.
  ///
  /// Import normalizes names, but earlier versions did not. The name is tried in composed and
  /// decomposed Unicode form, since file systems write `é` in either.
  static func pseudonyms(_ viewerName: String, _ key: LibraryKey) -> [String] {
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
    session.labels = try labels.map(label)
    session.samples = SampleStatistics(try samples(ofSession: id, db))
    return session
  }

  private static func cachedData(
    from videos: Set<String>, _ names: [String], _ db: Database
  ) throws -> [CachedDataSize] {
    try videos.sorted().flatMap { video in
      let own = try Int.fetchOne(
        db,
        sql: """
          SELECT SUM(LENGTH(rows)) FROM viewerRows
          WHERE video = ? AND viewer IN (SELECT value FROM json_each(?))
          """,
        arguments: [video, list(names)])
      let bytes = try Int.fetchOne(
        db,
        sql: """
          SELECT LENGTH(head) + coalesce((SELECT SUM(LENGTH(figures) + LENGTH(rows))
            FROM audienceBlock WHERE audienceBlock.video = audience.video), 0)
          FROM audience WHERE video = ?
          """,
        arguments: [video])
      return [(kind: "audience", bytes: bytes), (kind: "viewerRows", bytes: own)].compactMap {
        kind, bytes in bytes.map { CachedDataSize(video: video, kind: kind, bytes: $0) }
      }
    }
  }
}
