package import Foundation
import GRDB

/// That a clip was posted for others to see, as a person said.
///
/// It stays when its clip is retired and gone: the seconds were shown all the same.
package struct Posting: Hashable, Sendable {
  /// The video's id.
  package var video: String
  /// The clip's id.
  package var clip: String
  /// Play time of its first frame, and of the first left out, seconds.
  package var start, end: Double
  /// When a person said so.
  package var at: Date
  /// Where it is to be found, in the person's words; empty where that was not said.
  package var place: String

  /// Makes one.
  package init(
    video: String, clip: String, start: Double, end: Double, at: Date, place: String
  ) {
    (self.video, self.clip, self.start, self.end) = (video, clip, start, end)
    (self.at, self.place) = (at, place)
  }

  /// Whether it showed more than half of some seconds: a clip of those would be the same once more.
  ///
  /// - Parameters:
  ///   - start: play time of the first frame.
  ///   - end: play time of the first left out.
  /// - Returns: whether whoever saw it has seen most of them.
  package func showed(most start: Double, _ end: Double) -> Bool {
    min(end, self.end) - max(start, self.start) > (end - start) / 2
  }
}

extension LibraryDatabase {
  /// What was posted of a video, or of all, in the order in which it was said.
  package func postings(of video: String? = nil) throws(LibraryError) -> [Posting] {
    try reading("list what was published") { db in
      try Row.fetchAll(
        db,
        sql: """
          SELECT video, clip, start, finish, at, place FROM posting
          WHERE ?1 IS NULL OR video = ?1 ORDER BY at, video, clip, place
          """, arguments: [video]
      ).map { row in
        Posting(
          video: try row.decode(atIndex: 0), clip: try row.decode(atIndex: 1),
          start: try row.decode(atIndex: 2), end: try row.decode(atIndex: 3),
          at: Date(timeIntervalSince1970: try row.decode(atIndex: 4)),
          place: try row.decode(atIndex: 5))
      }
    }
  }

  /// Notes that a clip was posted.
  ///
  /// - Returns: whether that is new; a clip is posted at one place once.
  package func keep(_ posting: Posting) throws(LibraryError) -> Bool {
    try writing("note that \(posting.clip) is published") { db in
      try db.execute(
        sql: """
          INSERT OR IGNORE INTO posting (video, clip, start, finish, at, place)
          VALUES (?, ?, ?, ?, ?, ?)
          """,
        arguments: [
          posting.video, posting.clip, posting.start, posting.end,
          posting.at.timeIntervalSince1970, posting.place,
        ])
      return db.changesCount > 0
    }
  }

  /// Takes back that a clip was posted, wherever it was.
  package func removePostings(of clip: String) throws(LibraryError) -> Int {
    try writing("take back that \(clip) is published") { db in
      try db.execute(sql: "DELETE FROM posting WHERE clip = ?", arguments: [clip])
      return db.changesCount
    }
  }
}
