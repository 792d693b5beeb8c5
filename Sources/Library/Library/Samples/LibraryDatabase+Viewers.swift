package import Audience
import Files
import Foundation
import GRDB

/// One viewer of a video, by what was recorded: handed out to be read a few at a time.
package struct StoredViewer: Hashable, Sendable {
  /// The viewer's sessions, oldest first, and what each must still hold when it is read.
  let sessions: [LibraryDatabase.StoredHead]
}

/// The stored samples of one viewer, still in bytes: they can be decoded on any core.
package struct StoredSamples: Sendable {
  let sessions: [Session]

  /// The samples of each session, oldest first; `nil` where bytes are damaged.
  package func decoded() -> [SampleColumns]? {
    var decoded: [SampleColumns] = []
    for session in sessions {
      guard let samples = session.decoded() else { return nil }
      decoded.append(samples)
    }
    return decoded
  }

  /// One session, in parts, and what they are held against.
  struct Session: Sendable {
    let parts: [[UInt8]]
    let digests: SessionDigests

    /// What is stored of a session; `nil` for one that is gone.
    init?(_ id: Int64, _ db: Database) throws {
      guard let digests = try LibraryDatabase.digests(of: id, db) else { return nil }
      var parts: [[UInt8]] = []
      try LibraryDatabase.eachPart(of: id, db) { part in
        parts.append([UInt8](part))
        return true
      }
      (self.parts, self.digests) = (parts, digests)
    }

    /// The samples; `nil` where they are not those that were imported.
    func decoded() -> SampleColumns? {
      var samples = SampleColumns()
      guard !parts.isEmpty, digests.areOf(parts) else { return nil }
      let isWhole = parts.allSatisfy { part in
        unsafe part.withUnsafeBytes { unsafe samples.append(stored: $0) }
      }
      return isWhole ? samples : nil
    }
  }
}

extension LibraryDatabase {
  /// A video's viewers, in an order that follows from what was recorded and from nothing else:
  /// any number of them from the front are an even draw.
  package func viewers(
    of video: String, in part: AudiencePart = .everyone
  ) throws(LibraryError) -> [StoredViewer] {
    try reading("read the viewers of \(video)") { db in
      try Self.viewers(of: video, in: part, db).map(StoredViewer.init(sessions:))
    }
  }

  /// What is stored of some viewers.
  ///
  /// - Parameters:
  ///   - viewers: as `viewers(of:)` gave them.
  ///   - key: how they are folded.
  /// - Returns: for each the rows that were kept under the key, else the samples; `nil` where a
  ///   session is no longer what it was.
  /// - Throws: `LibraryError`.
  package func stored(
    _ viewers: ArraySlice<StoredViewer>, foldedBy key: String
  ) throws(LibraryError) -> [StoredFold]? {
    try reading("read the samples of some viewers") { db in
      var found: [StoredFold] = []
      for viewer in viewers {
        guard let stored = try Self.stored(viewer, key, db) else { return nil }
        found.append(stored)
      }
      return found
    }
  }

  /// What the library has of a viewer.
  package enum StoredFold: Sendable {
    /// The rows that were kept.
    case folded([UInt8])
    case samples(StoredSamples)
  }

  /// Keeps the rows of some viewers beside their sessions, and goes with them.
  package func keep(
    _ rows: [(viewer: StoredViewer, bytes: [UInt8])], foldedBy key: String
  ) throws(LibraryError) {
    try writing("keep the rows of some viewers") { db in
      for (viewer, bytes) in rows {
        guard let first = viewer.sessions.first else { continue }
        // A session may have gone meanwhile; then there is nothing to keep.
        try db.run(
          """
          INSERT OR REPLACE INTO viewerRows (session, video, viewer, key, rows)
          SELECT id, video, viewer, ?, ? FROM session WHERE id = ? AND contentHash = ?
          """,
          [
            Self.key(viewer, key), Data(bytes), first.id, first.contentHash,
          ])
      }
    }
  }

  private static func key(_ viewer: StoredViewer, _ key: String) -> String {
    var hash = SHA256()
    hash.update(key)
    for session in viewer.sessions { hash.update(" \(session.contentHash)") }
    return hash.finalize().hex
  }

  private static func stored(
    _ viewer: StoredViewer, _ key: String, _ db: Database
  ) throws -> StoredFold? {
    let isSame = try viewer.sessions.allSatisfy { session in
      try digests(of: session.id, db)?.contentHash == session.contentHash
    }
    guard isSame, let first = viewer.sessions.first else { return nil }
    let kept = try Data.fetchOne(
      db.cachedStatement(sql: "SELECT rows FROM viewerRows WHERE session = ? AND key = ?"),
      arguments: [first.id, Self.key(viewer, key)])
    if let kept { return .folded([UInt8](kept)) }
    let sessions = try viewer.sessions.compactMap { try StoredSamples.Session($0.id, db) }
    return .samples(StoredSamples(sessions: sessions))
  }

  /// Why the samples of a viewer cannot be read: which session is damaged.
  package func damage(of viewer: StoredViewer) throws(LibraryError) -> LibraryError {
    let operation = "look for what is damaged"
    return try reading(operation) { db in
      for session in viewer.sessions where try !Self.isWhole(session.id, db) {
        return try LibraryError.damaged(session: session.id, db)
      }
      return LibraryError.damaged(operation)
    }
  }
}
