import Foundation
import GRDB

extension LibraryDatabase {
  /// The clips of a video, or of all videos, current and retired, oldest first.
  package func clips(of video: String? = nil) throws(LibraryError) -> [Clip] {
    try reading("list the clips") { db in
      let rows = try Row.fetchAll(
        db,
        sql: "SELECT * FROM clip WHERE ?1 IS NULL OR video = ?1 ORDER BY createdAt, video, id",
        arguments: [video])
      return try rows.map(Self.clip)
    }
  }

  /// Keeps a clip, in the place of one with the same video and id.
  package func keep(_ clip: Clip) throws(LibraryError) {
    try writing("keep the clip \(clip.id)") { db in
      try db.execute(
        sql: """
          REPLACE INTO clip (video, id, state, fileName, bytes, modifiedNanoseconds, digest,
            sideFiles, createdAt, retiredAt, retirement)
          VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
          """,
        arguments: [
          clip.video, clip.id, clip.state.rawValue, clip.fileName, clip.bytes,
          clip.modifiedNanoseconds, clip.digest, StoredJSON.text(clip.sideFiles),
          clip.createdAt.timeIntervalSince1970, clip.retiredAt?.timeIntervalSince1970,
          clip.retirement.flatMap(StoredJSON.text(of:)),
        ])
    }
  }

  /// Takes a clip off the list.
  package func removeClip(_ id: String, of video: String) throws(LibraryError) {
    try writing("remove the clip \(id)") { db in
      try db.execute(
        sql: "DELETE FROM clip WHERE video = ? AND id = ?", arguments: [video, id])
    }
  }

  private static func clip(_ row: Row) throws -> Clip {
    Clip(
      video: try row.decode(forColumn: "video"), id: try row.decode(forColumn: "id"),
      state: Clip.State(rawValue: try row.decode(forColumn: "state")) ?? .retired,
      fileName: try row.decode(forColumn: "fileName"), bytes: try row.decode(forColumn: "bytes"),
      modifiedNanoseconds: try row.decode(forColumn: "modifiedNanoseconds"),
      digest: try row.decode(forColumn: "digest"),
      sideFiles: StoredJSON.value(try row.decode(forColumn: "sideFiles")),
      createdAt: try row.date(forColumn: "createdAt"),
      retiredAt: try row.dateIfPresent(forColumn: "retiredAt"),
      retirement: try row.decode(String?.self, forColumn: "retirement")
        .flatMap(StoredJSON.value(of:)))
  }
}
