public import struct Foundation.Date

/// What the user says about a file, beside the file itself.
public struct ImportOptions {
  /// The video's id, where the file does not name it; a file that names another is refused.
  public var video: String?
  /// Who watched, where the file does not tell.
  public var viewer: String?
  /// When it was recorded, where the file does not tell.
  public var recordedAt: Date?
  /// Gives the size of a video's picture; asked only where a format needs it.
  public var pictureSize: (_ video: String) -> PictureSize?

  /// Makes options.
  public init(
    video: String? = nil, viewer: String? = nil, recordedAt: Date? = nil,
    pictureSize: @escaping (_ video: String) -> PictureSize? = { _ in nil }
  ) {
    self.video = video
    self.viewer = viewer
    self.recordedAt = recordedAt
    self.pictureSize = pictureSize
  }
}

/// The size of a video's picture in pixels, after rotation and sample aspect ratio.
public struct PictureSize: Hashable, Sendable {
  /// Pixels from left to right.
  public var width: Int
  /// Pixels from top to bottom.
  public var height: Int

  /// Makes a size.
  public init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }
}
