import Audience
import Importers
package import Library
import Support

/// Holds a video's sessions against the length of a source that was replaced.
package struct SessionLengthCheck {
  private let database: LibraryDatabase

  package init(database: LibraryDatabase) { self.database = database }

  /// Looks through all sessions again and keeps what is odd now.
  ///
  /// - Returns: how many sessions go on beyond the end; a sentence, or `nil` where none does.
  /// - Throws: `LibraryError`.
  package func run(_ video: String, duration: Double) throws -> String? {
    var beyond = 0
    var sessions = 0
    try database.updateReports(of: video) { columns, report in
      sessions += 1
      if columns.milliseconds.contains(where: { Double($0) / 1000 > duration + 0.5 }) {
        beyond += 1
      }
      guard let earlier = ImportCheck(text: report) else { return report }
      return ImportCheck(columns, videoDuration: duration, earlier: earlier).text
    }
    guard beyond > 0 else { return nil }
    let go = beyond == 1 ? "goes" : "go"
    return "\(beyond) of \(sessions.counted("session")) \(go) on beyond its end; see "
      + "`gazecut status --sessions \(video)`"
  }
}
