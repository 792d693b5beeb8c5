import CFFmpeg

/// How one frame is displayed; frames of one video may differ.
package struct FrameGeometry: Hashable, Sendable {
  /// Display width in pixels, after rotation: width × sample aspect ratio, rounded.
  package var width: Int
  /// Display height in pixels, after rotation.
  package var height: Int
  /// Rotation from the coded frame to the displayed frame.
  package var orientation: Orientation

  package init(_ video: MediaInfo.Video) {
    (width, height, orientation) = (video.width, video.height, video.orientation)
  }

  /// The geometry of a frame, with the file's sample aspect ratio until a frame specifies a
  /// different one than the first frame did.
  package init(_ frame: Frame, of video: MediaInfo.Video) {
    let ratio = frame.aspectRatio
    let isChanged = ratio != nil && ratio != video.frameAspectRatio
    let pixel = isChanged ? ratio ?? video.sampleAspectRatio : video.sampleAspectRatio
    self.init(
      frame, pixel: pixel,
      orientation: video.isTurnedByFrames ? frame.orientation : video.orientation)
  }

  init(_ frame: Frame, pixel: Rational, orientation: Orientation) {
    self.orientation = orientation
    let (across, down) =
      orientation.isSideways ? (frame.height, frame.width) : (frame.width, frame.height)
    let upright = orientation.isSideways ? pixel.inverse : pixel
    width = max(1, Int(bounding: Double(across) * upright.value))
    height = down
  }

  package var aspect: Double { Double(width) / Double(height) }

  /// Whether a frame of this geometry fills one of another; aspect ratios may differ by 1 %,
  /// because sizes are rounded to blocks of 16 pixels.
  package func covers(_ other: FrameGeometry) -> Bool {
    orientation == other.orientation && abs(aspect / other.aspect - 1) <= 0.01
  }
}

extension Frame {
  var aspectRatio: Rational? {
    unsafe Rational(pixelShape: pointer.pointee.sample_aspect_ratio)
  }

  /// Rotation as specified by the frame; upright if not specified.
  var orientation: Orientation {
    unsafe Orientation(matrix: gazecut_frame_matrix(pointer))
  }
}

extension Rational {
  /// Creates a sample aspect ratio; `nil` if it is unknown or implausible: outside 1:20 to 20:1.
  init?(pixelShape ratio: AVRational) {
    guard Rational.usable(ratio), (0.05...20).contains(Rational(ratio).value) else { return nil }
    self.init(ratio)
  }
}
