package import Foundation
import GRDB
import Glibc

/// Checks for damage: pages that SQLite cannot read, and stored values that differ from the import.
extension LibraryDatabase {
  /// Reads every page and index, and compares all imported data with its checksums.
  package func check() throws(LibraryError) {
    try checkPages()
    let operation = "check the library"
    let damaged = try reading(operation) { try Self.damagedImports($0) }
    guard !damaged.isEmpty else { return }
    throw LibraryError(
      .corrupt, operation: operation,
      reason: "damaged: \(damaged.joined(separator: ", ")); import the file again to repair it, or "
        + "remove a session with `gazecut remove VIDEO --session ID`")
  }

  private func checkPages() throws(LibraryError) {
    let operation = "check the library"
    guard let firstProblem = try reading(operation, { try Self.firstProblem(of: $0) }) else {
      return
    }
    throw LibraryError(
      .corrupt, operation: operation,
      reason:
        "gazecut.sqlite is damaged (\(firstProblem)); restore it from a backup, or import again")
  }

  /// Names of sessions, detections and curves that differ from what was imported.
  private static func damagedImports(_ db: Database) throws -> [String] {
    let sessions = try SessionName.fetchAll(
      db, sql: "SELECT \(SessionName.columns) FROM session ORDER BY video, id"
    ).filter { try !SessionQueries.isIntact($0.id, db) }
    let boxes: [(String, String, String)] = try db.rows(
      "SELECT video, source, contentHash FROM detections ORDER BY video, source")
    let damagedBoxes = try boxes.compactMap { video, source, content in
      try DetectionWriter.isIntact(video, source, content, db)
        ? nil : "the boxes of \(source) of \(video)"
    }
    let curves: [(String, String, String, String)] = try db.rows(
      "SELECT video, source, contentHash, content FROM curve ORDER BY video, source")
    let damagedCurves = curves.compactMap { video, source, digest, content in
      StoredCurve(contentHash: digest, content: content).isIntact
        ? nil : "the curve of \(source) of \(video)"
    }
    return sessions.map { "\($0)" } + damagedBoxes + damagedCurves
  }

  /// The first problem that `PRAGMA quick_check` finds; `nil` if there is none.
  private static func firstProblem(of db: Database) throws -> String? {
    let found: String? = try db.value("PRAGMA quick_check(1)")
    return found == "ok" ? nil : found ?? "no answer"
  }

  /// Checks all pages if the library was not closed cleanly, or if the last check is a week old.
  ///
  /// The check reads the whole database, so it is not part of every run. Samples are also checked
  /// whenever they are read.
  package func checkIfOutdated(now: Date = Date()) throws(LibraryError) {
    let kept = try reading("check the library") { try Self.storedValue("checkedAt", $0) }
    let age = kept.flatMap(Double.init).map { abs(now.timeIntervalSince1970 - $0) }
    guard !wasClosedCleanly || (age ?? .infinity) > Self.checkInterval else { return }
    try checkPages()
    guard purpose == .writing else { return }
    try writing("store the time of the check") { db in
      try Self.setStoredValue("checkedAt", to: "\(Int(now.timeIntervalSince1970))", db)
    }
  }

  private static let checkInterval = 7.0 * 24 * 3600
}

extension LibraryDatabase {
  /// Copies the database to a new file, while a run may continue to write, and checks the copy.
  ///
  /// The copy is compact, without deleted content, and needs no -wal file (SQLite's VACUUM INTO).
  package func backup(to path: String) throws(LibraryError) {
    let operation = "back up the library to \(path)"
    do {
      // Set the mode first, while the file is empty: only the owner may read viewers' data.
      let file = unsafe Glibc.open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
      guard file >= 0 else { throw LibraryError(operation, errno: errno) }
      Glibc.close(file)
      try queue.writeWithoutTransaction { db in try db.run("VACUUM INTO ?", [path]) }
      var configuration = Configuration()
      configuration.readonly = true
      let copy = try DatabaseQueue(path: path, configuration: configuration)
      let firstProblem = try copy.read { try Self.firstProblem(of: $0) }
      try copy.close()
      if let firstProblem {
        throw LibraryError(
          .corrupt, operation: operation, reason: "the copy is damaged: \(firstProblem)")
      }
    } catch {
      throw LibraryError(operation, error)
    }
  }

  /// Copies this database, if there is one, with its key and its list of erased viewers.
  ///
  /// A dry run imports into such a copy.
  package func copy(into target: String) throws(LibraryError) {
    let manager = FileManager.default
    guard manager.fileExists(atPath: folder + "/" + Self.fileName) else { return }
    do {
      for name in [LibraryKey.fileName, ErasureList.fileName]
      where manager.fileExists(atPath: folder + "/" + name) {
        try manager.copyItem(atPath: folder + "/" + name, toPath: target + "/" + name)
      }
    } catch {
      throw LibraryError("copy the library \(folder)", error)
    }
    try backup(to: target + "/" + Self.fileName)
  }
}

extension LibraryError {
  static func damaged(session: Int64, _ db: Database) throws -> LibraryError {
    let name = try SessionName.fetchOne(
      db, sql: "SELECT \(SessionName.columns) FROM session WHERE id = ?", arguments: [session])
    guard let name else { return .damaged("read the samples of a session") }
    return LibraryError(
      .corrupt, operation: "read the samples of a session",
      reason: "\(name) is damaged; import its file again to repair it, or remove it with `gazecut "
        + "remove \(name.video) --session \(name.label)`; `gazecut check` lists everything that is "
        + "damaged")
  }
}

/// A session's label and file label, as `status --sessions` prints them.
private struct SessionName: StoredRow, CustomStringConvertible {
  let id: Int64
  let video, label: String
  let file: String?

  static let columns =
    "id, video, substr(pseudonym, 1, 10) AS label, \(SessionQueries.fileLabel) AS file"

  var description: String { "session \(label) of \(video)" + (file.map { " (\($0))" } ?? "") }
}
