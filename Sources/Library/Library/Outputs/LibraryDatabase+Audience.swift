package import Audience
package import Foundation
import GRDB

/// What a library keeps of a video's folded audience.
package enum KeptAudience: Hashable, Sendable {
  /// Folded from exactly this input by exactly these means.
  case current(TimelineSummary)
  /// It is there and cannot be read: bytes of the library are damaged.
  case damaged
  /// It was made under another key.
  case other(key: String)
  case none
}

extension LibraryDatabase {
  /// The summary of a video's audience, without its looks, if it was kept under exactly this key.
  package func audience(of video: String, key: String) throws(LibraryError) -> KeptAudience {
    try reading("read the audience of \(video)") { db in
      let found: [(String, Data)] = try db.rows(
        "SELECT key, head FROM audience WHERE video = ?", [video])
      guard let (kept, head) = found.first else { return .none }
      guard kept == key else { return .other(key: kept) }
      let blocks: [(Int, Data)] = try db.rows(
        "SELECT block, figures FROM audienceBlock WHERE video = ? ORDER BY block", [video])
      guard blocks.map({ $0.0 }) == Array(blocks.indices) else { return .damaged }
      let figures = blocks.map { [UInt8]($0.1) }
      return TimelineSummary(head: [UInt8](head), figures: figures).map(KeptAudience.current)
        ?? .damaged
    }
  }

  /// The rows of some bins, as they were kept under exactly this key.
  ///
  /// - Parameters:
  ///   - video: the video's id.
  ///   - key: what they were made from, and how.
  ///   - blocks: which minutes.
  /// - Returns: the rows bin by bin, from the first bin of the first block on; `nil` where they
  ///   are no longer there, or damaged.
  /// - Throws: `LibraryError`.
  package func audienceRows(
    of video: String, key: String, blocks: Range<Int>
  ) throws(LibraryError) -> [[AudienceRow]]? {
    try reading("read the audience of \(video)") { db in
      let kept = try Data.fetchAll(
        db,
        sql: """
          SELECT rows FROM audienceBlock JOIN audience USING (video)
          WHERE video = ? AND key = ? AND block >= ? AND block < ? ORDER BY block
          """,
        arguments: [video, key, blocks.lowerBound, blocks.upperBound])
      guard kept.count == blocks.count else { return nil }
      var bins: [[AudienceRow]] = []
      for bytes in kept {
        guard let block = AudienceRow.decoded([UInt8](bytes)) else { return nil }
        bins += block
      }
      return bins
    }
  }

  /// Keeps a video's folded audience in the place of what was kept before.
  package func setAudience(
    _ blocks: AudienceBlocks, of video: String, key: String
  ) throws(LibraryError) {
    try writing("keep the audience of \(video)") { db in
      try db.run("DELETE FROM audience WHERE video = ?", [video])
      try db.run(
        "INSERT INTO audience (video, key, head) VALUES (?, ?, ?)", [video, key, Data(blocks.head)])
      for (number, (figures, rows)) in zip(blocks.figures, blocks.rows).enumerated() {
        try db.run(
          "INSERT INTO audienceBlock (video, block, figures, rows) VALUES (?, ?, ?, ?)",
          [video, number, Data(figures), Data(rows)])
      }
    }
  }
}

/// What is worth keeping from one night to the next, because it is dear to make.
package enum CacheKind: String, Hashable, Sendable, CaseIterable {
  /// What the source is, of which clips are cut.
  case source
  /// Cuts found in the source's picture.
  case cuts
  /// Pauses found in the source's sound.
  case pauses
  /// What resampled audiences choose: seconds of play time, without a viewer.
  case resampledChoices
  /// What a person should know of the source and of what was rendered of it.
  case notices
}

extension LibraryDatabase {
  /// What was kept for a video under exactly this key; `nil` when there is nothing, or the key
  /// (what it was made from) has changed.
  package func cached(
    _ kind: CacheKind, of video: String, key: String
  ) throws(LibraryError) -> Data? {
    try reading("read a cache of \(video)") { db in
      try Data.fetchOne(
        db, sql: "SELECT value FROM cache WHERE video = ? AND kind = ? AND key = ?",
        arguments: [video, kind.rawValue, key])
    }
  }

  /// Keeps one value of a kind for a video, in the place of what was kept before.
  package func setCache(
    _ kind: CacheKind, of video: String, key: String, value: Data
  ) throws(LibraryError) {
    try writing("keep a cache of \(video)") { db in
      try db.run(
        "REPLACE INTO cache (video, kind, key, value) VALUES (?, ?, ?, ?)",
        [video, kind.rawValue, key, value])
    }
  }
}
