import Audience
import Files
import Foundation
import GRDB

/// Writes the detections of one source inside a transaction, part by part.
struct DetectionWriter {
  let video: String
  let source: String
  let parts: Parts<[Detection]>
  let db: Database

  /// Stores them, unless exactly these are stored already.
  func store() throws -> StoreOutcome {
    let known = try String.fetchOne(
      db, sql: "SELECT contentHash FROM detections WHERE video = ? AND source = ?",
      arguments: [video, source])
    if let known {
      var digest = SHA256()
      try eachPart { digest.update($1) }
      let isSame = digest.finalize().hex == known
      let isWhole = try Self.isWhole(video, source, known, db)
      if isSame, isWhole { return .unchanged }
      try db.run("DELETE FROM detections WHERE video = ? AND source = ?", [video, source])
      try insert()
      return isSame ? .healed : .replaced
    }
    try insert()
    return .added
  }

  /// Whether what is stored of a source are the boxes that were imported, by their digest.
  static func isWhole(
    _ video: String, _ source: String, _ content: String, _ db: Database
  ) throws -> Bool {
    var digest = SHA256()
    let parts = try Row.fetchCursor(
      db,
      sql: """
        SELECT boxes, 0 AS part FROM detections WHERE video = ?1 AND source = ?2
        UNION ALL SELECT boxes, part FROM boxPart WHERE video = ?1 AND source = ?2 ORDER BY part
        """,
      arguments: [video, source])
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
    // The content is known by its last part only.
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
        """,
        [video, source, Date().timeIntervalSince1970, boxes])
    } else {
      try db.run(
        "INSERT INTO boxPart (video, source, part, boxes) VALUES (?, ?, ?, ?)",
        [video, source, part, boxes])
    }
  }

  /// The parts as they are stored; one without boxes where there are none.
  private func eachPart(_ take: ([Detection], [UInt8]) throws -> Void) throws {
    var isEmpty = true
    try parts { part in
      isEmpty = false
      try take(part, DetectionBlob.encode(part))
    }
    if isEmpty { try take([], DetectionBlob.encode([])) }
  }
}

/// Hands over what comes in parts, the same at every call.
typealias Parts<Part> = (_ take: (Part) throws -> Void) throws -> Void
