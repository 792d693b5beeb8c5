import GRDB

extension LibraryDatabase {
  /// Takes a video's input, state and caches out; its clips stay listed until they are removed.
  package func remove(video: String, isRehearsal: Bool = false) throws(LibraryError) -> Bool {
    let known = try writing("remove \(video)", isRehearsal: isRehearsal) { db in
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
    if !isRehearsal { try emptyLog() }
    return known
  }

  /// Takes one session out, and what was folded from it.
  ///
  /// - Parameters:
  ///   - session: the session's own id, or its label as `sessions(of:)` shows it.
  ///   - video: the video's id.
  ///   - isRehearsal: whether all is left as it is.
  /// - Returns: whether there was such a session.
  /// - Throws: `LibraryError`; `.busy` when it was deleted but the log could not be emptied.
  package func remove(
    session: String, of video: String, isRehearsal: Bool = false
  ) throws(LibraryError) -> Bool {
    let key = try knownKey()
    let removed = try writing("remove a session of \(video)", isRehearsal: isRehearsal) { db in
      let pseudonym = key?.session(session, of: video) ?? ""
      try db.run(
        """
        DELETE FROM session WHERE video = ?1 AND (pseudonym = ?2 OR substr(pseudonym, 1, 10) = ?3)
        """,
        [video, pseudonym, session])
      guard db.changesCount > 0 else { return false }
      try Self.dropFolded(from: video, db)
      return true
    }
    if !isRehearsal { try emptyLog() }
    return removed
  }

  /// Erases viewers: every session, and everything that was folded from one.
  ///
  /// Deleted pages are overwritten, and the write-ahead log is emptied, so that nothing stays
  /// readable in the library's files. It may be called again at no cost, to finish an erasure
  /// that another program's reading kept from being complete.
  ///
  /// - Parameter names: as they were imported; white space around them does not count.
  /// - Returns: the videos that lost sessions, in order of their ids; empty when none did.
  /// - Throws: `LibraryError`; `.busy` when it was deleted but the log could not be emptied.
  package func forget(viewers names: [String]) throws(LibraryError) -> [String] {
    guard let key = try knownKey() else { return [] }
    let affected = try writing("forget viewers") { db in
      var videos: Set<String> = []
      let found = try names.filter { name in
        // The plain name is what import stores; the name as it is finds what came in another way.
        let lost = try Self.erase(Self.pseudonyms(name, key), db)
        videos.formUnion(lost)
        return !lost.isEmpty
      }
      if !found.isEmpty { try remember(found, key, db) }
      return videos.sorted()
    }
    try emptyLog()
    return affected
  }

  /// Deletes what was folded from samples.
  static func dropFolded(from video: String, _ db: Database) throws {
    try db.run("DELETE FROM audience WHERE video = ?", [video])
    try db.run(
      "DELETE FROM cache WHERE video = ? AND kind = ?",
      [video, CacheKind.resampledChoices.rawValue])
  }

  /// The library's own key; `nil` when nothing was imported yet.
  func knownKey() throws(LibraryError) -> LibraryKey? {
    guard let check = try reading("read the library's key", Self.keyCheck) else { return nil }
    guard let key = try LibraryKey.read(folder: folder) else { throw Self.missingKey(folder) }
    try Self.require(key, matches: check)
    return key
  }

  /// Moves the write-ahead log into the database and empties it: until then, what was deleted
  /// stays readable there.
  func emptyLog() throws(LibraryError) {
    let operation = "empty the write-ahead log"
    do {
      // A reader may stay for long, and all but this is done.
      try waiting.impatiently(seconds: 10) {
        _ = try queue.writeWithoutTransaction { try $0.checkpoint(.truncate) }
      }
    } catch {
      let failure = LibraryError(operation, error)
      guard failure.kind == .busy else { throw failure }
      throw LibraryError(
        .busy, operation: operation,
        reason: "it was deleted, but another program is reading and what was deleted is still in"
          + " gazecut.sqlite-wal; do it again once that has ended", code: failure.code)
    }
  }
}
