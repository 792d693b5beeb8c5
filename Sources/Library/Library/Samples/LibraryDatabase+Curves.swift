package import Audience
package import Foundation
import Files
import GRDB

/// A curve as its row holds it.
struct StoredCurve: StoredRow {
  let contentHash, content: String

  /// Whether it is what was imported.
  var isWhole: Bool { SHA256.hex(content) == contentHash }
}

extension LibraryDatabase {
  /// Stores what a platform counted of a video, in the place of what it told before.
  ///
  /// - Parameters:
  ///   - curve: the curve.
  ///   - video: the video's id.
  ///   - path: of the file that it came in; only a keyed hash of it is kept.
  ///   - record: what is remembered of where it came from, in the same transaction.
  /// - Returns: what became of it.
  /// - Throws: `LibraryError`; nothing is stored then.
  package func store(
    _ curve: AudienceCurve, of video: String, from path: String,
    noting record: IntakeRecord? = nil
  ) throws(LibraryError) -> StoreOutcome {
    let key = try writingKey()
    return try writing("store the curve of \(video)") { db in
      try Self.claim(key, db)
      if let record { try Self.put(record, key, db) }
      let encoder = JSONEncoder()
      encoder.outputFormatting = .sortedKeys
      let content = try encoder.encode(curve)
      let (digest, source) = (SHA256.hex([UInt8](content)), curve.source.rawValue)
      let known = try StoredCurve.fetchOne(
        db, sql: "SELECT contentHash, content FROM curve WHERE video = ? AND source = ?",
        arguments: [video, source])
      let isSame = known?.contentHash == digest
      if isSame, known?.isWhole ?? false { return .unchanged }
      try db.run("DELETE FROM curve WHERE video = ? AND source = ?", [video, source])
      try db.run(
        """
        INSERT INTO curve (
          video, source, importedAt, contentHash, pointCount, content, fileMark)
        VALUES (?, ?, ?, ?, ?, ?, ?)
        """,
        [
          video, source, Date().timeIntervalSince1970, digest, curve.points.count,
          String(decoding: content, as: UTF8.self), key.file(path),
        ])
      return known == nil ? .added : isSame ? .healed : .replaced
    }
  }

  /// The labels of the files that brought a video's curves, and when, by who counted.
  package func curveFiles(
    of video: String
  ) throws(LibraryError) -> [AudienceCurve.Source: (file: String?, importedAt: Date)] {
    try reading("list the curves of \(video)") { db in
      let rows: [(String, String?, Double)] = try db.rows(
        "SELECT source, \(Self.fileLabel), importedAt FROM curve WHERE video = ?", [video])
      return rows.reduce(into: [:]) { files, row in
        guard let source = AudienceCurve.Source(rawValue: row.0) else { return }
        files[source] = (row.1, Date(timeIntervalSince1970: row.2))
      }
    }
  }

  /// What platforms counted of a video, in the order of their names.
  package func curves(of video: String) throws(LibraryError) -> [AudienceCurve] {
    let operation = "read the curves of \(video)"
    return try reading(operation) { db in
      let stored = try StoredCurve.fetchAll(
        db, sql: "SELECT contentHash, content FROM curve WHERE video = ? ORDER BY source",
        arguments: [video])
      return try stored.map { stored in
        guard stored.isWhole,
          let curve = try? JSONDecoder().decode(
            AudienceCurve.self, from: Data(stored.content.utf8))
        else {
          throw LibraryError(
            .corrupt, operation: operation, reason: "they are damaged; import them again")
        }
        return curve
      }
    }
  }
}
