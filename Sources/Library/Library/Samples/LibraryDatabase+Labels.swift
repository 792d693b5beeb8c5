package import Audience
import GRDB

package struct LabelCount: Hashable, Sendable {
  package var label: ViewerLabel
  /// Number of viewers with at least one session of the video that has the label.
  package var viewers: Int
}

extension LibraryDatabase {
  /// The labels of a video's viewers with the number of viewers, sorted.
  ///
  /// The numbers are exact; callers must hide those below the minimum group size.
  package func labels(of video: String) throws(LibraryError) -> [LabelCount] {
    try reading("count the labels of \(video)") { db in
      let rows: [(String, String, String)] = try db.rows(
        """
        SELECT DISTINCT label.name, label.value, session.viewer
        FROM label JOIN session ON session.id = label.session WHERE session.video = ?
        """,
        [video])
      // Read all sessions once, since each viewer may have a label of their own.
      let sessions = Dictionary(grouping: try Self.heads(of: video, db), by: \.viewer)
      return try Dictionary(grouping: rows) { try Self.label($0.0, $0.1) }.map { label, rows in
        let own: [String: [SessionHead]] = rows.reduce(into: [:]) { $0[$1.2] = sessions[$1.2] }
        return LabelCount(label: label, viewers: Self.withoutDuplicates(own).count)
      }.sorted { $0.label < $1.label }
    }
  }

  package func labelledVideos() throws(LibraryError) -> Set<String> {
    try reading("look for labels") { db in
      try Set(
        String.fetchAll(
          db, sql: "SELECT DISTINCT video FROM session WHERE id IN (SELECT session FROM label)"))
    }
  }

  /// The exact number of viewers in a part of a video's audience; not for publication.
  ///
  /// Viewers whose samples were deleted because of their age are included.
  package func viewers(of video: String, _ part: AudiencePart) throws(LibraryError) -> Int {
    try reading("count the viewers of \(video)") { db in
      try Self.viewers(of: video, in: part, db).count + Self.frozenViewers(of: video, part, db)
    }
  }

  /// The pseudonyms of the viewers in a part of the audience; `nil` for everyone.
  ///
  /// A viewer has the labels of all their sessions of the video. For example gaze and face may come
  /// from two files, and only one has labels.
  static func members(
    of part: AudiencePart, of video: String, _ db: Database
  ) throws -> Set<String>? {
    guard !part.isEveryone else { return nil }
    var members: Set<String>?
    for label in part.labels {
      let carriers = Set(
        try String.fetchAll(
          db,
          sql: """
            SELECT DISTINCT session.viewer FROM session JOIN label ON label.session = session.id
            WHERE session.video = ? AND label.name = ? AND label.value = ?
            """,
          arguments: [video, label.name, label.value]))
      members = members.map { $0.intersection(carriers) } ?? carriers
    }
    return members
  }

  /// Adds labels to a session; replaces labels with the same name.
  ///
  /// Returns whether anything changed.
  static func put(_ labels: [ViewerLabel], on session: Int64, _ db: Database) throws -> Bool {
    var isChanged = false
    for label in labels {
      try db.run(
        """
        INSERT INTO label (session, name, value) VALUES (?, ?, ?)
        ON CONFLICT (session, name) DO UPDATE SET value = excluded.value
          WHERE value != excluded.value
        """,
        [session, label.name, label.value])
      isChanged = isChanged || db.changesCount > 0
    }
    return isChanged
  }

  static func label(_ name: String, _ value: String) throws -> ViewerLabel {
    guard let label = ViewerLabel(name: name, value: value) else {
      throw LibraryError.damaged("read a label")
    }
    return label
  }
}
