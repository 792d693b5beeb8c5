package import Audience
package import Foundation
import GRDB

/// The aggregated audience of a video that the library may have stored.
package enum CachedAudience: Hashable, Sendable {
  /// It was aggregated from the same input with the same settings.
  case current(TimelineSummary)
  /// It is there and cannot be read: bytes of the library are damaged.
  case damaged
  /// It was aggregated from other input or with other settings.
  case other(key: String)
  case none
}

extension LibraryDatabase {
  /// The stored summary of a video's audience, without gaze points; `.current` if the key matches.
  package func audience(of video: String, key: String) throws(LibraryError) -> CachedAudience {
    try reading("read the audience of \(video)") { db in
      let found: [(String, Data)] = try db.rows(
        "SELECT key, head FROM audience WHERE video = ?", [video])
      guard let (kept, head) = found.first else { return .none }
      guard kept == key else { return .other(key: kept) }
      let blocks: [(Int, Data)] = try db.rows(
        "SELECT block, figures FROM audienceBlock WHERE video = ? ORDER BY block", [video])
      guard blocks.map({ $0.0 }) == Array(blocks.indices) else { return .damaged }
      let figures = blocks.map { [UInt8]($0.1) }
      return TimelineSummary(head: [UInt8](head), figures: figures).map(CachedAudience.current)
        ?? .damaged
    }
  }

  /// The stored audience rows of some blocks.
  ///
  /// - Parameters:
  ///   - video: the video's ID.
  ///   - key: identifies input and settings of the aggregation.
  ///   - blocks: indices of one-minute blocks.
  /// - Returns: the rows of each time bin, from the first bin of the first block; `nil` if they are
  ///   missing or damaged, or if the key differs.
  /// - Throws: `LibraryError`.
  package func audienceRows(
    of video: String, key: String, blocks: Range<Int>
  ) throws(LibraryError) -> [[GazeRow]]? {
    try reading("read the audience of \(video)") { db in
      let kept = try Data.fetchAll(
        db,
        sql: """
          SELECT rows FROM audienceBlock JOIN audience USING (video)
          WHERE video = ? AND key = ? AND block >= ? AND block < ? ORDER BY block
          """,
        arguments: [video, key, blocks.lowerBound, blocks.upperBound])
      guard kept.count == blocks.count else { return nil }
      var bins: [[GazeRow]] = []
      for bytes in kept {
        guard let block = GazeRow.decoded([UInt8](bytes)) else { return nil }
        bins += block
      }
      return bins
    }
  }

  /// Stores a video's aggregated audience; replaces the one stored before.
  package func setAudience(
    _ blocks: EncodedAudience, of video: String, key: String
  ) throws(LibraryError) {
    try writing("store the audience of \(video)") { db in
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

/// Kinds of cached results that are expensive to compute.
package enum CacheKind: String, Hashable, Sendable, CaseIterable {
  case source
  /// Cuts that were detected in the source.
  case cuts
  /// Pauses that were detected in the source's sound.
  case pauses
  /// The segments that resampled audiences choose; no data of single viewers.
  case resampledChoices
  /// Notices to the user about the source and its clips.
  case notices
}

extension LibraryDatabase {
  /// The cached value of a video if it was stored under this key; otherwise `nil`.
  ///
  /// The key identifies the input that the value was computed from.
  package func cached(
    _ kind: CacheKind, of video: String, key: String
  ) throws(LibraryError) -> Data? {
    try reading("read a cache of \(video)") { db in
      try Data.fetchOne(
        db, sql: "SELECT value FROM cache WHERE video = ? AND kind = ? AND key = ?",
        arguments: [video, kind.rawValue, key])
    }
  }

  /// Stores a cached value; replaces the one stored before.
  package func setCache(
    _ kind: CacheKind, of video: String, key: String, value: Data
  ) throws(LibraryError) {
    try writing("store a cache of \(video)") { db in
      try db.run(
        "REPLACE INTO cache (video, kind, key, value) VALUES (?, ?, ?, ?)",
        [video, kind.rawValue, key, value])
    }
  }
}
