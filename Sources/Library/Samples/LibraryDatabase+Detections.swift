public import Audience
import Foundation
import GRDB
import Hashing

extension LibraryDatabase {
  /// Stores one source's detections for a video, in the place of those it gave before.
  public func store(_ detections: NewDetections) throws(LibraryError) -> StoreOutcome {
    let boxes = Data(DetectionBlob.encode(detections.detections))
    let content = SHA256.hex(boxes)
    return try writing("store the detections of \(detections.video)") { db in
      let known = try String.fetchOne(
        db, sql: "SELECT contentHash FROM detections WHERE video = ? AND source = ?",
        arguments: [detections.video, detections.source])
      guard known != content else { return .unchanged }
      try db.execute(
        sql: """
          REPLACE INTO detections (video, source, importedAt, contentHash, boxCount, boxes)
          VALUES (?, ?, ?, ?, ?, ?)
          """,
        arguments: [
          detections.video, detections.source, Date().timeIntervalSince1970, content,
          detections.detections.count, boxes,
        ])
      return known == nil ? .added : .replaced
    }
  }

  /// A video's detections of every source, in order of time.
  public func detections(of video: String) throws(LibraryError) -> [Detection] {
    let operation = "read the detections of \(video)"
    return try reading(operation) { db in
      let rows = try Data.fetchAll(
        db, sql: "SELECT boxes FROM detections WHERE video = ? ORDER BY source",
        arguments: [video])
      let sets = try rows.map { data in
        guard let set = data.withUnsafeBytes(DetectionBlob.decode) else {
          throw LibraryError(
            .corrupt, operation: operation, reason: "they are damaged; import them again")
        }
        return set
      }
      let all = sets.joined().enumerated()
      return all.sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }
        .map(\.element)
    }
  }
}
