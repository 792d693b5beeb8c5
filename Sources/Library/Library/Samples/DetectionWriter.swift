import Audience
import Foundation
import GRDB
import Support

struct DetectionWriter {
  let video: String
  let source: String
  let parts: Parts<[Detection]>
  let db: Database

  func store() throws -> StoreResult {
    let known: String? = try db.value(
      "SELECT contentHash FROM detections WHERE video = ? AND source = ?", [video, source])
    if let known {
      var digest = SHA256()
      try eachPart { digest.update($1) }
      let isSame = digest.finalize().hex == known
      let isIntact = try Self.isIntact(video, source, known, db)
      if isSame, isIntact { return .unchanged }
      try db.run("DELETE FROM detections WHERE video = ? AND source = ?", [video, source])
      try insert()
      return isSame ? .healed : .replaced
    }
    try insert()
    return .added
  }

  /// Whether the stored detections of a source still match the checksum of the import.
  static func isIntact(
    _ video: String, _ source: String, _ content: String, _ db: Database
  ) throws -> Bool {
    var digest = SHA256()
    let parts = try Row.fetchCursor(
      db,
      sql: """
        SELECT boxes, 0 AS part FROM detections WHERE video = ?1 AND source = ?2
        UNION ALL SELECT boxes, part FROM boxPart WHERE video = ?1 AND source = ?2 ORDER BY part
        """, arguments: [video, source])
    while let part = try parts.next() { digest.update(try part.decode(Data.self, atIndex: 0)) }
    return digest.finalize().hex == content
  }

  private func insert() throws {
    var digest = SHA256()
    var count = 0
    var part = 0
    try eachPart { boxes, bytes in
      digest.update(bytes)
      count += boxes.count
      try insert(Data(bytes), part: part)
      part += 1
    }
    // The hash is known only after the last part, so it is set at the end.
    try db.run(
      "UPDATE detections SET contentHash = ?, boxCount = ? WHERE video = ? AND source = ?",
      [digest.finalize().hex, count, video, source])
  }

  private func insert(_ boxes: Data, part: Int) throws {
    if part == 0 {
      try db.run(
        """
        INSERT INTO detections (video, source, importedAt, contentHash, boxCount, boxes)
        VALUES (?, ?, ?, '', 0, ?)
        """, [video, source, Date().timeIntervalSince1970, boxes])
    } else {
      try db.run(
        "INSERT INTO boxPart (video, source, part, boxes) VALUES (?, ?, ?, ?)",
        [video, source, part, boxes])
    }
  }

  /// Calls `take` with each part and its encoding; with one empty part if there are none.
  private func eachPart(_ take: ([Detection], [UInt8]) throws -> Void) throws {
    var isEmpty = true
    try parts { part in
      isEmpty = false
      try take(part, DetectionBlob.encode(part))
    }
    if isEmpty { try take([], DetectionBlob.encode([])) }
  }
}

/// A function that passes data to `take` part by part; each call must give the same parts.
typealias Parts<Part> = (_ take: (Part) throws -> Void) throws -> Void
