package import Foundation
package import GRDB

/// A rendered file: a clip, or the highlight reel of a video.
package struct Clip: Hashable, Sendable, ReplaceableRow {
  package enum State: String, Hashable, Sendable, CaseIterable, Codable {
    case current
    /// The clip is archived: it is no longer part of the decisions.
    case retired
  }

  package var video: String
  package var id: String
  package var state: State
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

  package struct Retirement: Codable, Hashable, Sendable {
    package var start, end: Double
    /// Why it was archived; `nil` if the figures behind the reason were erased.
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

/// A note by the user that a clip was published, kept when the clip is archived or deleted.
package struct PublicationNote: Hashable, Sendable, ReplaceableRow {
  package var video: String
  package var clip: String
  /// Start and end in seconds of play time; the end is exclusive.
  var start, end: Double
  package var at: Date
  /// Place of the publication in the words of the user; empty if not given.
  package var place: String

  enum CodingKeys: String, CodingKey { case video, clip, start, end = "finish", at, place }

  package static let databaseTableName = "posting"

  /// A second note with the same clip and place is ignored.
  package static let persistenceConflictPolicy = PersistenceConflictPolicy(insert: .ignore)

  package init(video: String, clip: String, start: Double, end: Double, at: Date, place: String) {
    (self.video, self.clip, self.start, self.end) = (video, clip, start, end)
    (self.at, self.place) = (at, place)
  }

  /// Whether it contained more than half of a range, so that a clip of it would be a repetition.
  package func includes(most start: Double, _ end: Double) -> Bool {
    min(end, self.end) - max(start, self.start) > (end - start) / 2
  }
}

/// The rendered clips, and the user's notes where they were published.
package struct ClipStore: Sendable {
  let database: LibraryDatabase

  /// The clips of a video, or of all videos, archived ones included, oldest first.
  package func all(of video: String? = nil) throws(LibraryError) -> [Clip] {
    try database.reading("list the clips") { db in
      try Clip.all(of: video).order(sql: "createdAt, video, id").fetchAll(db)
    }
  }

  package func store(_ clip: Clip) throws(LibraryError) {
    try database.writing("store the clip \(clip.id)") { try clip.insert($0) }
  }

  package func remove(_ id: String, of video: String) throws(LibraryError) {
    try database.writing("remove the clip \(id)") { db in
      try db.run("DELETE FROM clip WHERE video = ? AND id = ?", [video, id])
    }
  }

  /// The notes of a video, or of all videos, oldest first.
  package func postings(of video: String? = nil) throws(LibraryError) -> [PublicationNote] {
    try database.reading("list the published clips") { db in
      try PublicationNote.all(of: video).order(sql: "at, video, clip, place").fetchAll(db)
    }
  }

  package func store(_ posting: PublicationNote) throws(LibraryError) -> Bool {
    try database.writing("store that \(posting.clip) is published") { db in
      try posting.insert(db)
      return db.changesCount > 0
    }
  }

  /// Deletes the notes of a clip, at one place or all; returns how many there were.
  package func removePostings(
    of clip: String, at place: String? = nil
  ) throws(LibraryError) -> Int {
    try database.writing("remove the note that \(clip) is published") { db in
      try db.run(
        "DELETE FROM posting WHERE clip = ?1 AND (?2 IS NULL OR place = ?2)", [clip, place])
      return db.changesCount
    }
  }
}
