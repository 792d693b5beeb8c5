import EditDecisions
package import Library
import Selection
package import Settings

extension VideoState.LockedDecisions {
  /// Not even what a person pinned may rest on fewer viewers than the minimum.
  ///
  /// What a person decided for a library without viewers rests on none, and cannot lose them.
  package func hasLostItsViewers(
    of video: String, in database: LibraryDatabase, _ settings: Settings
  ) throws -> Bool {
    let before = try viewers ?? DecisionDocument(text: text).audience.viewers
    guard before > 0 else { return false }
    let now = try database.viewers(of: video, settings.selection.viewers)
    return !Disclosure(settings.selection).isTold(now)
  }
}
