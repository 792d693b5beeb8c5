internal import CFFmpeg

/// How one frame is seen: frames of a source may differ, and each is shown in its own shape.
package struct FrameShape: Hashable, Sendable {
  /// Width of the picture: turned upright, then width × SAR rounded.
  package var width: Int
  /// Height of the picture: turned upright.
  package var height: Int
  /// How the coded frame is turned to be seen.
  package var orientation: Orientation

  /// The shape of the source as it was probed.
  package init(_ video: MediaInfo.Video) {
    (width, height, orientation) = (video.width, video.height, video.orientation)
  }

  /// The shape of a frame of a source.
  ///
  /// A pixel has the shape that the file says until a frame says another than the first one did.
  package init(_ frame: Frame, of video: MediaInfo.Video) {
    let ratio = frame.aspectRatio
    let isChanged = ratio != nil && ratio != video.frameAspectRatio
    let pixel = isChanged ? ratio ?? video.sampleAspectRatio : video.sampleAspectRatio
    orientation = video.isTurnedByFrames ? frame.orientation : video.orientation
    let (across, down) =
      orientation.isSideways ? (frame.height, frame.width) : (frame.width, frame.height)
    let upright = orientation.isSideways ? pixel.inverse : pixel
    width = max(1, Int(bounding: Double(across) * upright.value))
    height = down
  }

  /// Width divided by height.
  package var aspect: Double { Double(width) / Double(height) }

  /// Whether a picture of this shape covers one of another: within a hundredth, as sizes of
  /// 16-pixel blocks differ.
  package func covers(_ other: FrameShape) -> Bool {
    orientation == other.orientation && abs(aspect / other.aspect - 1) <= 0.01
  }
}

extension Frame {
  /// Shape of a coded pixel, as the frame says.
  var aspectRatio: Rational? {
    unsafe Rational(pixelShape: pointer.pointee.sample_aspect_ratio)
  }

  /// How the frame says that it is turned; upright if it does not say.
  var orientation: Orientation {
    unsafe Orientation(matrix: gazecut_frame_matrix(pointer))
  }
}

extension Rational {
  /// The shape of a pixel; `nil` if none is said, or one that no pixel has: twenty times as wide
  /// as it is high, or as high as it is wide.
  init?(pixelShape ratio: AVRational) {
    guard Rational.usable(ratio), (0.05...20).contains(Rational(ratio).value) else { return nil }
    self.init(ratio)
  }
}
