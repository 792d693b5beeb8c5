package import Foundation
import GRDB

/// A file that gazecut made: a short, or a video's reel.
package struct Clip: Hashable, Sendable, KeptRow {
  /// Whether a clip is still decided.
  package enum State: String, Hashable, Sendable, CaseIterable, Codable {
    /// It stands for a moment of the last decisions.
    case current
    /// It is no longer decided, and was moved away.
    case retired
  }

  package var video: String
  /// The clip's id, unique within the video.
  package var id: String
  package var state: State
  /// The name of its file, relative to the video's folder of shorts.
  package var fileName: String
  /// The name without its ending, `.mp4`: what lies beside the clip begins so.
  package var stem: String { String(fileName.dropLast(4)) }
  package var bytes: Int64
  /// When its file was last changed, in nanoseconds since 1970.
  package var modifiedNanoseconds: Int64
  /// SHA-256 of its file as it was published; `nil` before it is.
  package var digest: String?
  /// The files beside it (poster, record, captions), by name, each with its SHA-256.
  package var sideFiles: [String: String]
  package var createdAt: Date
  package var retiredAt: Date?
  /// What it showed, and why it was retired; `nil` if it is current.
  package var retirement: Retirement?

  /// What is told of a clip that is retired.
  package struct Retirement: Codable, Hashable, Sendable {
    /// Play time of its first frame, and of the first left out, seconds.
    package var start, end: Double
    /// Why; `nil` where the figures behind it were erased.
    package var reason: String?
    /// The id of the clip that has its seconds now.
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
  /// The clips of a video, or of all videos, current and retired, oldest first.
  package func clips(of video: String? = nil) throws(LibraryError) -> [Clip] {
    try reading("list the clips") { db in
      try Clip.all(of: video).order(sql: "createdAt, video, id").fetchAll(db)
    }
  }

  /// Keeps a clip, in the place of one with the same video and id.
  package func keep(_ clip: Clip) throws(LibraryError) {
    try writing("keep the clip \(clip.id)") { try clip.insert($0) }
  }

  /// Takes a clip off the list.
  package func removeClip(_ id: String, of video: String) throws(LibraryError) {
    try writing("remove the clip \(id)") { db in
      try db.run("DELETE FROM clip WHERE video = ? AND id = ?", [video, id])
    }
  }
}
