package import Audience
import Foundation
import GRDB

/// The detections (boxes of faces and objects in the picture), by video and detector.
package struct DetectionStore: Sendable {
  let database: LibraryDatabase

  /// Stores the detections of one source in one transaction; replaces those that it gave before.
  ///
  /// - Parameters:
  ///   - video: the video's ID.
  ///   - finder: name of the detector, for example `yolo-v3`.
  ///   - record: entry for the import log, in the same transaction.
  ///   - parts: passes the detections on, in any order, in parts that depend only on the
  ///     detections. It may be called twice. Its errors abort the transaction.
  /// - Returns: whether they were added, replaced or already there.
  /// - Throws: `LibraryError`, or an error of `parts`; then nothing is stored.
  package func store(
    of video: String, by finder: String, noting record: ImportLogEntry? = nil,
    parts: @escaping (_ take: ([Detection]) throws -> Void) throws -> Void
  ) throws -> StoreResult {
    let key = record == nil ? nil : try database.writingKey()
    return try database.writingPassingErrors("store the detections of \(video)") { db in
      if let record, let key {
        try LibraryDatabase.storeKeyCheck(key, db)
        try IntakeStore.put(record, key, db)
      }
      return try DetectionWriter(video: video, source: finder, parts: parts, db: db).store()
    }
  }

  /// The detections of a video during some times, sorted by time and source.
  ///
  /// - Throws: `LibraryError`, `.corrupt` if stored detections are damaged.
  package func all(
    of video: String, during stretches: [Range<Double>]? = nil
  ) throws(LibraryError) -> [Detection] {
    try database.reading(Self.operation(of: video)) { db in
      var all: [Detection] = []
      try Self.forEachDetection(of: video, db) { box in
        if stretches?.contains(where: { $0.contains(box.time) }) ?? true { all.append(box) }
      }
      return all.sortedByTime
    }
  }

  /// Passes a video's detections on, source by source; keeps one stored part in memory.
  package func forEach(of video: String, _ take: (Detection) -> Void) throws(LibraryError) {
    try database.reading(Self.operation(of: video)) {
      try Self.forEachDetection(of: video, $0, take)
    }
  }

  private static func operation(of video: String) -> String { "read the detections of \(video)" }

  private static func forEachDetection(
    of video: String, _ db: Database, _ take: (Detection) -> Void
  ) throws {
    let rows = try Row.fetchCursor(
      db,
      sql: """
        SELECT source, 0 AS part, boxes FROM detections WHERE video = ?1
        UNION ALL SELECT source, part, boxes FROM boxPart WHERE video = ?1
        ORDER BY source, part
        """, arguments: [video])
    while let row = try rows.next() {
      let data = try row.decode(Data.self, atIndex: 2)
      guard let part = unsafe data.withUnsafeBytes(DetectionBlob.decode) else {
        throw LibraryError(
          .corrupt, operation: operation(of: video), reason: "they are damaged; import them again")
      }
      part.forEach(take)
    }
  }
}
