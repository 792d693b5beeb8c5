package import Audience
package import struct Foundation.Data
package import struct Foundation.Date
import GRDB
import Support

/// The aggregated audience that remains after samples were deleted because of their age.
package struct RetainedAudience: Hashable, Sendable {
  /// Exact number of viewers, including those left out; not for publication.
  package var viewers: Int
  package var audience: AggregatedAudience

  package init(viewers: Int, audience: AggregatedAudience) {
    self.viewers = viewers
    self.audience = audience
  }
}

extension LibraryDatabase {
  /// The aggregated audience that remains of deleted samples.
  ///
  /// - Returns: `nil` if no samples were deleted.
  /// - Throws: `LibraryError`, `.corrupt` if it cannot be decoded; it cannot be computed again.
  package func frozenAudience(
    of video: String, _ part: AudiencePart
  ) throws(LibraryError) -> RetainedAudience? {
    let operation = "read the aggregated old samples of \(video)"
    return try reading(operation) { db in
      let arguments: StatementArguments = [video, "\(part)"]
      let found: [(Int, Data)] = try db.rows(
        "SELECT viewers, head FROM frozen WHERE video = ? AND part = ?", arguments)
      guard let (viewers, head) = found.first else { return nil }
      let rows: [(Data, Data)] = try db.rows(
        "SELECT figures, rows FROM frozenBlock WHERE video = ? AND part = ? ORDER BY block",
        arguments)
      let blocks = EncodedAudience(
        head: [UInt8](head), figures: rows.map { [UInt8]($0.0) }, rows: rows.map { [UInt8]($0.1) })
      guard let audience = AggregatedAudience(blocks) else {
        throw LibraryError(
          .corrupt, operation: operation,
          reason: "it is damaged; restore gazecut.sqlite from a backup")
      }
      return RetainedAudience(viewers: viewers, audience: audience)
    }
  }

  /// The aggregation settings of deleted samples; `nil` if no samples were deleted.
  package func frozenSettings(
    of video: String, _ part: AudiencePart
  ) throws(LibraryError) -> AggregationSettings? {
    try reading("read the settings of the aggregated old samples of \(video)") { db in
      let head = try Data.fetchOne(
        db, sql: "SELECT head FROM frozen WHERE video = ? AND part = ?",
        arguments: [video, "\(part)"])
      return head.flatMap { TimelineSummary.foldSettings(inHead: [UInt8]($0)) }
    }
  }

  /// Whether samples of a video were deleted and their aggregated audience remains.
  package func isFrozen(_ video: String) throws(LibraryError) -> Bool {
    try reading("look for erased samples of \(video)") { db in
      try Bool.fetchOne(
        db, sql: "SELECT EXISTS (SELECT 1 FROM frozen WHERE video = ?)", arguments: [video])
        ?? false
    }
  }

  /// IDs of the videos with an aggregated audience of deleted samples, sorted.
  package func frozenVideos() throws(LibraryError) -> [String] {
    try reading("list the aggregated old samples") { db in
      try String.fetchAll(db, sql: "SELECT DISTINCT video FROM frozen ORDER BY video")
    }
  }

  /// The viewers with a session that was imported before a date, in the order of `viewers(of:in:)`.
  package func viewers(
    of video: String, in part: AudiencePart, importedBefore limit: Date
  ) throws(LibraryError) -> [ViewerReference] {
    try reading("look for old samples of \(video)") { db in
      let aged = Set(
        try Int64.fetchAll(
          db,
          // A session counts as old if one with the same samples is: they are deleted together.
          sql: """
            SELECT id FROM session WHERE video = ?1 AND samplesHash IN (
              SELECT samplesHash FROM session
              WHERE video = ?1 AND importedAt < ?2)
            """,
          arguments: [video, limit.timeIntervalSince1970]))
      guard !aged.isEmpty else { return [] }
      return try Self.viewers(of: video, in: part, db)
        .filter { $0.contains { aged.contains($0.id) } }
        .map(ViewerReference.init(sessions:))
    }
  }

  /// Deletes the sessions of viewers, and all duplicates of them, and stores their aggregated
  /// audience instead.
  ///
  /// Deleted pages are overwritten and the log is emptied, as in `forget(viewers:)`. Decisions and
  /// the aggregated whole audience stay valid, since the people are the same.
  ///
  /// - Parameters:
  ///   - viewers: viewers from `viewers(of:in:importedBefore:)`.
  ///   - video: the video's ID.
  ///   - frozen: the aggregated audience of them and of viewers deleted before, by part of the
  ///     audience.
  /// - Returns: `false` if a session has changed meanwhile; then nothing is deleted.
  /// - Throws: `LibraryError`; `.busy` if the samples were deleted but the log could not be
  ///   emptied.
  package func replaceSamplesByAggregate(
    _ viewers: [ViewerReference], of video: String, as frozen: [AudiencePart: RetainedAudience]
  ) throws(LibraryError) -> Bool {
    guard let key = try existingKey() else { return false }
    let sessions = viewers.flatMap(\.sessions)
    let isDone = try writing("erase old samples of \(video)") { db in
      var old: Set<String> = []
      for session in sessions {
        let found: [(String, String)] = try db.rows(
          "SELECT contentHash, samplesHash FROM session WHERE id = ?", [session.id])
        guard let (content, samples) = found.first, content == session.contentHash else {
          return false
        }
        old.insert(samples)
      }
      // Compute the digests before deleting anything.
      let before = try frozen.keys.map { part in
        (part: part, digest: try Self.inputDigest(of: video, in: part, db))
      }
      for samples in old.sorted() {
        // A shortened copy is recognised by its content hash, because its own samples hash is not
        // kept.
        let contents = try String.fetchAll(
          db,
          sql: "SELECT contentHash FROM session WHERE video = ? AND samplesHash = ?",
          arguments: [video, samples])
        for mark in ([samples] + contents).map(key.recording) {
          try db.run("INSERT OR IGNORE INTO frozenMark (video, mark) VALUES (?, ?)", [video, mark])
        }
        try db.run(
          "DELETE FROM session WHERE video = ? AND samplesHash = ?",
          [video, samples])
      }
      for (part, digest) in before {
        guard let audience = frozen[part] else { continue }
        try Self.write(audience, of: video, part, before: digest, db)
      }
      return true
    }
    if isDone { try truncateWriteAheadLog() }
    return isDone
  }

  private static func write(
    _ frozen: RetainedAudience, of video: String, _ part: AudiencePart, before: String,
    _ db: Database
  ) throws {
    let blocks = EncodedAudience(frozen.audience)
    var content = SHA256()
    for bytes in [blocks.head] + blocks.figures + blocks.rows { content.update(bytes) }
    let key: StatementArguments = [video, "\(part)"]
    try db.run("DELETE FROM frozen WHERE video = ? AND part = ?", key)
    try db.run(
      """
      INSERT INTO frozen (video, part, viewers, content, digestBefore, digestAfter, head)
      VALUES (?, ?, ?, ?, ?, '', ?)
      """,
      key + [frozen.viewers, content.finalize().hex, before, Data(blocks.head)])
    for (number, (figures, rows)) in zip(blocks.figures, blocks.rows).enumerated() {
      try db.run(
        "INSERT INTO frozenBlock (video, part, block, figures, rows) VALUES (?, ?, ?, ?, ?)",
        key + [number, Data(figures), Data(rows)])
    }
    try db.run(
      "UPDATE frozen SET digestAfter = ? WHERE video = ? AND part = ?",
      [try storedDigest(of: video, in: part, db)] + key)
  }

  /// Exact number of viewers of whom only the aggregated audience remains; not for publication.
  static func frozenViewers(
    of video: String, _ part: AudiencePart, _ db: Database
  ) throws -> Int {
    try Int.fetchOne(
      db, sql: "SELECT viewers FROM frozen WHERE video = ? AND part = ?",
      arguments: [video, "\(part)"]) ?? 0
  }
}
