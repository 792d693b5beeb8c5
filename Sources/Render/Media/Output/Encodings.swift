/// Settings of a video encoder; sizes are in pixels.
package struct VideoEncoderSettings: Hashable, Sendable {
  /// libav's name of the encoder, for example `libx264`.
  package var encoder: String
  package var width: Int
  package var height: Int
  /// Frame rate in frames per second; timestamps count frames.
  package var frameRate: Rational
  package var pixelFormat: String
  /// Sample aspect ratio: width over height of a pixel.
  package var sampleAspectRatio: Rational
  /// Maximum number of frames between two key frames.
  package var keyFrameInterval: Int
  /// Number of encoder threads, on which the encoded bytes depend.
  package var threads: Int
  /// Whether the video is tagged as BT.709, limited range; otherwise it has no colour tags.
  package var isTaggedBT709: Bool
  /// Encoder options; an unknown one is an error.
  package var options: [Option]

  package struct Option: Hashable, Sendable {
    /// For example `crf`.
    package var name: String
    /// For example `20`.
    package var value: String

    package init(_ name: String, _ value: String) {
      self.name = name
      self.value = value
    }
  }

  package init(
    encoder: String, width: Int, height: Int, frameRate: Rational,
    pixelFormat: String = "yuv420p", sampleAspectRatio: Rational = Rational(1, 1),
    keyFrameInterval: Int, threads: Int = 2, isTaggedBT709: Bool = true, options: [Option] = []
  ) {
    self.encoder = encoder
    self.width = width
    self.height = height
    self.frameRate = frameRate
    self.pixelFormat = pixelFormat
    self.sampleAspectRatio = sampleAspectRatio
    self.keyFrameInterval = keyFrameInterval
    self.threads = threads
    self.isTaggedBT709 = isTaggedBT709
    self.options = options
  }
}

package struct AudioEncoderSettings: Hashable, Sendable {
  /// libav's name of the encoder, for example `aac`.
  package var encoder: String
  /// Sample rate in hertz; timestamps count samples.
  package var sampleRate: Int
  /// Number of channels, in their default layout.
  package var channels: Int
  /// Bit rate in bits per second.
  package var bitRate: Int
  /// libav's name of the sample format that the encoder expects.
  package var sampleFormat: String
  /// Whether libav's `aac` encoder uses the `fast` coder without the tools for low bit rates, which
  /// takes a third of the time.
  package var isQuick: Bool

  package init(
    encoder: String = "aac", sampleRate: Int = 48_000, channels: Int = 2, bitRate: Int = 160_000,
    sampleFormat: String = "fltp", isQuick: Bool = false
  ) {
    self.encoder = encoder
    self.sampleRate = sampleRate
    self.channels = channels
    self.bitRate = bitRate
    self.sampleFormat = sampleFormat
    self.isQuick = isQuick
  }
}
