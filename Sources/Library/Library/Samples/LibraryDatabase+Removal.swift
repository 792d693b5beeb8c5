import GRDB

extension LibraryDatabase {
  /// Deletes a video's sessions, state and caches; its clips stay listed until they are removed.
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
    if !isRehearsal { try truncateWriteAheadLog() }
    return known
  }

  /// Deletes one session, and everything that was aggregated from it.
  ///
  /// - Parameters:
  ///   - session: the session's own ID, or its label from `sessions(of:)`.
  ///   - video: the video's ID.
  ///   - isRehearsal: whether this is a dry run that changes nothing.
  /// - Returns: whether there was such a session.
  /// - Throws: `LibraryError`; `.busy` if it was deleted but the log could not be emptied.
  package func remove(
    session: String, of video: String, isRehearsal: Bool = false
  ) throws(LibraryError) -> Bool {
    let key = try existingKey()
    let removed = try writing("remove a session of \(video)", isRehearsal: isRehearsal) { db in
      let pseudonym = key?.session(session, of: video) ?? ""
      try db.run(
        """
        DELETE FROM session WHERE video = ?1 AND (pseudonym = ?2 OR substr(pseudonym, 1, 10) = ?3)
        """,
        [video, pseudonym, session])
      guard db.changesCount > 0 else { return false }
      try Self.deleteAggregates(from: video, db)
      return true
    }
    if !isRehearsal { try truncateWriteAheadLog() }
    return removed
  }

  /// Erases viewers: all their sessions, and everything that was aggregated from them.
  ///
  /// Deleted pages are overwritten and the write-ahead log is emptied, so that nothing remains
  /// readable in the library's files. If another program's reading prevented that, call it again.
  ///
  /// - Parameter names: names as imported; white space around them is ignored.
  /// - Returns: IDs of the videos that lost sessions, sorted.
  /// - Throws: `LibraryError`; `.busy` if they were deleted but the log could not be emptied.
  package func forget(viewers names: [String]) throws(LibraryError) -> [String] {
    guard let key = try existingKey() else { return [] }
    let affected = try writing("forget viewers") { db in
      var videos: Set<String> = []
      let found = try names.filter { name in
        // Import normalizes names, but earlier versions did not, so try both forms.
        let lost = try Self.erase(Self.pseudonyms(name, key), db)
        videos.formUnion(lost)
        return !lost.isEmpty
      }
      if !found.isEmpty { try remember(found, key, db) }
      return videos.sorted()
    }
    try truncateWriteAheadLog()
    return affected
  }

  static func deleteAggregates(from video: String, _ db: Database) throws {
    try db.run("DELETE FROM audience WHERE video = ?", [video])
    try db.run(
      "DELETE FROM cache WHERE video = ? AND kind = ?",
      [video, CacheKind.resampledChoices.rawValue])
  }

  /// The library's key; `nil` if nothing was imported yet.
  ///
  /// Throws if it is missing.
  func existingKey() throws(LibraryError) -> LibraryKey? {
    guard let check = try reading("read the library's key", Self.keyCheck) else { return nil }
    guard let key = try LibraryKey.read(folder: folder) else { throw Self.missingKey(folder) }
    try Self.require(key, matches: check)
    return key
  }

  /// Copies the write-ahead log into the database and truncates it, since deleted content remains
  /// readable there.
  func truncateWriteAheadLog() throws(LibraryError) {
    let operation = "empty the write-ahead log"
    do {
      // Another program may read for a long time, so wait only briefly.
      try waiting.withTimeout(seconds: 10) {
        _ = try queue.writeWithoutTransaction { try $0.checkpoint(.truncate) }
      }
    } catch {
      let failure = LibraryError(operation, error)
      guard failure.kind == .busy else { throw failure }
      throw LibraryError(
        .busy, operation: operation,
        reason: "the data was deleted, but another program is reading, so it is still in"
          + " gazecut.sqlite-wal; repeat the command when that program has ended",
        code: failure.code)
    }
  }
}
