package import Audience
import Support
package import Foundation
import GRDB

/// The aggregated audience of a video that the library may have stored.
package enum CachedAudience: Hashable, Sendable {
  /// It was aggregated from the same input with the same settings.
  case current(TimelineSummary)
  /// It is there and cannot be read: bytes of the library are damaged.
  case damaged
  /// It was aggregated from other input or with other settings.
  case other(key: String)
  case none
}

/// The aggregated audience that remains after samples were deleted because of their age.
package struct RetainedAudience: Hashable, Sendable {
  /// Exact number of viewers, including those left out; not for publication.
  package var viewers: Int
  package var audience: AggregatedAudience

  package init(viewers: Int, audience: AggregatedAudience) {
    (self.viewers, self.audience) = (viewers, audience)
  }
}

/// The stored content of a viewer: aggregated rows, or only samples.
package enum StoredViewerContent: Sendable {
  case folded([UInt8])
  case samples(StoredSamples)
}

/// A table row with an engagement curve.
struct StoredCurve: StoredRow {
  let contentHash, content: String

  var isIntact: Bool { SHA256.hex(content) == contentHash }
}

/// The aggregated audiences: caches, the audience that remains of deleted samples, and engagement
/// curves of platforms.
package struct AudienceStore: Sendable {
  let database: LibraryDatabase

  /// The stored summary of a video's audience, without gaze points; `.current` if the key matches.
  package func summary(of video: String, key: String) throws(LibraryError) -> CachedAudience {
    try database.reading("read the audience of \(video)") { db in
      let found: [(String, Data)] = try db.rows(
        "SELECT key, head FROM audience WHERE video = ?", [video])
      guard let (kept, head) = found.first else { return .none }
      guard kept == key else { return .other(key: kept) }
      let blocks: [(Int, Data)] = try db.rows(
        "SELECT block, figures FROM audienceBlock WHERE video = ? ORDER BY block", [video])
      guard blocks.map({ $0.0 }) == Array(blocks.indices) else { return .damaged }
      let figures = blocks.map { [UInt8]($0.1) }
      return TimelineSummary(head: [UInt8](head), figures: figures).map(CachedAudience.current)
        ?? .damaged
    }
  }

  /// The gaze points in each time bin of some one-minute blocks.
  ///
  /// - Returns: `nil` if they are missing or damaged, or aggregated from other input or settings.
  package func rows(
    of video: String, key: String, blocks: Range<Int>
  ) throws(LibraryError) -> [[GazeRow]]? {
    try database.reading("read the audience of \(video)") { db in
      let kept: [Data] = try db.values(
        """
        SELECT rows FROM audienceBlock JOIN audience USING (video)
        WHERE video = ? AND key = ? AND block >= ? AND block < ? ORDER BY block
        """, [video, key, blocks.lowerBound, blocks.upperBound])
      guard kept.count == blocks.count else { return nil }
      var bins: [[GazeRow]] = []
      for bytes in kept {
        guard let block = GazeRow.decoded([UInt8](bytes)) else { return nil }
        bins += block
      }
      return bins
    }
  }

  /// Stores a video's aggregated audience; replaces the one stored before.
  package func store(
    _ blocks: EncodedAudience, of video: String, key: String
  ) throws(LibraryError) {
    try database.writing("store the audience of \(video)") { db in
      try db.run("DELETE FROM audience WHERE video = ?", [video])
      try db.run(
        "INSERT INTO audience (video, key, head) VALUES (?, ?, ?)", [video, key, Data(blocks.head)])
      for (number, (figures, rows)) in zip(blocks.figures, blocks.rows).enumerated() {
        try db.run(
          "INSERT INTO audienceBlock (video, block, figures, rows) VALUES (?, ?, ?, ?)",
          [video, number, Data(figures), Data(rows)])
      }
    }
  }

  /// The stored data of some viewers, given the aggregation settings.
  ///
  /// - Returns: for each viewer the rows stored under the key, otherwise the samples; `nil` if a
  ///   session has changed meanwhile.
  package func stored(
    _ viewers: ArraySlice<ViewerReference>, foldedBy key: String
  ) throws(LibraryError) -> [StoredViewerContent]? {
    try database.reading("read the samples of some viewers") { db in
      var found: [StoredViewerContent] = []
      for viewer in viewers {
        guard let stored = try Self.stored(viewer, key, db) else { return nil }
        found.append(stored)
      }
      return found
    }
  }

  /// Stores the aggregated rows of some viewers; they are deleted together with the sessions.
  package func store(
    _ rows: [(viewer: ViewerReference, bytes: [UInt8])], foldedBy key: String
  ) throws(LibraryError) {
    try database.writing("store the rows of some viewers") { db in
      for (viewer, bytes) in rows {
        guard let first = viewer.sessions.first else { continue }
        // If the session was deleted meanwhile, this inserts nothing.
        try db.run(
          """
          INSERT OR REPLACE INTO viewerRows (session, video, viewer, key, rows)
          SELECT id, video, viewer, ?, ? FROM session WHERE id = ? AND contentHash = ?
          """, [Self.rowsKey(viewer, key), Data(bytes), first.id, first.contentHash])
      }
    }
  }

  private static func rowsKey(_ viewer: ViewerReference, _ key: String) -> String {
    var hash = SHA256()
    hash.update(key)
    for session in viewer.sessions { hash.update(" \(session.contentHash)") }
    return hash.finalize().hex
  }

  private static func stored(
    _ viewer: ViewerReference, _ key: String, _ db: Database
  ) throws -> StoredViewerContent? {
    let isSame = try viewer.sessions.allSatisfy { session in
      try SessionQueries.digests(of: session.id, db)?.contentHash == session.contentHash
    }
    guard isSame, let first = viewer.sessions.first else { return nil }
    let kept: Data? = try db.value(
      "SELECT rows FROM viewerRows WHERE session = ? AND key = ?",
      [first.id, Self.rowsKey(viewer, key)])
    if let kept { return .folded([UInt8](kept)) }
    let sessions = try viewer.sessions.compactMap { try StoredSamples.Session($0.id, db) }
    return .samples(StoredSamples(sessions: sessions))
  }

  /// The aggregated audience that remains of deleted samples; `nil` if none were deleted.
  ///
  /// - Throws: `LibraryError`, `.corrupt` if it cannot be decoded; it cannot be computed again.
  package func retained(
    of video: String, _ part: AudienceSubset
  ) throws(LibraryError) -> RetainedAudience? {
    let operation = "read the aggregated old samples of \(video)"
    return try database.reading(operation) { db in
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

  package func retainedSettings(
    of video: String, _ part: AudienceSubset
  ) throws(LibraryError) -> AggregationSettings? {
    try database.reading("read the settings of the aggregated old samples of \(video)") { db in
      let head: Data? = try db.value(
        "SELECT head FROM frozen WHERE video = ? AND part = ?", [video, "\(part)"])
      return head.flatMap { TimelineSummary.foldSettings(inHead: [UInt8]($0)) }
    }
  }

  package func hasRetained(_ video: String) throws(LibraryError) -> Bool {
    try database.reading("look for erased samples of \(video)") { db in
      try db.exists("SELECT 1 FROM frozen WHERE video = ?", [video])
    }
  }

  package func retainedVideos() throws(LibraryError) -> [String] {
    try database.reading("list the aggregated old samples") { db in
      try db.values("SELECT DISTINCT video FROM frozen ORDER BY video")
    }
  }

  /// Deletes viewers' sessions and their duplicates, and stores their aggregated audience instead.
  ///
  /// Deleted pages are overwritten and the log is emptied, as in `PrivacyStore.forget`. Decisions
  /// and the aggregated whole audience stay valid, since the people are the same.
  ///
  /// - Parameters:
  ///   - viewers: viewers from `SessionStore.viewers(of:in:importedBefore:)`.
  ///   - video: the video's ID.
  ///   - frozen: the aggregated audience of them and of viewers deleted before, by part.
  /// - Returns: `false` if a session has changed meanwhile; then nothing is deleted.
  /// - Throws: `LibraryError`; `.busy` if they were deleted but the log could not be emptied.
  package func replaceSamplesByAggregate(
    _ viewers: [ViewerReference], of video: String, as frozen: [AudienceSubset: RetainedAudience]
  ) throws(LibraryError) -> Bool {
    guard let key = try database.existingKey() else { return false }
    let sessions = viewers.flatMap(\.sessions)
    let isDone = try database.writing("erase old samples of \(video)") { db in
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
        (part: part, digest: try VideoStore.inputDigest(of: video, in: part, db))
      }
      for samples in old.sorted() {
        // A shortened copy is recognised by its content hash, because its own samples hash is not
        // kept.
        let contents: [String] = try db.values(
          "SELECT contentHash FROM session WHERE video = ? AND samplesHash = ?", [video, samples])
        for mark in ([samples] + contents).map(key.recording) {
          try db.run("INSERT OR IGNORE INTO frozenMark (video, mark) VALUES (?, ?)", [video, mark])
        }
        try db.run("DELETE FROM session WHERE video = ? AND samplesHash = ?", [video, samples])
      }
      for (part, digest) in before {
        guard let audience = frozen[part] else { continue }
        try Self.write(audience, of: video, part, before: digest, db)
      }
      return true
    }
    if isDone { try database.truncateWriteAheadLog() }
    return isDone
  }

  private static func write(
    _ frozen: RetainedAudience, of video: String, _ part: AudienceSubset, before: String,
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
      """, key + [frozen.viewers, content.finalize().hex, before, Data(blocks.head)])
    for (number, (figures, rows)) in zip(blocks.figures, blocks.rows).enumerated() {
      try db.run(
        "INSERT INTO frozenBlock (video, part, block, figures, rows) VALUES (?, ?, ?, ?, ?)",
        key + [number, Data(figures), Data(rows)])
    }
    try db.run(
      "UPDATE frozen SET digestAfter = ? WHERE video = ? AND part = ?",
      [try VideoStore.storedDigest(of: video, in: part, db)] + key)
  }

  static func deleteAggregates(from video: String, _ db: Database) throws {
    try db.run("DELETE FROM audience WHERE video = ?", [video])
    try db.run(
      "DELETE FROM cache WHERE video = ? AND kind = ?",
      [video, CacheKind.resampledChoices.rawValue])
  }

  /// Exact number of viewers of whom only the aggregated audience remains; not for publication.
  static func retainedViewers(
    of video: String, _ part: AudienceSubset, _ db: Database
  ) throws -> Int {
    try db.value("SELECT viewers FROM frozen WHERE video = ? AND part = ?", [video, "\(part)"]) ?? 0
  }

  /// Stores an engagement curve and a log entry; replaces an earlier curve of the same source.
  ///
  /// Only a keyed hash (HMAC) of the path is stored.
  package func store(
    _ curve: EngagementCurve, of video: String, from path: String,
    noting record: ImportLogEntry? = nil
  ) throws(LibraryError) -> StoreResult {
    let key = try database.writingKey()
    return try database.writing("store the curve of \(video)") { db in
      try LibraryDatabase.storeKeyCheck(key, db)
      if let record { try IntakeStore.put(record, key, db) }
      let encoder = JSONEncoder()
      encoder.outputFormatting = .sortedKeys
      let content = try encoder.encode(curve)
      let (digest, source) = (SHA256.hex([UInt8](content)), curve.source.rawValue)
      let known = try StoredCurve.fetchOne(
        db, sql: "SELECT contentHash, content FROM curve WHERE video = ? AND source = ?",
        arguments: [video, source])
      let isSame = known?.contentHash == digest
      if isSame, known?.isIntact ?? false { return .unchanged }
      try db.run("DELETE FROM curve WHERE video = ? AND source = ?", [video, source])
      try db.run(
        """
        INSERT INTO curve (
          video, source, importedAt, contentHash, pointCount, content, fileMark)
        VALUES (?, ?, ?, ?, ?, ?, ?)
        """,
        [
          video, source, Date().timeIntervalSince1970, digest, curve.points.count,
          String(decoding: content, as: UTF8.self), key.file(path),
        ])
      return known == nil ? .added : isSame ? .healed : .replaced
    }
  }

  /// For each curve of a video, the label of the imported file and the time of the import.
  package func curveFiles(
    of video: String
  ) throws(LibraryError) -> [EngagementCurve.Source: (file: String?, importedAt: Date)] {
    try database.reading("list the curves of \(video)") { db in
      let rows: [(String, String?, Double)] = try db.rows(
        "SELECT source, \(SessionQueries.fileLabel), importedAt FROM curve WHERE video = ?", [video]
      )
      return rows.reduce(into: [:]) { files, row in
        guard let source = EngagementCurve.Source(rawValue: row.0) else { return }
        files[source] = (row.1, Date(timeIntervalSince1970: row.2))
      }
    }
  }

  package func curves(of video: String) throws(LibraryError) -> [EngagementCurve] {
    let operation = "read the curves of \(video)"
    return try database.reading(operation) { db in
      let stored = try StoredCurve.fetchAll(
        db, sql: "SELECT contentHash, content FROM curve WHERE video = ? ORDER BY source",
        arguments: [video])
      return try stored.map { stored in
        guard stored.isIntact,
          let curve = try? JSONDecoder().decode(
            EngagementCurve.self, from: Data(stored.content.utf8))
        else {
          throw LibraryError(
            .corrupt, operation: operation, reason: "they are damaged; import them again")
        }
        return curve
      }
    }
  }
}
