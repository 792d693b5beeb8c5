package import Audience
package import Foundation
import GRDB

/// A video the library knows, in figures; it names no viewer.
package struct VideoSummary: Hashable, Sendable {
  package var id: String
  package var sessions = 0
  /// How many people they are from, and how many more whose samples were erased by age.
  package var viewers = 0
  /// Those of them whose samples were erased by age.
  package var frozen = 0
  package var samples = 0
  /// How many boxes are stored, by what found them.
  package var detections: [String: Int] = [:]
  /// How many points are stored of each curve, by who counted.
  package var curves: [String: Int] = [:]
  /// Whether anything can choose from it: viewers, or what a platform counted of them.
  package var hasAudience: Bool { viewers > 0 || !curves.isEmpty }
}

extension VideoSummary {
  /// A video of which nothing is stored.
  package init(id: String) { self.init(id: id, sessions: 0) }
}

extension LibraryDatabase {
  /// The videos that have sessions, detections, curves, or an audience of erased samples, in
  /// order of their ids.
  package func videos() throws(LibraryError) -> [VideoSummary] {
    try reading("list the videos") { try Self.summaries(of: nil, $0) }
  }

  /// One video in figures, read by itself: nothing of other videos is looked at, so that damage to
  /// theirs is none to these.
  ///
  /// - Returns: `nil` for a video without sessions, detections, curves and frozen audience.
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

  /// Whether anything was imported for a video, or any night worked on it; read by itself as
  /// `summary(of:)` is.
  package func knows(_ video: String) throws(LibraryError) -> Bool {
    try reading("look for \(video)") { db in
      try ["session", "detections", "curve", "videoState", "frozen"].contains { table in
        try Bool.fetchOne(
          db, sql: "SELECT EXISTS (SELECT 1 FROM \(table) WHERE video = ?)", arguments: [video])
          ?? false
      }
    }
  }

  /// A video's sessions, oldest import first.
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
  /// What imports found in sessions, as far as a report has any of some words; by video.
  ///
  /// - Parameter words: looked for in the reports as they are stored.
  /// - Returns: the video and the report of each such session, oldest import first.
  /// - Throws: `LibraryError`.
  package func reports(
    withAnyOf words: [String]
  ) throws(LibraryError) -> [(video: String, report: String)] {
    try reading("list what imports found") { db in
      let condition = words.map { _ in "instr(report, ?)" }.joined(separator: " OR ")
      let rows: [(String, String)] = try db.rows(
        "SELECT video, report FROM session WHERE \(condition) ORDER BY video, importedAt",
        StatementArguments(words))
      return rows.map { (video: $0.0, report: $0.1) }
    }
  }
}

/// A stored session as it may be shown: it names no viewer.
package struct SessionSummary: Hashable, Sendable, StoredRow {
  /// A short stable label, the beginning of the session's pseudonym.
  package var label: String
  /// Which of the video's viewers it is of, by a number that tells nothing else of them.
  package var viewer: Int
  /// When it was recorded, where the source told.
  package var recordedAt: Date?
  package var importedAt: Date
  /// The name of the format it came in.
  package var format: String
  package var samples: Int
  /// Samples that could not be used, by reason.
  package var skipped: [String: Int]
  /// What its import found in it; `nil` if it was stored without a report.
  package var report: String?
  /// What the file that it came from is called; `nil` if it came from no file.
  package var file: String?
  /// The emotion classes that its faces report.
  package var told: EmotionSet { EmotionSet(rawValue: UInt8(truncatingIfNeeded: toldBits)) }
  /// Whether the source says that it tells only its strongest classes.
  package var areStrongest: Bool { toldBits & 0x80 != 0 }
  private var toldBits: Int
}
