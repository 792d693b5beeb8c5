package import Audience
package import Foundation
import GRDB
import Support

/// A table row with an engagement curve.
struct StoredCurve: StoredRow {
  let contentHash, content: String

  /// Whether the content still matches the checksum of the import.
  var isWhole: Bool { SHA256.hex(content) == contentHash }
}

extension LibraryDatabase {
  /// Stores an engagement curve of a video; replaces an earlier one of the same source.
  ///
  /// Only a keyed hash (HMAC) of the path is stored. `record` is written to the import log in the
  /// same transaction.
  ///
  /// - Returns: whether it was added, replaced or already there.
  /// - Throws: `LibraryError`; then nothing is stored.
  package func store(
    _ curve: EngagementCurve, of video: String, from path: String,
    noting record: ImportLogEntry? = nil
  ) throws(LibraryError) -> StoreResult {
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

  /// For each curve of a video, the label of the imported file and the time of the import.
  package func curveFiles(
    of video: String
  ) throws(LibraryError) -> [EngagementCurve.Source: (file: String?, importedAt: Date)] {
    try reading("list the curves of \(video)") { db in
      let rows: [(String, String?, Double)] = try db.rows(
        "SELECT source, \(Self.fileLabel), importedAt FROM curve WHERE video = ?", [video])
      return rows.reduce(into: [:]) { files, row in
        guard let source = EngagementCurve.Source(rawValue: row.0) else { return }
        files[source] = (row.1, Date(timeIntervalSince1970: row.2))
      }
    }
  }

  package func curves(of video: String) throws(LibraryError) -> [EngagementCurve] {
    let operation = "read the curves of \(video)"
    return try reading(operation) { db in
      let stored = try StoredCurve.fetchAll(
        db, sql: "SELECT contentHash, content FROM curve WHERE video = ? ORDER BY source",
        arguments: [video])
      return try stored.map { stored in
        guard stored.isWhole,
          let curve = try? JSONDecoder().decode(
            EngagementCurve.self, from: Data(stored.content.utf8))
        else {
          throw LibraryError(
            .corrupt, operation: operation, reason: "they are damaged; import them again")
        }
        return curve
      }
    }
  }
}
