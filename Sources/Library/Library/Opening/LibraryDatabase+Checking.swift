package import Foundation
import GRDB

/// What finds damage: pages that SQLite cannot read, and values that are not what was imported.
extension LibraryDatabase {
  /// Reads every page and index, and holds all that was imported against its digests.
  package func check() throws(LibraryError) {
    try checkPages()
    let operation = "check the library"
    let damaged = try reading(operation) { try Self.damagedImports($0) }
    guard !damaged.isEmpty else { return }
    throw LibraryError(
      .corrupt, operation: operation,
      reason: "damaged: \(damaged.joined(separator: ", ")); importing a file again heals what it "
        + "brought, and `gazecut remove VIDEO --session ID` takes a session out")
  }

  /// Reads every page and index (`PRAGMA quick_check`): what a SELECT would not notice.
  private func checkPages() throws(LibraryError) {
    let operation = "check the library"
    guard let complaint = try reading(operation, { try Self.complaint(of: $0) }) else { return }
    throw LibraryError(
      .corrupt, operation: operation,
      reason: "gazecut.sqlite is damaged (\(complaint)); restore it from a copy, or import again")
  }

  /// What is no longer as it was imported, by names that `status` knows.
  private static func damagedImports(_ db: Database) throws -> [String] {
    let sessions = try SessionName.fetchAll(
      db, sql: "SELECT \(SessionName.columns) FROM session ORDER BY video, id"
    ).filter { try !isWhole($0.id, db) }
    let boxes: [(String, String, String)] = try db.rows(
      "SELECT video, source, contentHash FROM detections ORDER BY video, source")
    let damagedBoxes = try boxes.compactMap { video, source, content in
      try DetectionWriter.isWhole(video, source, content, db)
        ? nil : "the boxes of \(source) of \(video)"
    }
    let curves: [(String, String, String, String)] = try db.rows(
      "SELECT video, source, contentHash, content FROM curve ORDER BY video, source")
    let damagedCurves = curves.compactMap { video, source, digest, content in
      StoredCurve(contentHash: digest, content: content).isWhole
        ? nil : "the curve of \(source) of \(video)"
    }
    return sessions.map { "\($0)" } + damagedBoxes + damagedCurves
  }

  /// What SQLite finds wrong in a database that it reads whole; `nil` for a sound one.
  static func complaint(of db: Database) throws -> String? {
    let found = try String.fetchOne(db, sql: "PRAGMA quick_check(1)")
    return found == "ok" ? nil : found ?? "no answer"
  }

  /// Checks every page and index, where there is reason to; samples are checked as they are read.
  ///
  /// That is where the last close was not clean, or the last check was a week ago: it reads the
  /// whole database, which a night with nothing new need not.
  package func checkWhenDue(now: Date = Date()) throws(LibraryError) {
    let kept = try reading("check the library") { try Self.note("checkedAt", $0) }
    let age = kept.flatMap(Double.init).map { abs(now.timeIntervalSince1970 - $0) }
    guard !wasClosedCleanly || (age ?? .infinity) > Self.checkInterval else { return }
    try checkPages()
    guard purpose == .writing else { return }
    try writing("note that the library was checked") { db in
      try Self.setNote("checkedAt", to: "\(Int(now.timeIntervalSince1970))", db)
    }
  }

  /// Seconds of a week.
  private static let checkInterval = 7.0 * 24 * 3600
}

extension LibraryError {
  /// What is stored of a session is not what was imported.
  static func damaged(session: Int64, _ db: Database) throws -> LibraryError {
    let name = try SessionName.fetchOne(
      db, sql: "SELECT \(SessionName.columns) FROM session WHERE id = ?", arguments: [session])
    guard let name else { return .damaged("read the samples of a session") }
    return LibraryError(
      .corrupt, operation: "read the samples of a session",
      reason: "\(name) is damaged; importing its file again heals it, `gazecut remove "
        + "\(name.video) --session \(name.label)` takes it out, and `gazecut check` names all that "
        + "are damaged")
  }
}

/// A session by what `status --sessions` calls it and its file.
private struct SessionName: StoredRow, CustomStringConvertible {
  let id: Int64
  let video, label: String
  let file: String?

  static let columns =
    "id, video, substr(pseudonym, 1, 10) AS label, \(LibraryDatabase.fileLabel) AS file"

  var description: String {
    "session \(label) of \(video)" + (file.map { " (\($0))" } ?? "")
  }
}
