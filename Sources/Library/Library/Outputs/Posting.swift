package import Foundation
package import GRDB

/// That a clip was posted for others to see, as a person said.
///
/// It stays when its clip is retired and gone: the seconds were shown all the same.
package struct Posting: Hashable, Sendable, KeptRow {
  package var video: String
  package var clip: String
  /// Play time of its first frame, and of the first left out, seconds.
  var start, end: Double
  /// When a person said so.
  package var at: Date
  /// Where it is to be found, in the person's words; empty where that was not said.
  package var place: String

  enum CodingKeys: String, CodingKey {
    case video, clip, start, end = "finish", at, place
  }

  /// A clip is posted at one place once.
  package static let persistenceConflictPolicy = PersistenceConflictPolicy(insert: .ignore)

  package init(
    video: String, clip: String, start: Double, end: Double, at: Date, place: String
  ) {
    (self.video, self.clip, self.start, self.end) = (video, clip, start, end)
    (self.at, self.place) = (at, place)
  }

  /// Whether it showed more than half of some seconds: a clip of those would be the same once more.
  package func showed(most start: Double, _ end: Double) -> Bool {
    min(end, self.end) - max(start, self.start) > (end - start) / 2
  }
}

extension LibraryDatabase {
  /// What was posted of a video, or of all, in the order in which it was said.
  package func postings(of video: String? = nil) throws(LibraryError) -> [Posting] {
    try reading("list what was published") { db in
      try Posting.all(of: video).order(sql: "at, video, clip, place").fetchAll(db)
    }
  }

  /// Notes that a clip was posted; whether that is new.
  package func keep(_ posting: Posting) throws(LibraryError) -> Bool {
    try writing("note that \(posting.clip) is published") { db in
      try posting.insert(db)
      return db.changesCount > 0
    }
  }

  /// Takes back that a clip was posted, at one place or wherever it was; how often it was.
  package func removePostings(
    of clip: String, at place: String? = nil
  ) throws(LibraryError) -> Int {
    try writing("take back that \(clip) is published") { db in
      try db.run(
        "DELETE FROM posting WHERE clip = ?1 AND (?2 IS NULL OR place = ?2)", [clip, place])
      return db.changesCount
    }
  }
}
