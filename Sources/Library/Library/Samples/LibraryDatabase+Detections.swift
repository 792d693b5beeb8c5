package import Audience
import Foundation
import GRDB

extension LibraryDatabase {
  /// Stores one source's detections, which come in parts, in the place of those it gave before.
  ///
  /// One transaction, in which no more than a part is in memory.
  ///
  /// - Parameters:
  ///   - video: the video's id.
  ///   - finder: what found them, as `yolo-v3`; its second import replaces the first.
  ///   - record: what is remembered of where they came from, in the same transaction.
  ///   - parts: hands over the boxes, in any order, in parts that depend on the boxes only. It may
  ///     be asked twice; what it throws ends the storing and is thrown on as it is.
  /// - Returns: what became of them.
  /// - Throws: `LibraryError`, or what `parts` threw; nothing is stored then.
  package func store(
    detectionsOf video: String, by finder: String, noting record: IntakeRecord? = nil,
    parts: @escaping (_ take: ([Detection]) throws -> Void) throws -> Void
  ) throws -> StoreOutcome {
    let key = record == nil ? nil : try writingKey()
    return try storing("store the detections of \(video)") { db in
      if let record, let key {
        try Self.claim(key, db)
        try Self.put(record, key, db)
      }
      return try DetectionWriter(video: video, source: finder, parts: parts, db: db).store()
    }
  }

  /// A video's detections of every source, in order of time.
  ///
  /// Of the parts that are stored one is in memory at once, and of the rest only what is asked for.
  ///
  /// - Parameters:
  ///   - video: the video's id; an unknown one has none.
  ///   - stretches: the play times asked for, in seconds; all of them with `nil`.
  /// - Returns: the boxes; those of one instant in the order of their sources.
  /// - Throws: `LibraryError`, `.corrupt` for boxes that are damaged.
  package func detections(
    of video: String, during stretches: [Range<Double>]? = nil
  ) throws(LibraryError) -> [Detection] {
    let operation = "read the detections of \(video)"
    return try reading(operation) { db in
      var all: [Detection] = []
      let rows = try Row.fetchCursor(
        db,
        sql: """
          SELECT source, 0 AS part, boxes FROM detections WHERE video = ?1
          UNION ALL SELECT source, part, boxes FROM boxPart WHERE video = ?1
          ORDER BY source, part
          """,
        arguments: [video])
      while let row = try rows.next() {
        let data = try row.decode(Data.self, atIndex: 2)
        guard let part = unsafe data.withUnsafeBytes(DetectionBlob.decode) else {
          throw LibraryError(
            .corrupt, operation: operation, reason: "they are damaged; import them again")
        }
        all += part.filter { box in stretches?.contains { $0.contains(box.time) } ?? true }
      }
      return all.inOrderOfTime
    }
  }
}
