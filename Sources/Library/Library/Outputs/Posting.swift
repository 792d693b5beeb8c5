package import Foundation
package import GRDB

/// A note by the user that a clip was published somewhere.
///
/// It is kept when the clip is archived or deleted, because the seconds were shown anyway.
package struct Posting: Hashable, Sendable, ReplaceableRow {
  package var video: String
  package var clip: String
  /// Start and end in seconds of play time; the end is exclusive.
  var start, end: Double
  /// When the user made the note.
  package var at: Date
  /// Place of the publication in the words of the user; empty if not given.
  package var place: String

  enum CodingKeys: String, CodingKey {
    case video, clip, start, end = "finish", at, place
  }

  /// A second note with the same clip and place is ignored.
  package static let persistenceConflictPolicy = PersistenceConflictPolicy(insert: .ignore)

  package init(
    video: String, clip: String, start: Double, end: Double, at: Date, place: String
  ) {
    (self.video, self.clip, self.start, self.end) = (video, clip, start, end)
    (self.at, self.place) = (at, place)
  }

  /// Whether the published clip contained more than half of a range, so that a clip of it would be
  /// a repetition.
  package func showed(most start: Double, _ end: Double) -> Bool {
    min(end, self.end) - max(start, self.start) > (end - start) / 2
  }
}

extension LibraryDatabase {
  /// The notes of a video, or of all videos, oldest first.
  package func postings(of video: String? = nil) throws(LibraryError) -> [Posting] {
    try reading("list the published clips") { db in
      try Posting.all(of: video).order(sql: "at, video, clip, place").fetchAll(db)
    }
  }

  package func keep(_ posting: Posting) throws(LibraryError) -> Bool {
    try writing("store that \(posting.clip) is published") { db in
      try posting.insert(db)
      return db.changesCount > 0
    }
  }

  /// Deletes the notes of a clip, at one place or all; returns how many there were.
  package func removePostings(
    of clip: String, at place: String? = nil
  ) throws(LibraryError) -> Int {
    try writing("remove the note that \(clip) is published") { db in
      try db.run(
        "DELETE FROM posting WHERE clip = ?1 AND (?2 IS NULL OR place = ?2)", [clip, place])
      return db.changesCount
    }
  }
}
