import GRDB

/// The source of a video as the last night saw it.
package struct SourceSeen: Hashable, Sendable, StoredRow {
  /// Where it was; relative to the library's folder where it lies inside.
  package var path: String
  /// What tells its content from another's.
  package var mark: String
  /// Its length in seconds.
  package var duration: Double
  /// Inode, size and times of the file when its content was read; `nil` where they may not tell.
  ///
  /// A file that still has them still has its content.
  package var stamp: String?

  package init(path: String, mark: String, duration: Double, stamp: String? = nil) {
    self.path = path
    self.mark = mark
    self.duration = duration
    self.stamp = stamp
  }
}

extension LibraryDatabase {
  /// The sources that nights have seen, by video.
  package func sourcesSeen() throws(LibraryError) -> [String: SourceSeen] {
    try reading("read what the sources were") { try SourceSeen.byVideo("sourceSeen", $0) }
  }

  /// The source of one video as the last night saw it.
  package func sourceSeen(of video: String) throws(LibraryError) -> SourceSeen? {
    try reading("read what the source of \(video) was") { db in
      try SourceSeen.fetchOne(
        db, sql: "SELECT * FROM sourceSeen WHERE video = ?", arguments: [video])
    }
  }

  /// Keeps what a night saw, in the place of what was kept before.
  package func setSource(_ source: SourceSeen, of video: String) throws(LibraryError) {
    try setSources([video: source])
  }

  /// Keeps what a night saw of many videos, all at once: each writing waits for the disk.
  package func setSources(_ sources: [String: SourceSeen]) throws(LibraryError) {
    guard !sources.isEmpty else { return }
    try writing("keep what the sources were") { db in
      for (video, source) in sources.sorted(by: { $0.key < $1.key }) {
        try db.run(
          """
          REPLACE INTO sourceSeen (video, path, mark, duration, stamp) VALUES (?, ?, ?, ?, ?)
          """,
          [video, source.path, source.mark, source.duration, source.stamp])
      }
    }
  }
}
