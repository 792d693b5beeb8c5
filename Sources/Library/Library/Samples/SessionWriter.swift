import Audience
import Foundation
import GRDB

/// A session as its row holds it.
struct SessionRow {
  let video, pseudonym, viewer, format, skipped: String
  let recordedAt: Date?
  let report: String?
  let fileMark: String?
  let isNamedByFile: Bool
  /// The mark of the name that alone says who watched.
  let nameMark: String?
  let isNameUnsure: Bool
  let labels: [ViewerLabel]
  let key: LibraryKey

  init(_ session: NewSession, key: LibraryKey) {
    video = session.video
    pseudonym = key.session(session.session, of: session.video)
    viewer = key.viewer(session.viewer)
    format = session.format
    recordedAt = session.recordedAt
    skipped = StoredJSON.text(session.skipped)
    report = session.report
    fileMark = session.file.map { key.file($0.path) }
    isNamedByFile = session.file?.namesSession ?? false
    nameMark = session.file?.viewerName.map { key.session($0, of: session.video) }
    isNameUnsure = session.file?.isNameUnsure ?? false
    labels = session.labels
    self.key = key
  }
}

/// Writes one session inside a transaction, its samples part by part.
struct SessionWriter {
  let row: SessionRow
  let parts: Parts<SampleColumns>
  let db: Database

  /// Stores the session, unless its samples are stored already.
  ///
  /// - Returns: what became of it.
  /// - Throws: `StoreRefusal` when its id is another viewer's, or when nothing but a file's name
  ///   says who watched and another file of that name stands there.
  func store() throws -> StoredSession {
    guard let known = try known() else { return try add() }
    let content = try eachPart { _, _ in }
    let other = try other(with: content, than: known.id)
    if known.viewer == row.viewer {
      if known.contentHash == content.whole { return try keep(known, content, movesHere: true) }
      if let other, other.viewer == row.viewer, !known.holds(content) {
        return try keep(other, content, movesHere: false)
      }
    } else {
      guard known.holds(content) else { throw StoreRefusal.anothersSession }
      if row.nameMark != nil { return try otherwiseNamed(row.viewer, known.id, content) }
      guard known.nameMark != nil else { throw StoreRefusal.anothersSession }
    }
    guard content.count >= known.sampleCount else {
      return stored(.kept, known.id, content, before: known.sampleCount)
    }
    try delete(known.id)
    let (id, _) = try insert()
    let isPart = try join(id, content)
    return stored(
      .replaced, id, content, before: known.sampleCount,
      isCopy: isPart || other.map { $0.viewer != row.viewer } ?? false)
  }

  /// Stores what is not known by its id.
  private func add() throws -> StoredSession {
    let (id, content) = try insert()
    guard try !isFrozen(content) else {
      // It is in what was folded of it before its samples were erased.
      try delete(id)
      return stored(.unchanged, nil, content)
    }
    let other = try other(with: content, than: id)
    if let other, other.viewer == row.viewer || row.nameMark != nil {
      // Where only the file's name says who it is, it is whoever has these samples.
      try delete(id)
      guard other.viewer == row.viewer else {
        return try otherwiseNamed(row.viewer, other.id, content)
      }
      return try keep(other, content, movesHere: true)
    }
    try requireOwnName()
    let isPart = try join(id, content)
    guard let other else { return stored(.added, id, content, isCopy: isPart) }
    guard other.nameMark != nil else { return stored(.added, id, content, isCopy: true) }
    // Until now only a file's name said who it was.
    try db.run("UPDATE OR IGNORE label SET session = ? WHERE session = ?", [id, other.id])
    try delete(other.id)
    _ = try otherwiseNamed(other.viewer, id, content)
    return stored(.replaced, id, content, before: other.sampleCount)
  }

  /// Leaves a session as it is, and notes under which other name its samples came.
  private func otherwiseNamed(
    _ viewer: String, _ id: Int64, _ content: SessionContent
  ) throws -> StoredSession {
    try db.run("INSERT OR IGNORE INTO otherName (name, session) VALUES (?, ?)", [viewer, id])
    return stored(.unchanged, nil, content)
  }

  private func stored(
    _ outcome: StoreOutcome, _ id: Int64?, _ content: SessionContent, before: Int? = nil,
    isCopy: Bool = false
  ) -> StoredSession {
    var stored = StoredSession(outcome)
    (stored.id, stored.samples, stored.samplesBefore) = (id, content.count, before)
    stored.isCopy = isCopy
    return stored
  }

  /// A session that is stored already.
  private struct Known: StoredRow {
    let id: Int64
    let viewer, contentHash, samplesHash: String
    let nameMark: String?
    let sampleCount: Int

    /// Whether these are its samples.
    func holds(_ content: SessionContent) -> Bool {
      samplesHash == content.samples && sampleCount == content.count
        || contentHash == content.whole
    }

    static let columns = "id, viewer, contentHash, samplesHash, nameMark, sampleCount"
  }

  /// The stored session with this ID.
  private func known() throws -> Known? {
    try Known.fetchOne(
      db.cachedStatement(
        sql: "SELECT \(Known.columns) FROM session WHERE video = ? AND pseudonym = ?"),
      arguments: [row.video, row.pseudonym])
  }

  /// Another session of the same samples: this viewer's, else one of whom a file's name says who
  /// it is, else anyone's.
  private func other(with content: SessionContent, than id: Int64) throws -> Known? {
    let some = try Known.fetchAll(
      db.cachedStatement(
        sql: """
          SELECT \(Known.columns) FROM session
          WHERE video = ? AND samplesHash = ? AND sampleCount = ? AND id != ?
          LIMIT \(Self.looks)
          """),
      arguments: [row.video, content.samples, content.count, id])
    if let own = some.first(where: { $0.viewer == row.viewer }) { return own }
    // Where thousands hold the same samples, each new one must not look at all of them: this
    // viewer's are found by the viewer (the sign keeps SQLite from the index of samples).
    if some.count == Self.looks,
      let own = try Known.fetchOne(
        db.cachedStatement(
          sql: """
            SELECT \(Known.columns) FROM session
            WHERE viewer = ? AND +video = ? AND samplesHash = ?
              AND sampleCount = ? AND id != ? LIMIT 1
            """),
        arguments: [row.viewer, row.video, content.samples, content.count, id])
    {
      return own
    }
    return some.first { $0.nameMark != nil } ?? some.min { $0.id < $1.id }
  }

  /// Sessions of the same samples, or of the same beginning, that a new one is compared with.
  ///
  /// Thousands of them are then imported in linear time.
  private static let looks = 100

  /// Makes one recording of a session and of other viewers', where one holds the other's samples to
  /// its own end and more: the shorter is known by the longer's digest from then on.
  private func join(_ id: Int64, _ content: SessionContent) throws -> Bool {
    guard let beginning = content.beginning else { return false }
    // Conditions on viewer and count would have SQLite walk over all that share the beginning.
    let some: [(Int64, String, String, Int)] = try db.rows(
      """
      SELECT id, samplesHash, viewer, sampleCount FROM session
      WHERE video = ? AND beginning = ? LIMIT \(Self.looks)
      """,
      [row.video, beginning])
    let others = some.filter { $0.2 != row.viewer && $0.3 != content.count }
      .sorted { $0.3 > $1.3 }
    guard !others.isEmpty else { return false }
    let own = try LibraryDatabase.samples(ofSession: id, db)
    var (recording, isPart) = (content.samples, false)
    for (otherID, theirRecording, _, _) in others {
      let theirs = try LibraryDatabase.samples(ofSession: otherID, db)
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

  /// Leaves a session that is whole as it is, known by where it lies now.
  private func keep(
    _ known: Known, _ content: SessionContent, movesHere: Bool
  ) throws -> StoredSession {
    // An id of the source's own stays, and so does who the source says that it was.
    try db.run(
      """
      UPDATE session SET report = coalesce(report, ?2), fileMark = coalesce(?3, fileMark),
        pseudonym = CASE WHEN ?4 AND (isNamedByFile OR NOT ?5) THEN ?6 ELSE pseudonym END,
        isNamedByFile = isNamedByFile AND (?5 OR NOT ?4),
        nameMark = CASE WHEN nameMark IS NULL THEN NULL ELSE ?7 END
      WHERE id = ?1
      """,
      [
        known.id, row.report, row.fileMark, movesHere, row.isNamedByFile, row.pseudonym,
        row.nameMark,
      ])
    let isChanged = try LibraryDatabase.put(row.labels, on: known.id, db)
    let isHealed = try heal(known)
    return stored(
      isHealed ? .healed : isChanged ? .relabelled : .unchanged, known.id, content,
      before: known.sampleCount)
  }

  /// Writes the samples of a session anew where what is stored of them is damaged, and takes out
  /// what may have been folded of that.
  private func heal(_ known: Known) throws -> Bool {
    guard try !LibraryDatabase.isWhole(known.id, db) else { return false }
    for table in ["samples", "samplePart"] {
      try db.run("DELETE FROM \(table) WHERE session = ?", [known.id])
    }
    try db.run("DELETE FROM viewerRows WHERE video = ? AND viewer = ?", [row.video, known.viewer])
    _ = try write(known.id)
    try LibraryDatabase.dropFolded(from: row.video, db)
    return true
  }

  /// Refuses a file whose name alone says who watched, where another file of that name is stored.
  private func requireOwnName() throws {
    guard row.isNameUnsure, let name = row.nameMark, let file = row.fileMark else { return }
    let other = try String.fetchOne(
      db,
      sql: """
        SELECT \(LibraryDatabase.fileLabel) FROM session
        WHERE video = ? AND nameMark = ? AND fileMark != ? LIMIT 1
        """,
      arguments: [row.video, name, file])
    if let other { throw StoreRefusal.namedLikeAnother(file: other) }
  }

  /// Whether this recording was stored before, and its samples erased by age.
  private func isFrozen(_ content: SessionContent) throws -> Bool {
    try Bool.fetchOne(
      db.cachedStatement(
        sql: "SELECT EXISTS (SELECT 1 FROM frozenMark WHERE video = ? AND mark IN (?, ?))"),
      arguments: [
        row.video, row.key.recording(content.samples), row.key.recording(content.whole),
      ]) ?? false
  }

  private func insert() throws -> (id: Int64, content: SessionContent) {
    try db.run(
      """
      INSERT INTO session (video, pseudonym, viewer, importedAt, format, contentHash, samplesHash,
        checksum, sampleCount, told, skipped, report, fileMark, isNamedByFile, nameMark)
      VALUES (?, ?, ?, ?, ?, '', '', 0, 0, 0, ?, ?, ?, ?, ?)
      """,
      [
        row.video, row.pseudonym, row.viewer, Date().timeIntervalSince1970, row.format, row.skipped,
        row.report, row.fileMark, row.isNamedByFile, row.nameMark,
      ])
    let id = db.lastInsertedRowID
    _ = try LibraryDatabase.put(row.labels, on: id, db)
    return (id, try write(id))
  }

  /// Writes the samples of a session that has none, and what they are.
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
    // The content is known by its last part only; a recording's digest may be a longer one's.
    try db.run(
      """
      UPDATE session SET recordedAt = ?, contentHash = ?,
        samplesHash = coalesce(nullif(samplesHash, ''), ?),
        checksum = ?, sampleCount = ?, told = ?, beginning = ?
      WHERE id = ?
      """,
      [
        row.recordedAt?.timeIntervalSince1970, content.whole, content.samples, content.checksum,
        content.count, content.told, content.beginning, id,
      ])
    return content
  }

  private func delete(_ id: Int64) throws {
    try db.run("DELETE FROM session WHERE id = ?", [id])
  }

  /// Hands over the parts as they are stored, one without samples where there are none, and tells
  /// what they are together.
  private func eachPart(_ take: (Int, [UInt8]) throws -> Void) throws -> SessionContent {
    var tally = SessionContent.Tally()
    try parts { try tally.add($0, take) }
    if tally.parts == 0 { try tally.add(SampleColumns(), take) }
    return tally.content(recordedAt: row.recordedAt?.timeIntervalSince1970)
  }
}
