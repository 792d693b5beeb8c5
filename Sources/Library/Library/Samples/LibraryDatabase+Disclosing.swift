package import Audience
package import Foundation
import GRDB

/// All that the library holds of one viewer.
package struct HeldViewer: Sendable {
  /// The pseudonyms under which the viewer is known; one, unless names came with spaces.
  package var pseudonyms: [String]
  /// Whether an import would leave the viewer out, who was erased.
  package var isForgotten: Bool
  /// The sessions, in order of video and import.
  package var sessions: [HeldSession]
  /// What is kept that was made from the sessions among others, by video.
  package var folded: [HeldCache]
}

/// One stored session of a viewer.
package struct HeldSession: Sendable, StoredRow {
  package var video: String
  package var pseudonym: String
  /// When it was recorded, where the source told.
  package var recordedAt: Date?
  package var importedAt: Date
  /// The name of the format it came in.
  package var format: String
  /// SHA-256 of what was recorded.
  package var contentHash: String
  /// What the file it came from is called.
  package var file: String?
  /// The keyed mark of that file's path.
  package var fileMark: String?
  /// Samples that could not be used, by reason.
  package var skipped: [String: Int]
  /// What its import found in it, as JSON.
  package var report: String?
  /// What its viewer is labelled with.
  package var labels: [ViewerLabel] = []
  /// What was recorded, in figures.
  package var samples = HeldSamples()

  enum CodingKeys: String, CodingKey {
    case video, pseudonym, recordedAt, importedAt, format, contentHash, file, fileMark, skipped,
      report
  }
}

/// The samples of a session in figures.
package struct HeldSamples: Hashable, Sendable {
  package var count = 0
  /// Play times of the first and the last, seconds; `nil` without any.
  package var span: ClosedRange<Double>?
  /// How many tell a place on the picture or beside it.
  package var gazes = 0
  /// Where these lie, in pictures; `nil` without any.
  package var x: ClosedRange<Double>?, y: ClosedRange<Double>?
  /// How many tell closed eyes.
  package var blinks = 0
  /// How many tell a face.
  package var faces = 0
  /// The least and the greatest score of each class that a face tells.
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

/// Something kept that was made from samples: `audience` from those of many viewers, `viewerRows`
/// from the viewer's own.
package struct HeldCache: Hashable, Sendable {
  package var video: String
  package var kind: String
  package var bytes: Int
}

extension LibraryDatabase {
  /// The videos that a viewer, by the name as imported, watched, in order of their ids.
  package func videos(withViewer viewerName: String) throws(LibraryError) -> [String] {
    guard let key = try knownKey() else { return [] }
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

  /// Whether a viewer, by the name as imported, was erased, and not readmitted since.
  package func hasForgotten(viewerName: String) throws(LibraryError) -> Bool {
    guard let key = try knownKey() else { return false }
    return try reading("look for an erased viewer") { db in
      try !Self.keptMarks(ofErased: viewerName, key, db).isEmpty
    }
  }

  /// All that is held of a viewer; `nil` for nothing, not even that the viewer was erased.
  package func held(ofViewer viewerName: String) throws(LibraryError) -> HeldViewer? {
    guard let key = try knownKey() else { return nil }
    let names = Self.pseudonyms(viewerName, key)
    return try reading("gather what is held of a viewer") { db in
      let rows = try Row.fetchAll(
        db,
        sql: """
          SELECT id, video, pseudonym, recordedAt, importedAt, format, contentHash, skipped,
            report, fileMark, \(Self.fileLabel) AS file
          FROM session WHERE \(Self.sessionsOfOne) ORDER BY video, importedAt, pseudonym
          """,
        arguments: [Self.list(names)])
      let isForgotten = try !Self.keptMarks(ofErased: viewerName, key, db).isEmpty
      guard !rows.isEmpty || isForgotten else { return nil }
      let sessions = try rows.map { try Self.heldSession($0, db) }
      return HeldViewer(
        pseudonyms: Set(names).sorted(), isForgotten: isForgotten, sessions: sessions,
        folded: try Self.folded(from: Set(sessions.map(\.video)), names, db))
    }
  }

  /// The plain name's pseudonym, which import stores, and that of the name as it is; of each way
  /// in which Unicode writes it, since file systems write `é` as one sign or as two.
  static func pseudonyms(_ viewerName: String, _ key: LibraryKey) -> [String] {
    [
      viewerName, viewerName.precomposedStringWithCanonicalMapping,
      viewerName.decomposedStringWithCanonicalMapping,
    ].flatMap { [key.viewer(ViewerName.plain($0) ?? $0), key.viewer($0)] }
  }

  private static func heldSession(_ row: Row, _ db: Database) throws -> HeldSession {
    let id = try row.decode(Int64.self, forColumn: "id")
    let labels: [(String, String)] = try db.rows(
      "SELECT name, value FROM label WHERE session = ? ORDER BY name", [id])
    var session = try HeldSession(row: row)
    session.labels = try labels.map(label)
    session.samples = HeldSamples(try samples(ofSession: id, db))
    return session
  }

  private static func folded(
    from videos: Set<String>, _ names: [String], _ db: Database
  ) throws -> [HeldCache] {
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
        kind, bytes in bytes.map { HeldCache(video: video, kind: kind, bytes: $0) }
      }
    }
  }
}
