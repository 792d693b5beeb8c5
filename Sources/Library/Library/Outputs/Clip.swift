package import Foundation
import GRDB

/// A rendered file: a clip, or the highlight reel of a video.
package struct Clip: Hashable, Sendable, ReplaceableRow {
  /// Whether a clip is part of the latest decisions.
  package enum State: String, Hashable, Sendable, CaseIterable, Codable {
    /// The clip belongs to the latest decisions.
    case current
    /// The clip is archived: it is no longer part of the decisions.
    case retired
  }

  package var video: String
  /// The clip's ID, unique within the video.
  package var id: String
  package var state: State
  /// Name of the clip's file in the video's folder of clips.
  package var fileName: String
  /// The name without `.mp4`; the names of side files begin with it.
  package var stem: String { String(fileName.dropLast(4)) }
  package var bytes: Int64
  /// Modification time of the file in nanoseconds since 1970.
  package var modifiedNanoseconds: Int64
  /// SHA-256 of its file as it was published; `nil` before it is.
  package var digest: String?
  /// Names and SHA-256 of the files that belong to the clip (poster, metadata, captions).
  package var sideFiles: [String: String]
  package var createdAt: Date
  package var retiredAt: Date?
  /// Range of an archived clip and why it was archived; `nil` if the clip is current.
  package var retirement: Retirement?

  /// Data that is kept about an archived clip.
  package struct Retirement: Codable, Hashable, Sendable {
    /// Start and end in seconds of play time; the end is exclusive.
    package var start, end: Double
    /// Why the clip was archived; `nil` if the figures behind the reason were erased.
    package var reason: String?
    /// ID of the clip that now covers this range.
    package var replacedBy: String?

    package init(start: Double, end: Double, reason: String?, replacedBy: String? = nil) {
      (self.start, self.end) = (start, end)
      (self.reason, self.replacedBy) = (reason, replacedBy)
    }
  }

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
  /// The clips of a video, or of all videos, archived ones included, oldest first.
  package func clips(of video: String? = nil) throws(LibraryError) -> [Clip] {
    try reading("list the clips") { db in
      try Clip.all(of: video).order(sql: "createdAt, video, id").fetchAll(db)
    }
  }

  package func keep(_ clip: Clip) throws(LibraryError) {
    try writing("store the clip \(clip.id)") { try clip.insert($0) }
  }

  package func removeClip(_ id: String, of video: String) throws(LibraryError) {
    try writing("remove the clip \(id)") { db in
      try db.run("DELETE FROM clip WHERE video = ? AND id = ?", [video, id])
    }
  }
}
