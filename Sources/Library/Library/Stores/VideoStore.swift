package import Audience
import Support
package import Foundation
import GRDB

/// Counts of what the library stores for a video; it does not identify viewers.
package struct VideoSummary: Hashable, Sendable {
  package var id: String
  package var sessions = 0
  /// Number of viewers, including those whose samples were deleted because of their age.
  package var viewers = 0
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

/// The videos: what is stored for each, and the results of its last runs.
package struct VideoStore: Sendable {
  let database: LibraryDatabase

  /// The videos with any imported data or an aggregated audience of deleted samples, sorted by ID.
  package func all() throws(LibraryError) -> [VideoSummary] {
    try database.reading("list the videos") { try Self.summaries(of: nil, $0) }
  }

  /// The counts of one video, or `nil`; damage in another video's data does not matter.
  package func summary(of video: String) throws(LibraryError) -> VideoSummary? {
    try database.reading("count the sessions of \(video)") {
      try Self.summaries(of: video, $0).first
    }
  }

  private static func summaries(of video: String?, _ db: Database) throws -> [VideoSummary] {
    let condition = video == nil ? "" : "WHERE video = ?"
    let arguments = StatementArguments([video].compactMap { $0 })
    var videos: [String: VideoSummary] = [:]
    let counted: [(String, Int, Int, Int)] = try db.rows(
      """
      SELECT video, COUNT(*), COUNT(DISTINCT viewer), SUM(sampleCount)
      FROM session \(condition) GROUP BY video
      """, arguments)
    for (id, sessions, viewers, samples) in counted {
      videos[id] = VideoSummary(id: id, sessions: sessions, viewers: viewers, samples: samples)
    }
    for id in try SessionQueries.videosWithDuplicates(video, db) {
      videos[id]?.viewers = try SessionQueries.viewers(of: id, db).count
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
      \(video == nil ? "WHERE" : "WHERE video = ? AND") part = '\(AudienceSubset.everyone)'
      """, arguments)
    for (id, viewers) in frozen {
      videos[id, default: VideoSummary(id: id)].frozen = viewers
      videos[id, default: VideoSummary(id: id)].viewers += viewers
    }
    return videos.values.sorted { $0.id < $1.id }
  }

  /// Whether anything was imported for a video, or a run processed it; reads no other video's data.
  package func contains(_ video: String) throws(LibraryError) -> Bool {
    try database.reading("look for \(video)") { db in
      try ["session", "detections", "curve", "videoState", "frozen"].contains { table in
        try db.exists("SELECT 1 FROM \(table) WHERE video = ?", [video])
      }
    }
  }

  /// Deletes a video's sessions, state and caches; its clips stay listed until they are removed.
  package func remove(_ video: String, isRehearsal: Bool = false) throws(LibraryError) -> Bool {
    let known = try database.writing("remove \(video)", isRehearsal: isRehearsal) { db in
      var known = false
      for table in [
        "session", "detections", "curve", "videoState", "cache", "sourceSeen", "audience",
        "frozen", "frozenMark", "posting",
      ] {
        try db.run("DELETE FROM \(table) WHERE video = ?", [video])
        known = known || db.changesCount > 0
      }
      return known
    }
    if !isRehearsal { try database.truncateWriteAheadLog() }
    return known
  }

  /// A hash of all imported data of a video, or of one part of its audience.
  ///
  /// The same data gives the same hash in any library. Deleting samples by age does not change it.
  package func inputDigest(
    of video: String, in part: AudienceSubset = .everyone
  ) throws(LibraryError) -> String {
    try database.reading("read the input of \(video)") { db in
      // Computing it reads all sessions, so it is stored; triggers delete it when a session
      // changes.
      let kept: String? = try db.value(
        "SELECT digest FROM inputDigest WHERE video = ? AND part = ?", [video, "\(part)"])
      return try kept ?? Self.inputDigest(of: video, in: part, db)
    }
  }

  /// The input hashes of many videos, given the used part of each audience.
  ///
  /// Missing ones are computed, and stored if the library is open for writing.
  package func inputDigests(of parts: [String: AudienceSubset]) throws(LibraryError) -> [String:
    String]
  {
    let kept = try database.reading("read the input hashes") { db in
      let rows: [(String, String, String)] = try db.rows(
        "SELECT video, part, digest FROM inputDigest")
      return rows.reduce(into: [String: String]()) { kept, row in
        let (video, part, digest) = row
        if let wanted = parts[video], part == "\(wanted)" { kept[video] = digest }
      }
    }
    let missing = parts.filter { kept[$0.key] == nil }.sorted { $0.key < $1.key }
    guard !missing.isEmpty else { return kept }
    let keeps = database.purpose == .writing
    // Compute and store in one transaction, otherwise an import in between would be missed.
    func computeMissing(_ db: Database) throws -> [String: String] {
      try missing.reduce(into: kept) { digests, video in
        let digest = try Self.inputDigest(of: video.key, in: video.value, db)
        digests[video.key] = digest
        guard keeps else { return }
        try db.run(
          "REPLACE INTO inputDigest (video, part, digest) VALUES (?, ?, ?)",
          [video.key, "\(video.value)", digest])
      }
    }
    return keeps
      ? try database.writing("store the input hashes", computeMissing)
      : try database.reading("read the input hashes", computeMissing)
  }

  static func inputDigest(of video: String, in part: AudienceSubset, _ db: Database) throws
    -> String
  {
    let digest = try storedDigest(of: video, in: part, db)
    let frozen: [(String, String)] = try db.rows(
      "SELECT digestBefore, digestAfter FROM frozen WHERE video = ? AND part = ?",
      [video, "\(part)"])
    return frozen.first.flatMap { before, after in after == digest ? before : nil } ?? digest
  }

  /// A hash of the data that is stored now: samples, frozen audience, detections and curves.
  static func storedDigest(
    of video: String, in part: AudienceSubset, _ db: Database
  ) throws -> String {
    var hash = SHA256()
    for line in try contentLines(of: video, in: part, db) { hash.update("viewer \(line)\n") }
    let frozen: String? = try db.value(
      "SELECT content FROM frozen WHERE video = ? AND part = ?", [video, "\(part)"])
    if let frozen { hash.update("frozen \(frozen)\n") }
    let sources: [(String, String)] = try db.rows(
      "SELECT source, contentHash FROM detections WHERE video = ? ORDER BY source", [video])
    for (source, content) in sources { hash.update("detections \(content) \(source)\n") }
    let curves: [String] = try db.values(
      "SELECT contentHash FROM curve WHERE video = ? ORDER BY source", [video])
    for content in curves { hash.update("curve \(content)\n") }
    return hash.finalize().hex
  }

  /// One line per viewer with the hashes of the viewer's sessions, in the order of `viewers`.
  private static func contentLines(
    of video: String, in part: AudienceSubset, _ db: Database
  ) throws -> [String] {
    guard try part.isEveryone && SessionQueries.videosWithDuplicates(video, db).isEmpty else {
      return try SessionQueries.viewers(of: video, in: part, db).map {
        $0.map(\.contentHash).joined(separator: " ")
      }
    }
    // This fast path handles large audiences, in which nearly every viewer has one session.
    let lines: [String] = try db.values(
      """
      SELECT group_concat(contentHash, ' ') FROM
        (SELECT viewer, contentHash FROM session WHERE video = ?
         ORDER BY viewer, recordedAt, contentHash)
      GROUP BY viewer
      """, [video])
    return lines.sorted()
  }

  package func state(of video: String) throws(LibraryError) -> VideoState {
    try database.reading("read the state of \(video)") { db in
      try VideoState.fetchOne(
        db, sql: "SELECT * FROM videoState WHERE video = ?", arguments: [video]) ?? VideoState()
    }
  }

  package func states() throws(LibraryError) -> [String: VideoState] {
    try database.reading("read the states of the videos") {
      try VideoState.byVideo("videoState", $0)
    }
  }

  package func setState(_ state: VideoState, of video: String) throws(LibraryError) {
    try database.writing("store the state of \(video)") { db in
      try db.run(
        """
        REPLACE INTO videoState (video, fingerprint, failure, failureCount, pinKind, pinText,
          decisions, lastRun, pinViewers, tried)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """,
        [
          video, state.fingerprint, state.failure, state.failureCount, state.pin?.kind.rawValue,
          state.pin?.text, state.decisions, state.lastRun?.timeIntervalSince1970,
          state.pin?.viewers, state.failure == nil ? nil : state.tried,
        ])
    }
  }

  package func sources() throws(LibraryError) -> [String: KnownSource] {
    try database.reading("read the data of the sources") {
      try KnownSource.byVideo("sourceSeen", $0)
    }
  }

  package func source(of video: String) throws(LibraryError) -> KnownSource? {
    try database.reading("read the data of the source of \(video)") { db in
      try KnownSource.fetchOne(
        db, sql: "SELECT * FROM sourceSeen WHERE video = ?", arguments: [video])
    }
  }

  /// Stores the data of sources in one transaction, since each one waits for the disk.
  package func setSources(_ sources: [String: KnownSource]) throws(LibraryError) {
    guard !sources.isEmpty else { return }
    try database.writing("store the data of the sources") { db in
      for (video, source) in sources.sorted(by: { $0.key < $1.key }) {
        try db.run(
          """
          REPLACE INTO sourceSeen (video, path, mark, duration, stamp) VALUES (?, ?, ?, ?, ?)
          """, [video, source.path, source.mark, source.duration, source.stamp])
      }
    }
  }

  /// The cached value of a video if the key, which identifies the input of the value, is the same.
  package func cached(
    _ kind: CacheKind, of video: String, key: String
  ) throws(LibraryError) -> Data? {
    try database.reading("read a cache of \(video)") { db in
      try db.value(
        "SELECT value FROM cache WHERE video = ? AND kind = ? AND key = ?",
        [video, kind.rawValue, key])
    }
  }

  package func setCache(
    _ kind: CacheKind, of video: String, key: String, value: Data
  ) throws(LibraryError) {
    try database.writing("store a cache of \(video)") { db in
      try db.run(
        "REPLACE INTO cache (video, kind, key, value) VALUES (?, ?, ?, ?)",
        [video, kind.rawValue, key, value])
    }
  }
}
