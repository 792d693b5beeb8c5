import Audience
import EditDecisions
import Importers
package import Library
import Support

/// Compares a video's sessions with the length of a source that was replaced.
package enum SessionLengthCheck {
  /// Stores the warnings; returns a sentence if sessions continue after the end of the video.
  package static func run(
    _ video: String, duration: Double, in database: LibraryDatabase
  ) throws -> String? {
    var beyond = 0
    var sessions = 0
    try database.sessions.updateReports(of: video) { columns, report in
      sessions += 1
      if columns.milliseconds.contains(where: { Double($0) / 1000 > duration + 0.5 }) {
        beyond += 1
      }
      guard let earlier = ImportCheck(text: report) else { return report }
      return ImportCheck(columns, videoDuration: duration, earlier: earlier).text
    }
    guard beyond > 0 else { return nil }
    let end = beyond == 1 ? "ends" : "end"
    return "\(beyond) of \(sessions.counted("session")) \(end) after the end of the video; see "
      + "`gazecut status --sessions \(video)`"
  }
}
