import GRDB

/// Sessions of several viewers that hold the very same samples, or their beginning: nobody can tell
/// whose they are, and they are one session of the audience.
extension LibraryDatabase {
  /// How many sessions of a video hold the same samples as another viewer's.
  package func copies(of video: String) throws(LibraryError) -> Int {
    try reading("look for the same samples") { db in
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

  /// The videos, or the one, of which some sessions hold the same samples.
  static func videosWithCopies(_ video: String? = nil, _ db: Database) throws -> [String] {
    try String.fetchAll(
      db,
      sql: """
        SELECT DISTINCT video FROM session \(video == nil ? "" : "WHERE video = ?")
        GROUP BY video, samplesHash HAVING COUNT(*) > 1
        """,
      arguments: StatementArguments([video].compactMap { $0 }))
  }

  /// Each viewer's sessions without those of which another has the samples, and without the viewers
  /// who have no others.
  ///
  /// Who keeps them follows from what was recorded alone: who has the most sessions, so that as few
  /// viewers as can be are counted, and then the most samples.
  static func withoutCopies(_ viewers: [String: [StoredHead]]) -> [String: [StoredHead]] {
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
      // Viewers with equal content are interchangeable; the pseudonym only settles their order.
      return one.content == other.content
        ? one.viewer < other.viewer : one.content.lexicographicallyPrecedes(other.content)
    }
    var taken: Set<String> = []
    var kept: [String: [StoredHead]] = [:]
    for (viewer, sessions, _, _) in ordered {
      let own = sessions.filter { taken.insert($0.samplesHash).inserted }
      if !own.isEmpty { kept[viewer] = own }
    }
    return kept
  }
}
