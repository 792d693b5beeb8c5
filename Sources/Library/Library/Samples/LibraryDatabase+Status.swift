package import Audience
package import Foundation
import GRDB

/// Counts of what the library stores for a video; it does not identify viewers.
package struct VideoSummary: Hashable, Sendable {
  package var id: String
  package var sessions = 0
  /// Number of viewers, including those whose samples were deleted because of their age.
  package var viewers = 0
  /// Number of viewers whose samples were deleted because of their age.
  package var frozen = 0
  package var samples = 0
  package var detections: [String: Int] = [:]
  /// Number of stored points of each engagement curve, by source.
  package var curves: [String: Int] = [:]
  /// Whether moments can be selected from it: there are viewers or engagement curves.
  package var hasAudience: Bool { viewers > 0 || !curves.isEmpty }
}

extension VideoSummary {
  package init(id: String) { self.init(id: id, sessions: 0) }
}

extension LibraryDatabase {
  /// The videos with sessions, detections, curves or an aggregated audience of deleted samples,
  /// sorted by ID.
  package func videos() throws(LibraryError) -> [VideoSummary] {
    try reading("list the videos") { try Self.summaries(of: nil, $0) }
  }

  /// The counts of one video, without reading data of other videos.
  ///
  /// So damage in another video's data does not matter.
  ///
  /// - Returns: `nil` if nothing is stored for the video.
  package func summary(of video: String) throws(LibraryError) -> VideoSummary? {
    try reading("count the sessions of \(video)") { try Self.summaries(of: video, $0).first }
  }

  private static func summaries(of video: String?, _ db: Database) throws -> [VideoSummary] {
    let condition = video == nil ? "" : "WHERE video = ?"
    let arguments = StatementArguments([video].compactMap { $0 })
    var videos: [String: VideoSummary] = [:]
    let counted: [(String, Int, Int, Int)] = try db.rows(
      """
      SELECT video, COUNT(*), COUNT(DISTINCT viewer), SUM(sampleCount)
      FROM session \(condition) GROUP BY video
      """,
      arguments)
    for (id, sessions, viewers, samples) in counted {
      videos[id] = VideoSummary(id: id, sessions: sessions, viewers: viewers, samples: samples)
    }
    for id in try videosWithCopies(video, db) {
      videos[id]?.viewers = try viewers(of: id, db).count
    }
    for (table, count, counts) in [
      ("detections", "boxCount", \VideoSummary.detections),
      ("curve", "pointCount", \VideoSummary.curves),
    ] {
      let rows: [(String, String, Int)] = try db.rows(
        "SELECT video, source, \(count) FROM \(table) \(condition)", arguments)
      for (id, source, count) in rows {
        videos[id, default: VideoSummary(id: id)][keyPath: counts][source] = count
      }
    }
    let frozen: [(String, Int)] = try db.rows(
      """
      SELECT video, viewers FROM frozen
      \(video == nil ? "WHERE" : "WHERE video = ? AND") part = '\(AudiencePart.everyone)'
      """,
      arguments)
    for (id, viewers) in frozen {
      videos[id, default: VideoSummary(id: id)].frozen = viewers
      videos[id, default: VideoSummary(id: id)].viewers += viewers
    }
    return videos.values.sorted { $0.id < $1.id }
  }

  /// Whether anything was imported for a video, or a run processed it; reads no other video's data.
  package func knows(_ video: String) throws(LibraryError) -> Bool {
    try reading("look for \(video)") { db in
      try ["session", "detections", "curve", "videoState", "frozen"].contains { table in
        try Bool.fetchOne(
          db, sql: "SELECT EXISTS (SELECT 1 FROM \(table) WHERE video = ?)", arguments: [video])
          ?? false
      }
    }
  }

  /// The sessions of a video, oldest import first.
  package func sessions(of video: String) throws(LibraryError) -> [SessionSummary] {
    try reading("list the sessions of \(video)") { db in
      try SessionSummary.fetchAll(
        db,
        sql: """
          SELECT substr(pseudonym, 1, 10) AS label,
            DENSE_RANK() OVER (ORDER BY viewer) AS viewer, recordedAt, importedAt, format,
            sampleCount AS samples, skipped, report, told AS toldBits, \(Self.fileLabel) AS file
          FROM session WHERE video = ? ORDER BY importedAt, pseudonym
          """,
        arguments: [video])
    }
  }
}

extension LibraryDatabase {
  /// The import reports that contain any of the given words, with their videos, oldest first.
  package func reports(
    withAnyOf words: [String]
  ) throws(LibraryError) -> [(video: String, report: String)] {
    try reading("list the import reports") { db in
      let condition = words.map { _ in "instr(report, ?)" }.joined(separator: " OR ")
      let rows: [(String, String)] = try db.rows(
        "SELECT video, report FROM session WHERE \(condition) ORDER BY video, importedAt",
        StatementArguments(words))
      return rows.map { (video: $0.0, report: $0.1) }
    }
  }
}

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
  /// The emotion classes that its faces report.
  package var told: EmotionSet { EmotionSet(rawValue: UInt8(truncatingIfNeeded: toldBits)) }
  /// Whether the source reports only its strongest classes.
  package var areStrongest: Bool { toldBits & 0x80 != 0 }
  private var toldBits: Int
}
