import Audience
import Foundation
import GRDB

/// Stores one session, its samples part by part; used inside a transaction.
struct SessionWriter {
  private let session: NewSession
  private let key: LibraryKey
  private let parts: Parts<SampleColumns>
  private let db: Database
  private let pseudonym, viewer: String
  private let fileMark: String?
  /// Keyed hash of the viewer's name, if only the file's path identifies the viewer.
  private let nameMark: String?

  init(
    _ session: NewSession, key: LibraryKey, parts: @escaping Parts<SampleColumns>, db: Database
  ) {
    (self.session, self.key, self.parts, self.db) = (session, key, parts, db)
    pseudonym = key.session(session.session, of: session.video)
    viewer = key.viewer(session.viewer)
    fileMark = session.file.map { key.file($0.path) }
    nameMark = session.file?.viewerName.map { key.session($0, of: session.video) }
  }

  /// Stores the session, unless the same samples are stored already.
  ///
  /// - Throws: `StoreRejection` if its ID or its file's name is that of another viewer.
  func store() throws -> SessionStoreResult {
    guard let known = try existingSession() else { return try addNew() }
    let content = try eachPart { _, _ in }
    let other = try duplicate(of: content, otherThan: known.id)
    if known.viewer == viewer {
      if known.contentHash == content.whole {
        return try updateExisting(known, content, movesHere: true)
      }
      if let other, other.viewer == viewer, !known.hasSamples(content) {
        return try updateExisting(other, content, movesHere: false)
      }
    } else {
      guard known.hasSamples(content) else { throw StoreRejection.otherViewersSession }
      if nameMark != nil { return try storeOtherName(viewer, known.id, content) }
      guard known.nameMark != nil else { throw StoreRejection.otherViewersSession }
    }
    guard content.count >= known.sampleCount else {
      return result(.kept, known.id, content, before: known.sampleCount)
    }
    try delete(known.id)
    let (id, _) = try insert()
    let isPart = try linkShortenedCopies(id, content)
    return result(
      .replaced, id, content, before: known.sampleCount,
      isCopy: isPart || other.map { $0.viewer != viewer } ?? false)
  }

  private func addNew() throws -> SessionStoreResult {
    let (id, content) = try insert()
    guard try !wasDeletedByAge(content) else {
      // Its samples were deleted by age, and are part of the aggregated audience that remains.
      try delete(id)
      return result(.unchanged, nil, content)
    }
    let other = try duplicate(of: content, otherThan: id)
    if let other, other.viewer == viewer || nameMark != nil {
      // If only the file's name identifies the viewer, the owner of the same samples is the viewer.
      try delete(id)
      guard other.viewer == viewer else {
        return try storeOtherName(viewer, other.id, content)
      }
      return try updateExisting(other, content, movesHere: true)
    }
    try requireOwnName()
    let isPart = try linkShortenedCopies(id, content)
    guard let other else { return result(.added, id, content, isCopy: isPart) }
    guard other.nameMark != nil else { return result(.added, id, content, isCopy: true) }
    // The stored session was identified only by its file's name; use the named viewer instead.
    try db.run("UPDATE OR IGNORE label SET session = ? WHERE session = ?", [id, other.id])
    try delete(other.id)
    _ = try storeOtherName(other.viewer, id, content)
    return result(.replaced, id, content, before: other.sampleCount)
  }

  private func storeOtherName(
    _ viewer: String, _ id: Int64, _ content: SessionContent
  ) throws -> SessionStoreResult {
    try db.run("INSERT OR IGNORE INTO otherName (name, session) VALUES (?, ?)", [viewer, id])
    return result(.unchanged, nil, content)
  }

  private func result(
    _ outcome: StoreResult, _ id: Int64?, _ content: SessionContent, before: Int? = nil,
    isCopy: Bool = false
  ) -> SessionStoreResult {
    SessionStoreResult(
      outcome: outcome, samples: content.count, samplesBefore: before, isCopy: isCopy, id: id)
  }

  private struct ExistingSession: StoredRow {
    let id: Int64
    let viewer, contentHash, samplesHash: String
    let nameMark: String?
    let sampleCount: Int

    func hasSamples(_ content: SessionContent) -> Bool {
      samplesHash == content.samples && sampleCount == content.count || contentHash == content.whole
    }

    static let columns = "id, viewer, contentHash, samplesHash, nameMark, sampleCount"
  }

  private func existingSession() throws -> ExistingSession? {
    try ExistingSession.fetchOne(
      db.cachedStatement(
        sql: "SELECT \(ExistingSession.columns) FROM session WHERE video = ? AND pseudonym = ?"),
      arguments: [session.video, pseudonym])
  }

  /// Another session with the same samples, first this viewer's, then one named by its file only.
  private func duplicate(of content: SessionContent, otherThan id: Int64) throws -> ExistingSession?
  {
    let some = try ExistingSession.fetchAll(
      db.cachedStatement(
        sql: """
          SELECT \(ExistingSession.columns) FROM session
          WHERE video = ? AND samplesHash = ? AND sampleCount = ? AND id != ?
          LIMIT \(Self.comparisonLimit)
          """), arguments: [session.video, content.samples, content.count, id])
    if let own = some.first(where: { $0.viewer == viewer }) { return own }
    // If more sessions than that match, query those of this viewer directly. The `+` keeps SQLite
    // from using the index of samples, which would read all of them.
    if some.count == Self.comparisonLimit,
      let own = try ExistingSession.fetchOne(
        db.cachedStatement(
          sql: """
            SELECT \(ExistingSession.columns) FROM session
            WHERE viewer = ? AND +video = ? AND samplesHash = ?
              AND sampleCount = ? AND id != ? LIMIT 1
            """), arguments: [viewer, session.video, content.samples, content.count, id])
    {
      return own
    }
    return some.first { $0.nameMark != nil } ?? some.min { $0.id < $1.id }
  }

  /// Largest number of sessions to compare with, so that importing equal sessions stays linear.
  private static let comparisonLimit = 100

  /// Finds sessions of other viewers that are the beginning of this one, or the reverse.
  ///
  /// The shorter one gets the samples hash of the longer one, so that both count as one recording.
  private func linkShortenedCopies(_ id: Int64, _ content: SessionContent) throws -> Bool {
    guard let beginning = content.beginning else { return false }
    // Filter viewer and count in Swift: as SQL conditions, they would make SQLite read all matches.
    let some: [(Int64, String, String, Int)] = try db.rows(
      """
      SELECT id, samplesHash, viewer, sampleCount FROM session
      WHERE video = ? AND beginning = ? LIMIT \(Self.comparisonLimit)
      """, [session.video, beginning])
    let others = some.filter { $0.2 != viewer && $0.3 != content.count }.sorted { $0.3 > $1.3 }
    guard !others.isEmpty else { return false }
    let own = try SessionQueries.samples(ofSession: id, db)
    var (recording, isPart) = (content.samples, false)
    for (otherID, theirRecording, _, _) in others {
      let theirs = try SessionQueries.samples(ofSession: otherID, db)
      let isShorter = own.count < theirs.count
      let (short, long) = isShorter ? (own, theirs) : (theirs, own)
      var start = SampleColumns()
      start.append(long, in: 0..<short.count)
      guard start == short else { continue }
      isPart = true
      if isShorter { recording = theirRecording }
      try db.run(
        "UPDATE session SET samplesHash = ? WHERE id = ?", [recording, isShorter ? id : otherID])
    }
    return isPart
  }

  private func updateExisting(
    _ known: ExistingSession, _ content: SessionContent, movesHere: Bool
  ) throws -> SessionStoreResult {
    // Keep session and viewer names that the source itself gave.
    try db.run(
      """
      UPDATE session SET report = coalesce(report, ?2), fileMark = coalesce(?3, fileMark),
        pseudonym = CASE WHEN ?4 AND (isNamedByFile OR NOT ?5) THEN ?6 ELSE pseudonym END,
        isNamedByFile = isNamedByFile AND (?5 OR NOT ?4),
        nameMark = CASE WHEN nameMark IS NULL THEN NULL ELSE ?7 END
      WHERE id = ?1
      """,
      [
        known.id, session.report, fileMark, movesHere, session.file?.namesSession ?? false,
        pseudonym,
        nameMark,
      ])
    let isChanged = try SessionStore.put(session.labels, on: known.id, db)
    let isHealed = try repairIfDamaged(known)
    return result(
      isHealed ? .healed : isChanged ? .relabelled : .unchanged, known.id, content,
      before: known.sampleCount)
  }

  /// Writes the samples of a damaged session again, and deletes what was aggregated from them.
  private func repairIfDamaged(_ known: ExistingSession) throws -> Bool {
    guard try !SessionQueries.isIntact(known.id, db) else { return false }
    for table in ["samples", "samplePart"] {
      try db.run("DELETE FROM \(table) WHERE session = ?", [known.id])
    }
    try db.run(
      "DELETE FROM viewerRows WHERE video = ? AND viewer = ?", [session.video, known.viewer])
    _ = try write(known.id)
    try AudienceStore.deleteAggregates(from: session.video, db)
    return true
  }

  /// Rejects a file if only its name identifies the viewer, and another file has that name.
  private func requireOwnName() throws {
    guard session.file?.isNameUnsure == true, let name = nameMark, let file = fileMark else {
      return
    }
    let other: String? = try db.value(
      """
      SELECT \(SessionQueries.fileLabel) FROM session
      WHERE video = ? AND nameMark = ? AND fileMark != ? LIMIT 1
      """, [session.video, name, file])
    if let other { throw StoreRejection.namedLikeAnother(file: other) }
  }

  /// Whether this recording was stored before and deleted because of its age.
  private func wasDeletedByAge(_ content: SessionContent) throws -> Bool {
    try db.exists(
      "SELECT 1 FROM frozenMark WHERE video = ? AND mark IN (?, ?)",
      [session.video, key.recording(content.samples), key.recording(content.whole)])
  }

  private func insert() throws -> (id: Int64, content: SessionContent) {
    try db.run(
      """
      INSERT INTO session (video, pseudonym, viewer, importedAt, format, contentHash, samplesHash,
        checksum, sampleCount, told, skipped, report, fileMark, isNamedByFile, nameMark)
      VALUES (?, ?, ?, ?, ?, '', '', 0, 0, 0, ?, ?, ?, ?, ?)
      """,
      [
        session.video, pseudonym, viewer, Date().timeIntervalSince1970, session.format,
        StoredJSON.text(session.skipped),
        session.report, fileMark, session.file?.namesSession ?? false, nameMark,
      ])
    let id = db.lastInsertedRowID
    _ = try SessionStore.put(session.labels, on: id, db)
    return (id, try write(id))
  }

  private func write(_ id: Int64) throws -> SessionContent {
    let content = try eachPart { number, bytes in
      if number == 0 {
        try db.run("INSERT INTO samples (session, columns) VALUES (?, ?)", [id, Data(bytes)])
      } else {
        try db.run(
          "INSERT INTO samplePart (session, part, columns) VALUES (?, ?, ?)",
          [id, number, Data(bytes)])
      }
    }
    // The hashes are known only now. `samplesHash` may already be that of a longer recording.
    try db.run(
      """
      UPDATE session SET recordedAt = ?, contentHash = ?,
        samplesHash = coalesce(nullif(samplesHash, ''), ?),
        checksum = ?, sampleCount = ?, told = ?, beginning = ?
      WHERE id = ?
      """,
      [
        session.recordedAt?.timeIntervalSince1970, content.whole, content.samples, content.checksum,
        content.count, content.told, content.beginning, id,
      ])
    return content
  }

  private func delete(_ id: Int64) throws { try db.run("DELETE FROM session WHERE id = ?", [id]) }

  /// Calls `take` with each encoded part, at least with an empty one.
  private func eachPart(_ take: (Int, [UInt8]) throws -> Void) throws -> SessionContent {
    var tally = SessionContent.Accumulator()
    try parts { try tally.add($0, take) }
    if tally.parts == 0 { try tally.add(SampleColumns(), take) }
    return tally.content(recordedAt: session.recordedAt?.timeIntervalSince1970)
  }
}
