package import Audience
import Foundation
import GRDB
import Support

/// A reference to a viewer's stored sessions, so that few viewers need to be in memory at a time.
package struct ViewerReference: Hashable, Sendable {
  /// The viewer's sessions, oldest first, with their content hashes when they were listed.
  let sessions: [LibraryDatabase.SessionHead]
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

    /// Reads a session; `nil` if it was deleted.
    init?(_ id: Int64, _ db: Database) throws {
      guard let digests = try LibraryDatabase.digests(of: id, db) else { return nil }
      var parts: [[UInt8]] = []
      try LibraryDatabase.eachPart(of: id, db) { part in
        parts.append([UInt8](part))
        return true
      }
      (self.parts, self.digests) = (parts, digests)
    }

    /// The samples; `nil` if they do not match the checksums of the import.
    func decoded() -> SampleColumns? {
      var samples = SampleColumns()
      guard !parts.isEmpty, digests.matchEncodedParts(parts) else { return nil }
      let isWhole = parts.allSatisfy { part in
        unsafe part.withUnsafeBytes { unsafe samples.append(stored: $0) }
      }
      return isWhole ? samples : nil
    }
  }
}

extension LibraryDatabase {
  /// The viewers of a video, in an order that depends only on the recorded content.
  ///
  /// Hashes determine the order, so the first n viewers are a random sample.
  package func viewers(
    of video: String, in part: AudiencePart = .everyone
  ) throws(LibraryError) -> [ViewerReference] {
    try reading("read the viewers of \(video)") { db in
      try Self.viewers(of: video, in: part, db).map(ViewerReference.init(sessions:))
    }
  }

  /// The stored data of some viewers.
  ///
  /// `key` identifies the aggregation settings.
  ///
  /// - Returns: for each viewer the rows stored under the key, otherwise the samples; `nil` if a
  ///   session has changed meanwhile.
  package func stored(
    _ viewers: ArraySlice<ViewerReference>, foldedBy key: String
  ) throws(LibraryError) -> [StoredViewerContent]? {
    try reading("read the samples of some viewers") { db in
      var found: [StoredViewerContent] = []
      for viewer in viewers {
        guard let stored = try Self.stored(viewer, key, db) else { return nil }
        found.append(stored)
      }
      return found
    }
  }

  /// The stored content of a viewer: aggregated rows, or only samples.
  package enum StoredViewerContent: Sendable {
    case folded([UInt8])
    case samples(StoredSamples)
  }

  /// Stores the aggregated rows of some viewers; they are deleted together with the sessions.
  package func keep(
    _ rows: [(viewer: ViewerReference, bytes: [UInt8])], foldedBy key: String
  ) throws(LibraryError) {
    try writing("store the rows of some viewers") { db in
      for (viewer, bytes) in rows {
        guard let first = viewer.sessions.first else { continue }
        // If the session was deleted meanwhile, this inserts nothing.
        try db.run(
          """
          INSERT OR REPLACE INTO viewerRows (session, video, viewer, key, rows)
          SELECT id, video, viewer, ?, ? FROM session WHERE id = ? AND contentHash = ?
          """,
          [
            Self.rowsKey(viewer, key), Data(bytes), first.id, first.contentHash,
          ])
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
      try digests(of: session.id, db)?.contentHash == session.contentHash
    }
    guard isSame, let first = viewer.sessions.first else { return nil }
    let kept = try Data.fetchOne(
      db.cachedStatement(sql: "SELECT rows FROM viewerRows WHERE session = ? AND key = ?"),
      arguments: [first.id, Self.rowsKey(viewer, key)])
    if let kept { return .folded([UInt8](kept)) }
    let sessions = try viewer.sessions.compactMap { try StoredSamples.Session($0.id, db) }
    return .samples(StoredSamples(sessions: sessions))
  }

  /// The error for a viewer's samples that cannot be read; it names the damaged session.
  package func damage(of viewer: ViewerReference) throws(LibraryError) -> LibraryError {
    let operation = "look for damaged sessions"
    return try reading(operation) { db in
      for session in viewer.sessions where try !Self.isWhole(session.id, db) {
        return try LibraryError.damaged(session: session.id, db)
      }
      return LibraryError.damaged(operation)
    }
  }
}
