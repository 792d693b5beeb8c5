import EditDecisions
package import Library
import Selection
package import Settings

extension VideoState.LockedDecisions {
  /// Whether locked decisions are based on fewer viewers than the minimum.
  ///
  /// Decisions that were locked without any viewers are exempt.
  package func hasTooFewViewers(
    of video: String, in database: LibraryDatabase, _ settings: Settings
  ) throws -> Bool {
    let before = try viewers ?? DecisionDocument(text: text).audience.viewers
    guard before > 0 else { return false }
    let now = try database.sessions.viewerCount(of: video, settings.selection.viewers)
    return !MinimumGroupRule(settings.selection).mayPublish(now)
  }
}
