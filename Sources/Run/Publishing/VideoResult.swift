package import Deciding

/// The result of processing one video.
package struct VideoResult: Sendable {
  package var decisions: String
  /// Why no moment was chosen; `nil` if one was.
  package var reason: String?
  /// Fingerprint of the source (`SourceVideo.fingerprint`), if there is one.
  package var source: String?
  /// IDs of the clips that were rendered.
  package var rendered: [String] = []
  /// IDs of the clips that existed already.
  package var kept: [String] = []
  /// IDs of the clips that were archived.
  package var retired: [String] = []
  /// Whether the reel was rendered.
  package var reelRendered = false
  /// One line per preview that was written.
  package var previews: [String]?
  /// Notices to the user about the source and the rendered clips.
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
