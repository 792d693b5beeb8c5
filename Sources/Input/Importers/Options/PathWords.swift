package import struct Foundation.Date

/// What a file's path says of it; it counts where neither the file nor its options say so.
package struct PathWords: Hashable, Sendable {
  /// The video's id; a file that names another is refused.
  package var video: String?
  package var viewer: String?
  /// What ids of sessions follow from, in the place of the file's own name.
  package var session: String?
  package var recordedAt: Date?

  /// Makes words; without any the file's own name stands for the viewer and the session.
  package init(
    video: String? = nil, viewer: String? = nil, session: String? = nil, recordedAt: Date? = nil
  ) {
    self.video = video
    self.viewer = viewer
    self.session = session
    self.recordedAt = recordedAt
  }
}
