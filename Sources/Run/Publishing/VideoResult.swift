package import Deciding
import EditDecisions
import Media

package struct VideoResult: Sendable {
  package var decisions: String
  /// Why no moment was chosen; `nil` if one was.
  package var reason: String?
  /// Fingerprint of the source (`SourceVideo.fingerprint`), if there is one.
  package var source: String?
  package var rendered: [String] = []
  package var kept: [String] = []
  package var retired: [String] = []
  package var reelRendered = false
  /// One line per preview that was written.
  package var previews: [String]?
  /// Notices about the source and the rendered clips.
  package var notices: [String] = []
}

extension VideoResult {
  /// The result of a decision before anything is rendered.
  package init(_ decided: VideoDecisions) {
    self.init(
      decisions: decided.document.json, reason: decided.document.reason,
      source: decided.source.fingerprint, notices: decided.source.info.notices)
  }
}
