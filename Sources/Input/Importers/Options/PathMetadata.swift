package import struct Foundation.Date

/// Names and times that a watched folder's pattern finds in a file's path.
///
/// They apply if neither the file nor its options have them.
package struct PathMetadata: Hashable, Sendable {
  /// ID of the video.
  ///
  /// A file with another video ID is rejected.
  package var video: String?
  package var viewer: String?
  /// Base for session IDs, instead of the file name.
  package var session: String?
  package var recordedAt: Date?

  /// Creates path data.
  ///
  /// Without a viewer or a session, the file name is used.
  package init(
    video: String? = nil, viewer: String? = nil, session: String? = nil, recordedAt: Date? = nil
  ) {
    self.video = video
    self.viewer = viewer
    self.session = session
    self.recordedAt = recordedAt
  }
}
