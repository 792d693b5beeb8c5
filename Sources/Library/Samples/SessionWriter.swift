import Audience
import Foundation
import GRDB
import Hashing

/// A session as its row holds it.
struct SessionRow {
  let video, pseudonym, viewer, format, skipped: String
  let recordedAt: Date?
  let report: String?
  let fileMark, fileLabel: String?
  let isNamedByFile: Bool
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
    let mark = session.file.map { key.file($0.path) }
    fileMark = mark
    fileLabel = mark.map { session.file?.label ?? LibraryDatabase.fileLabel($0) }
    isNamedByFile = session.file?.namesSession ?? false
    labels = session.labels
    self.key = key
  }
}

/// Writes one session inside a transaction, its samples part by part.
struct SessionWriter {
  let row: SessionRow
  let index: Int
  let source: PartSource<SampleColumns>
  let db: Database

  /// Stores the session, unless exactly this is stored already.
  ///
  /// - Returns: what became of it, and how many samples there were before.
  /// - Throws: `StoreRefusal` when its id was taken from a file's name and another file of that
  ///   name stands there.
  func store() throws -> (outcome: StoreOutcome, samplesBefore: Int?) {
    let known = try Row.fetchOne(
      db.cachedStatement(
        sql: """
          SELECT id, contentHash, viewer, sampleCount, fileMark, fileLabel, isNamedByFile
          FROM session WHERE video = ? AND pseudonym = ?
          """),
      arguments: [row.video, row.pseudonym])
    guard let known else {
      let (id, content) = try insert()
      guard try isFrozen(content) else { return (.added, nil) }
      // It is in what was folded of it before its samples were erased.
      try db.execute(sql: "DELETE FROM session WHERE id = ?", arguments: [id])
      return (.unchanged, nil)
    }
    let (id, hash, viewer): (Int64, String, String) = (known[0], known[1], known[2])
    if viewer == row.viewer {
      var content = Content(row)
      try eachPart { content.add(SampleBlob.encode($0)) }
      if content.hash() == hash {
        try note(id)
        let isChanged = try LibraryDatabase.put(row.labels, on: id, db)
        return (isChanged ? .relabelled : .unchanged, known[3])
      }
    }
    if let other = known[4] as String?, row.isNamedByFile, known[6] as Bool, other != row.fileMark {
      throw StoreRefusal.namedLikeAnother(file: known[5] ?? LibraryDatabase.fileLabel(other))
    }
    try db.execute(sql: "DELETE FROM session WHERE id = ?", arguments: [id])
    _ = try insert()
    return (viewer == row.viewer ? .replaced : .replacedAnothers, known[3])
  }

  /// What an older gazecut imported has no report yet; and the same content is known by where it
  /// lies now.
  private func note(_ id: Int64) throws {
    try db.execute(
      sql: """
        UPDATE session SET report = coalesce(report, ?2), fileMark = coalesce(?3, fileMark),
          fileLabel = coalesce(?4, fileLabel), isNamedByFile = ?5 WHERE id = ?1
        """,
      arguments: [id, row.report, row.fileMark, row.fileLabel, row.isNamedByFile])
  }

  /// Whether this recording was stored before, and its samples erased by age.
  private func isFrozen(_ content: String) throws -> Bool {
    try Bool.fetchOne(
      db.cachedStatement(
        sql: "SELECT EXISTS (SELECT 1 FROM frozenMark WHERE video = ? AND mark = ?)"),
      arguments: [row.video, row.key.recording(content, session: row.pseudonym)]) ?? false
  }

  private func insert() throws -> (id: Int64, content: String) {
    try run(
      """
      INSERT INTO session (video, pseudonym, viewer, recordedAt, importedAt, format,
        contentHash, sampleCount, skipped, report, fileMark, fileLabel, isNamedByFile)
      VALUES (?, ?, ?, ?, ?, ?, '', 0, ?, ?, ?, ?, ?)
      """,
      [
        row.video, row.pseudonym, row.viewer, row.recordedAt?.timeIntervalSince1970,
        Date().timeIntervalSince1970, row.format, row.skipped, row.report,
        row.fileMark, row.fileLabel, row.isNamedByFile,
      ])
    let id = db.lastInsertedRowID
    _ = try LibraryDatabase.put(row.labels, on: id, db)
    var content = Content(row)
    var samples = 0
    var told: UInt8 = 0
    try eachPart { part in
      told = part.told.reduce(told, |)
      let bytes = SampleBlob.encode(part)
      content.add(bytes)
      try insert(Data(bytes), of: id, part: content.parts - 1)
      samples += part.count
    }
    // The content is known by its last part only.
    let hash = content.hash()
    try run(
      "UPDATE session SET contentHash = ?, sampleCount = ?, told = ? WHERE id = ?",
      [hash, samples, told, id])
    return (id, hash)
  }

  /// Runs a statement that is prepared once for all sessions of a file.
  private func run(_ sql: String, _ arguments: StatementArguments) throws {
    try db.cachedStatement(sql: sql).execute(arguments: arguments)
  }

  /// The parts; one without samples where there are none.
  private func eachPart(_ take: (SampleColumns) throws -> Void) throws {
    var isEmpty = true
    try source.each(of: index) { part in
      isEmpty = false
      try take(part)
    }
    if isEmpty { try take(SampleColumns()) }
  }

  private func insert(_ columns: Data, of id: Int64, part: Int) throws {
    if part == 0 {
      try run("INSERT INTO samples (session, columns) VALUES (?, ?)", [id, columns])
    } else {
      try run(
        "INSERT INTO samplePart (session, part, columns) VALUES (?, ?, ?)", [id, part, columns])
    }
  }

  /// A digest of what was recorded, over the parts as they are stored.
  private struct Content: ~Copyable {
    private var digest = SHA256()
    private let recordedAt: Date?
    private(set) var parts = 0

    init(_ row: SessionRow) { recordedAt = row.recordedAt }

    mutating func add(_ bytes: [UInt8]) {
      digest.update(bytes)
      parts += 1
    }

    consuming func hash() -> String {
      digest.update("\(recordedAt?.timeIntervalSince1970 ?? 0)")
      return digest.finalize().hex
    }
  }
}
