import Audience
import Foundation
import GRDB

/// A video the library knows, in figures; it names no viewer.
public struct VideoSummary: Hashable, Sendable {
  /// The video's id.
  public var id: String
  /// How many sessions are stored.
  public var sessions: Int
  /// How many people they are from.
  public var viewers: Int
  /// How many samples they hold.
  public var samples: Int
  /// How many boxes are stored, by what found them.
  public var detections: [String: Int]
}

extension LibraryDatabase {
  /// The videos that have sessions or detections, in order of their ids.
  public func videos() throws(LibraryError) -> [VideoSummary] {
    try reading("list the videos") { db in
      var videos: [String: VideoSummary] = [:]
      let sessions = try Row.fetchAll(
        db,
        sql: """
          SELECT video, COUNT(*), COUNT(DISTINCT viewer), SUM(sampleCount)
          FROM session GROUP BY video
          """)
      for row in sessions {
        videos[row[0]] = VideoSummary(
          id: row[0], sessions: row[1], viewers: row[2], samples: row[3], detections: [:])
      }
      for row in try Row.fetchAll(db, sql: "SELECT video, source, boxCount FROM detections") {
        let (id, source): (String, String) = (row[0], row[1])
        let empty = VideoSummary(id: id, sessions: 0, viewers: 0, samples: 0, detections: [:])
        videos[id, default: empty].detections[source] = row[2]
      }
      return videos.values.sorted { $0.id < $1.id }
    }
  }

  /// A video's sessions, oldest import first.
  public func sessions(of video: String) throws(LibraryError) -> [SessionSummary] {
    try reading("list the sessions of \(video)") { db in
      let rows = try Row.fetchAll(
        db,
        sql: """
          SELECT pseudonym, recordedAt, importedAt, format, sampleCount, skipped, report, told
          FROM session WHERE video = ? ORDER BY importedAt, pseudonym
          """,
        arguments: [video])
      return rows.map { row in
        let recordedAt: Double? = row[1]
        return SessionSummary(
          label: Self.label(row[0]), recordedAt: recordedAt.map(Date.init(timeIntervalSince1970:)),
          importedAt: Date(timeIntervalSince1970: row[2]), format: row[3], samples: row[4],
          skipped: StoredJSON.value(row[5]), report: row[6],
          told: (row[7] as Int?).map { EmotionSet(rawValue: UInt8(truncatingIfNeeded: $0)) },
          areStrongest: (row[7] as Int? ?? 0) & 0x80 != 0)
      }
    }
  }
}
