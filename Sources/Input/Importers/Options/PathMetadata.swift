package import struct Foundation.Date

/// Names and times from a file's path, used if neither the file nor its options have them.
package struct PathMetadata: Hashable, Sendable {
  /// ID of the video; a file with another video ID is rejected.
  package var video: String?
  package var viewer: String?
  /// Base of the session ID, instead of the file name.
  package var session: String?
  package var recordedAt: Date?

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
