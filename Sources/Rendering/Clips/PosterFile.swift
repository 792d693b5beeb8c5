internal import Media

/// A JPEG being written by libav's own encoder.
struct PosterFile {
  private let output: OutputFile

  /// Quantiser of the encoder, 2 (best) to 31; at 3 no fault shows.
  private static let quality = 3
  /// libav counts quality in steps of 1/118 quantiser (FF_QP2LAMBDA).
  private static let lambda = 118

  init(_ path: String, width: Int, height: Int) throws(MediaError) {
    output = try OutputFile(
      path: path, format: "mjpeg",
      pictures: PictureEncoding(
        encoder: "mjpeg", width: width, height: height, frameRate: Rational(25, 1),
        pixelFormat: "yuvj420p", keyFrameInterval: 1, threads: 1, isTaggedBT709: false,
        options: [
          .init("flags", "+qscale"), .init("global_quality", "\(Self.quality * Self.lambda)"),
        ]), sound: nil)
  }

  func write(_ frame: Frame) throws(MediaError) {
    frame.stamp(0)
    try output.write(picture: frame)
  }

  func finish() throws(MediaError) { try output.finish() }
}
