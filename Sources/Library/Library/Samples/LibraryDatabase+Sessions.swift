package import Audience
import Foundation
import GRDB
import Support

extension LibraryDatabase {
  /// Recomputes the import reports of all sessions of a video.
  ///
  /// `body` receives a session's samples and old report, and returns the new report.
  package func updateReports(
    of video: String, _ body: (SampleColumns, String?) -> String?
  ) throws(LibraryError) {
    try writing("update the import reports of \(video)") { db in
      for head in try Self.viewers(of: video, db).joined() {
        let report = try String.fetchOne(
          db, sql: "SELECT report FROM session WHERE id = ?", arguments: [head.id])
        let samples = try Self.samples(ofSession: head.id, db)
        try db.run("UPDATE session SET report = ? WHERE id = ?", [body(samples, report), head.id])
      }
    }
  }

  /// A hash of all imported data of a video, or of one part of its audience.
  ///
  /// The same data gives the same hash in any library, and any change of a sample, viewer or
  /// detection gives another. Deleting old samples by age does not change it.
  package func inputDigest(
    of video: String, in part: AudiencePart = .everyone
  ) throws(LibraryError) -> String {
    try reading("read the input of \(video)") { db in
      // Computing it reads all sessions, so it is stored; triggers delete it when a session
      // changes.
      let kept = try String.fetchOne(
        db, sql: "SELECT digest FROM inputDigest WHERE video = ? AND part = ?",
        arguments: [video, "\(part)"])
      return try kept ?? Self.inputDigest(of: video, in: part, db)
    }
  }

  /// The input hashes of many videos (see `inputDigest(of:in:)`), given the used part of each
  /// audience.
  ///
  /// Stored hashes are reused. Missing ones are computed, and stored if the library is open for
  /// writing.
  package func inputDigests(of parts: [String: AudiencePart]) throws(LibraryError) -> [String:
    String]
  {
    let kept = try reading("read the input hashes") { db in
      let rows: [(String, String, String)] = try db.rows(
        "SELECT video, part, digest FROM inputDigest")
      return rows.reduce(into: [String: String]()) { kept, row in
        let (video, part, digest) = row
        if let wanted = parts[video], part == "\(wanted)" { kept[video] = digest }
      }
    }
    let missing = parts.filter { kept[$0.key] == nil }.sorted { $0.key < $1.key }
    guard !missing.isEmpty else { return kept }
    let keeps = purpose == .writing
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
      ? try writing("store the input hashes", computeMissing)
      : try reading("read the input hashes", computeMissing)
  }

  static func inputDigest(of video: String, in part: AudiencePart, _ db: Database) throws -> String
  {
    let digest = try storedDigest(of: video, in: part, db)
    let frozen: [(String, String)] = try db.rows(
      "SELECT digestBefore, digestAfter FROM frozen WHERE video = ? AND part = ?",
      [video, "\(part)"])
    return frozen.first.flatMap { before, after in after == digest ? before : nil } ?? digest
  }

  /// A hash of the data that is stored now: samples, frozen audience, detections and curves.
  static func storedDigest(
    of video: String, in part: AudiencePart, _ db: Database
  ) throws -> String {
    var hash = SHA256()
    for line in try contentLines(of: video, in: part, db) { hash.update("viewer \(line)\n") }
    let frozen = try String.fetchOne(
      db, sql: "SELECT content FROM frozen WHERE video = ? AND part = ?",
      arguments: [video, "\(part)"])
    if let frozen { hash.update("frozen \(frozen)\n") }
    let sources: [(String, String)] = try db.rows(
      "SELECT source, contentHash FROM detections WHERE video = ? ORDER BY source", [video])
    for (source, content) in sources { hash.update("detections \(content) \(source)\n") }
    let curves = try String.fetchAll(
      db, sql: "SELECT contentHash FROM curve WHERE video = ? ORDER BY source",
      arguments: [video])
    for content in curves { hash.update("curve \(content)\n") }
    return hash.finalize().hex
  }

  /// One line per viewer with the hashes of the viewer's sessions, in the order of `viewers`.
  private static func contentLines(
    of video: String, in part: AudiencePart, _ db: Database
  ) throws -> [String] {
    guard try part.isEveryone && videosWithCopies(video, db).isEmpty else {
      return try viewers(of: video, in: part, db).map {
        $0.map(\.contentHash).joined(separator: " ")
      }
    }
    // This fast path handles large audiences, in which nearly every viewer has one session.
    let lines = try String.fetchAll(
      db,
      sql: """
        SELECT group_concat(contentHash, ' ') FROM
          (SELECT viewer, contentHash FROM session WHERE video = ?
           ORDER BY viewer, recordedAt, contentHash)
        GROUP BY viewer
        """,
      arguments: [video])
    return lines.sorted()
  }

  /// Identity, order and content hash of a session, without its samples.
  struct SessionHead: Hashable, Sendable {
    let id: Int64
    let viewer: String
    let recordedAt: Double
    let contentHash: String
    /// Hash that is equal for sessions with the same samples, or with one the beginning of the
    /// other.
    let samplesHash: String
    let sampleCount: Int
  }

  static func heads(of video: String, _ db: Database) throws -> [SessionHead] {
    let rows = try Row.fetchAll(
      db,
      sql: """
        SELECT id, viewer, recordedAt, contentHash, samplesHash, sampleCount FROM session
        WHERE video = ?
        """,
      arguments: [video])
    return try rows.map { row in
      SessionHead(
        id: try row.decode(atIndex: 0), viewer: try row.decode(atIndex: 1),
        recordedAt: try row.decode(Double?.self, atIndex: 2) ?? -.infinity,
        contentHash: try row.decode(atIndex: 3), samplesHash: try row.decode(atIndex: 4),
        sampleCount: try row.decode(atIndex: 5))
    }
  }

  /// The sessions of each viewer without duplicates, oldest first; viewers are sorted by content.
  static func viewers(
    of video: String, in part: AudiencePart = .everyone, _ db: Database
  ) throws -> [[SessionHead]] {
    let members = try members(of: part, of: video, db)
    let meant = try heads(of: video, db).filter { members?.contains($0.viewer) ?? true }
    let once = withoutDuplicates(Dictionary(grouping: meant, by: \.viewer))
    let grouped = once.map { viewer, sessions in
      let ordered = sessions.sorted {
        ($0.recordedAt, $0.contentHash) < ($1.recordedAt, $1.contentHash)
      }
      return (order: ordered.map(\.contentHash), viewer: viewer, sessions: ordered)
    }
    // Viewers with equal content are interchangeable; the pseudonym only makes the order stable.
    let sorted = grouped.sorted {
      $0.order == $1.order ? $0.viewer < $1.viewer : $0.order.lexicographicallyPrecedes($1.order)
    }
    return sorted.map(\.sessions)
  }

  static func samples(ofSession id: Int64, _ db: Database) throws -> SampleColumns {
    guard let stored = try StoredSamples.Session(id, db), let samples = stored.decoded() else {
      throw try LibraryError.damaged(session: id, db)
    }
    return samples
  }

  /// Calls `take` with each stored part of a session's samples until it returns `false`.
  static func eachPart(
    of session: Int64, _ db: Database, _ take: (Data) throws -> Bool
  ) throws {
    let statement = try db.cachedStatement(
      sql: """
        SELECT columns, 0 AS part FROM samples WHERE session = ?1
        UNION ALL SELECT columns, part FROM samplePart WHERE session = ?1 ORDER BY part
        """)
    let rows = try Row.fetchCursor(statement, arguments: [session])
    while let row = try rows.next() {
      guard try row.withUnsafeData(atIndex: 0, { try take($0 ?? Data()) }) else { return }
    }
  }
}
