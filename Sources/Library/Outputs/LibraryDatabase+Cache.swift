package import Foundation
import GRDB

/// What is worth keeping from one night to the next, because it is dear to make.
package enum CacheKind: String, Hashable, Sendable, CaseIterable {
  /// Cuts found in the source's picture.
  case cuts
  /// Pauses found in the source's sound.
  case pauses
  /// What resampled audiences choose: seconds of play time, without a viewer.
  case resampledChoices
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
      try db.execute(
        sql: "REPLACE INTO cache (video, kind, key, value) VALUES (?, ?, ?, ?)",
        arguments: [video, kind.rawValue, key, value])
    }
  }
}
