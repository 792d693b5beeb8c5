package import Foundation
import GRDB

/// A file that gazecut made: a short, or a video's reel.
package struct Clip: Hashable, Sendable {
  /// Whether a clip is still decided.
  package enum State: String, Hashable, Sendable, CaseIterable {
    /// It stands for a moment of the last decisions.
    case current
    /// It is no longer decided, and was moved away.
    case retired
  }

  /// The video's id.
  package var video: String
  /// The clip's id, unique within the video.
  package var id: String
  /// Whether it is still decided.
  package var state: State
  /// The name of its file, relative to the video's folder of shorts.
  package var fileName: String
  /// The size of its file.
  package var bytes: Int64
  /// When its file was last changed, in nanoseconds since 1970.
  package var modifiedNanoseconds: Int64
  /// SHA-256 of its file as it was published; `nil` where an older gazecut published it.
  package var digest: String?
  /// The files beside it (poster, record, captions), by name, each with its SHA-256.
  package var sideFiles: [String: String]
  /// When it was made.
  package var createdAt: Date
  /// When it was retired.
  package var retiredAt: Date?
  /// What it showed, and why it was retired; `nil` where an older gazecut retired it.
  package var retirement: Retirement?

  /// What is told of a clip that is retired.
  package struct Retirement: Codable, Hashable, Sendable {
    /// Play time of its first frame, and of the first left out, seconds.
    package var start, end: Double
    /// Why; `nil` where the figures behind it were erased.
    package var reason: String?
    /// The id of the clip that has its seconds now.
    package var replacedBy: String?

    /// Makes one.
    package init(start: Double, end: Double, reason: String?, replacedBy: String? = nil) {
      (self.start, self.end) = (start, end)
      (self.reason, self.replacedBy) = (reason, replacedBy)
    }
  }

  /// Makes a clip.
  package init(
    video: String, id: String, state: State, fileName: String, bytes: Int64,
    modifiedNanoseconds: Int64, digest: String? = nil, sideFiles: [String: String],
    createdAt: Date, retiredAt: Date? = nil, retirement: Retirement? = nil
  ) {
    self.video = video
    self.id = id
    self.state = state
    self.fileName = fileName
    self.bytes = bytes
    self.modifiedNanoseconds = modifiedNanoseconds
    self.digest = digest
    self.sideFiles = sideFiles
    self.createdAt = createdAt
    self.retiredAt = retiredAt
    self.retirement = retirement
  }
}

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
