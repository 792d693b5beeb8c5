import GRDB

/// A video's source file as of the last run.
package struct SourceSeen: Hashable, Sendable, StoredRow {
  /// The path; relative if it is inside the library folder.
  package var path: String
  /// Fingerprint of the content.
  package var mark: String
  /// Length in seconds.
  package var duration: Double
  /// Inode, size and times of the file when its content was read.
  ///
  /// If they are the same now, so is the content. `nil` if they are not reliable.
  package var stamp: String?

  package init(path: String, mark: String, duration: Double, stamp: String? = nil) {
    self.path = path
    self.mark = mark
    self.duration = duration
    self.stamp = stamp
  }
}

extension LibraryDatabase {
  package func sourcesSeen() throws(LibraryError) -> [String: SourceSeen] {
    try reading("read the data of the sources") { try SourceSeen.byVideo("sourceSeen", $0) }
  }

  package func sourceSeen(of video: String) throws(LibraryError) -> SourceSeen? {
    try reading("read the data of the source of \(video)") { db in
      try SourceSeen.fetchOne(
        db, sql: "SELECT * FROM sourceSeen WHERE video = ?", arguments: [video])
    }
  }

  package func setSource(_ source: SourceSeen, of video: String) throws(LibraryError) {
    try setSources([video: source])
  }

  /// Stores the data of several sources in one transaction, since each one waits for the disk.
  package func setSources(_ sources: [String: SourceSeen]) throws(LibraryError) {
    guard !sources.isEmpty else { return }
    try writing("store the data of the sources") { db in
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
