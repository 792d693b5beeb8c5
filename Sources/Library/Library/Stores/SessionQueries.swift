package import Audience
import Foundation
import GRDB

/// Identity, order and content hash of a session, without its samples.
struct SessionHead: Hashable, Sendable {
  let id: Int64
  let viewer: String
  let recordedAt: Double
  let contentHash: String
  /// Hash that is equal for sessions of which one is the beginning of the other.
  let samplesHash: String
  let sampleCount: Int
}

/// A reference to a viewer's stored sessions, so that few viewers need to be in memory at a time.
package struct ViewerReference: Hashable, Sendable {
  /// The viewer's sessions, oldest first, with their content hashes when they were listed.
  let sessions: [SessionHead]
}

/// The encoded samples of one viewer; they can be decoded on any core.
package struct StoredSamples: Sendable {
  let sessions: [Session]

  package func decoded() -> [SampleColumns]? {
    var decoded: [SampleColumns] = []
    for session in sessions {
      guard let samples = session.decoded() else { return nil }
      decoded.append(samples)
    }
    return decoded
  }

  /// The encoded samples of one session, with their checksums.
  struct Session: Sendable {
    let parts: [[UInt8]]
    let digests: SessionHashes

    init?(_ id: Int64, _ db: Database) throws {
      guard let digests = try SessionQueries.digests(of: id, db) else { return nil }
      var parts: [[UInt8]] = []
      try SessionQueries.eachPart(of: id, db) { parts.append([UInt8]($0)) }
      (self.parts, self.digests) = (parts, digests)
    }

    /// The samples; `nil` if they do not match the checksums of the import.
    func decoded() -> SampleColumns? {
      var samples = SampleColumns()
      guard !parts.isEmpty, digests.matchEncodedParts(parts) else { return nil }
      let isIntact = parts.allSatisfy { part in
        unsafe part.withUnsafeBytes { unsafe samples.append(stored: $0) }
      }
      return isIntact ? samples : nil
    }
  }
}

/// Queries for sessions and their samples, for use inside a transaction.
///
/// Sessions of several viewers with the same samples, or one the beginning of the other, are
/// duplicates. It is unknown which viewer recorded them, so they count as one session.
enum SessionQueries {
  /// SQL for a file's label, since its name may identify a viewer: digits of its path's keyed hash.
  static let fileLabel = "'file-' || substr(fileMark, 1, 8)"

  static func heads(of video: String, _ db: Database) throws -> [SessionHead] {
    let rows: [(Int64, String, Double?, String, String, Int)] = try db.rows(
      """
      SELECT id, viewer, recordedAt, contentHash, samplesHash, sampleCount FROM session
      WHERE video = ?
      """, [video])
    return rows.map { id, viewer, recordedAt, content, samples, count in
      SessionHead(
        id: id, viewer: viewer, recordedAt: recordedAt ?? -.infinity, contentHash: content,
        samplesHash: samples, sampleCount: count)
    }
  }

  /// The sessions of each viewer without duplicates, oldest first; viewers are sorted by content.
  static func viewers(
    of video: String, in part: AudienceSubset = .everyone, _ db: Database
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

  /// Calls `take` with each stored part of a session's samples.
  static func eachPart(of session: Int64, _ db: Database, _ take: (Data) throws -> Void) throws {
    let statement = try db.cachedStatement(
      sql: """
        SELECT columns, 0 AS part FROM samples WHERE session = ?1
        UNION ALL SELECT columns, part FROM samplePart WHERE session = ?1 ORDER BY part
        """)
    let rows = try Row.fetchCursor(statement, arguments: [session])
    while let row = try rows.next() {
      try row.withUnsafeData(atIndex: 0) { try take($0 ?? Data()) }
    }
  }

  /// The pseudonyms of the viewers in a part of the audience; `nil` for everyone.
  ///
  /// Viewers have the labels of all their sessions, since for example only the gaze file has some.
  private static func members(
    of part: AudienceSubset, of video: String, _ db: Database
  ) throws -> Set<String>? {
    guard !part.isEveryone else { return nil }
    var members: Set<String>?
    for label in part.labels {
      let carriers: Set<String> = Set(
        try db.values(
          """
          SELECT DISTINCT session.viewer FROM session JOIN label ON label.session = session.id
          WHERE session.video = ? AND label.name = ? AND label.value = ?
          """, [video, label.name, label.value]))
      members = members.map { $0.intersection(carriers) } ?? carriers
    }
    return members
  }

  static func label(_ name: String, _ value: String) throws -> ViewerLabel {
    guard let label = ViewerLabel(name: name, value: value) else {
      throw LibraryError.damaged("read a label")
    }
    return label
  }

  /// The videos (or the given one) with duplicate sessions.
  static func videosWithDuplicates(_ video: String? = nil, _ db: Database) throws -> [String] {
    try db.values(
      """
      SELECT DISTINCT video FROM session \(video == nil ? "" : "WHERE video = ?")
      GROUP BY video, samplesHash HAVING COUNT(*) > 1
      """, StatementArguments([video].compactMap { $0 }))
  }

  /// Each viewer's sessions without duplicates; viewers without other sessions are left out.
  ///
  /// The viewer with the most sessions, then samples, keeps a duplicate, so that few are counted.
  static func withoutDuplicates(_ viewers: [String: [SessionHead]]) -> [String: [SessionHead]] {
    var owners: [String: Int] = [:]
    for session in viewers.values.joined() { owners[session.samplesHash, default: 0] += 1 }
    guard owners.values.contains(where: { $0 > 1 }) else { return viewers }
    let ordered = viewers.map { viewer, sessions in
      (
        viewer: viewer, sessions: sessions, samples: sessions.reduce(0) { $0 + $1.sampleCount },
        content: sessions.map(\.contentHash).sorted()
      )
    }.sorted { one, other in
      let counts = [(one.sessions.count, one.samples), (other.sessions.count, other.samples)]
      if counts[0] != counts[1] { return counts[0] > counts[1] }
      // Viewers with equal content are interchangeable; the pseudonym only makes the order stable.
      return one.content == other.content
        ? one.viewer < other.viewer : one.content.lexicographicallyPrecedes(other.content)
    }
    var taken: Set<String> = []
    var kept: [String: [SessionHead]] = [:]
    for (viewer, sessions, _, _) in ordered {
      let own = sessions.filter { taken.insert($0.samplesHash).inserted }
      if !own.isEmpty { kept[viewer] = own }
    }
    return kept
  }

  static func digests(of session: Int64, _ db: Database) throws -> SessionHashes? {
    try SessionHashes.fetchOne(
      db.cachedStatement(sql: "SELECT \(SessionHashes.columns) FROM session WHERE id = ?"),
      arguments: [session])
  }

  /// Whether a session's stored samples match its hashes; only one part is in memory at a time.
  static func isIntact(_ session: Int64, _ db: Database) throws -> Bool {
    guard let digests = try digests(of: session, db) else { return false }
    var tally = SessionContent.Accumulator()
    try eachPart(of: session, db) { tally.add(stored: $0) }
    return digests.are(of: tally.content(recordedAt: digests.recordedAt))
  }
}
