package import Deciding
import EditDecisions
import Media

package struct VideoResult: Sendable {
  package var decisions: String
  /// Why nothing was chosen, where that is so.
  package var reason: String?
  /// What tells the source from another (`SourceVideo.fingerprint`), where one was decided on.
  package var source: String?
  /// Ids of clips rendered now.
  package var rendered: [String] = []
  /// Ids of clips that were there already.
  package var kept: [String] = []
  /// Ids of clips retired now.
  package var retired: [String] = []
  /// Whether the reel was rendered now.
  package var reelRendered = false
  /// A line for each preview that was written now.
  package var previews: [String]?
  /// What a person should know of the source and of what was rendered of it now.
  package var notices: [String] = []
}

extension VideoResult {
  /// What a decision gives before anything is made of it.
  package init(_ decided: DecidedVideo) {
    self.init(
      decisions: decided.document.json, reason: decided.document.reason,
      source: decided.source.fingerprint, notices: decided.source.info.notices)
  }
}
