import GRDB

/// Duplicate sessions: sessions of several viewers with the same samples, or one the beginning of
/// the other.
///
/// It is unknown which viewer recorded them, so they count as one session.
extension LibraryDatabase {
  /// Number of sessions of a video with the same samples as another viewer's session.
  package func copies(of video: String) throws(LibraryError) -> Int {
    try reading("look for duplicate sessions") { db in
      try Int.fetchOne(
        db,
        sql: """
          SELECT coalesce(SUM(sessions), 0) FROM (
            SELECT COUNT(*) AS sessions FROM session WHERE video = ?
            GROUP BY samplesHash HAVING COUNT(DISTINCT viewer) > 1)
          """,
        arguments: [video]) ?? 0
    }
  }

  /// The videos (or the given one) with duplicate sessions.
  static func videosWithCopies(_ video: String? = nil, _ db: Database) throws -> [String] {
    try String.fetchAll(
      db,
      sql: """
        SELECT DISTINCT video FROM session \(video == nil ? "" : "WHERE video = ?")
        GROUP BY video, samplesHash HAVING COUNT(*) > 1
        """,
      arguments: StatementArguments([video].compactMap { $0 }))
  }

  /// Each viewer's sessions without duplicates; viewers without other sessions are left out.
  ///
  /// A duplicate is kept for the viewer with the most sessions, then the most samples. So as few
  /// viewers as possible are counted, and names do not matter.
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
}
