package import Audience
import GRDB

/// How many viewers of a video carry a label.
package struct LabelCount: Hashable, Sendable {
  package var label: ViewerLabel
  /// Distinct viewers of whom a session of the video carries it.
  package var viewers: Int
}

extension LibraryDatabase {
  /// The labels of a video's viewers, in order, each with the number of its viewers.
  ///
  /// These are raw counts: what shows them leaves out those below the minimum.
  package func labels(of video: String) throws(LibraryError) -> [LabelCount] {
    try reading("count the labels of \(video)") { db in
      let rows: [(String, String, String)] = try db.rows(
        """
        SELECT DISTINCT label.name, label.value, session.viewer
        FROM label JOIN session ON session.id = label.session WHERE session.video = ?
        """,
        [video])
      // Read once: there may be a label a viewer.
      let sessions = Dictionary(grouping: try Self.heads(of: video, db), by: \.viewer)
      return try Dictionary(grouping: rows) { try Self.label($0.0, $0.1) }.map { label, rows in
        let own: [String: [StoredHead]] = rows.reduce(into: [:]) { $0[$1.2] = sessions[$1.2] }
        return LabelCount(label: label, viewers: Self.withoutCopies(own).count)
      }.sorted { $0.label < $1.label }
    }
  }

  /// The videos of which some viewer carries a label.
  package func labelledVideos() throws(LibraryError) -> Set<String> {
    try reading("look for labels") { db in
      try Set(
        String.fetchAll(
          db, sql: "SELECT DISTINCT video FROM session WHERE id IN (SELECT session FROM label)"))
    }
  }

  /// How many viewers of a video a part of its audience has, those whose samples were erased by age
  /// among them: a raw count.
  package func viewers(of video: String, _ part: AudiencePart) throws(LibraryError) -> Int {
    try reading("count the viewers of \(video)") { db in
      try Self.viewers(of: video, in: part, db).count + Self.frozenViewers(of: video, part, db)
    }
  }

  /// The pseudonyms of a part's viewers; `nil` where everyone is meant.
  ///
  /// A viewer carries what any of their sessions of the video carries: gaze and faces of one viewer
  /// may come in two files, of which one names the labels.
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

  /// Puts labels on a session; those of other names stay.
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

  /// The label of a stored name and value.
  static func label(_ name: String, _ value: String) throws -> ViewerLabel {
    guard let label = ViewerLabel(name: name, value: value) else {
      throw LibraryError.damaged("read a label")
    }
    return label
  }
}
