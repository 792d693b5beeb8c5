package struct PictureEncoding: Hashable, Sendable {
  /// libav's name of the encoder: `libx264`.
  package var encoder: String
  /// Pixels.
  package var width: Int
  /// Pixels.
  package var height: Int
  /// Frames a second; time stamps count frames.
  package var frameRate: Rational
  /// libav's name of the pixel format.
  package var pixelFormat: String
  /// Shape of a pixel.
  package var sampleAspectRatio: Rational
  /// Frames from one key frame to the next, at most.
  package var keyFrameInterval: Int
  /// Encoder threads; part of what decides the bytes.
  package var threads: Int
  /// Whether to tag the pictures BT.709, limited range; else nothing is said.
  package var isTaggedBT709: Bool
  /// Options of the encoder, such as `crf` and `preset`; one it lacks is an error.
  package var options: [Option]

  package struct Option: Hashable, Sendable {
    /// `crf`.
    package var name: String
    /// `20`.
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

package struct SoundEncoding: Hashable, Sendable {
  /// libav's name of the encoder: `aac`.
  package var encoder: String
  /// Samples a second; time stamps count samples.
  package var sampleRate: Int
  /// Channels, in their usual order.
  package var channels: Int
  /// Bits a second.
  package var bitRate: Int
  /// libav's name of the sample format the encoder takes.
  package var sampleFormat: String
  /// Whether libav's `aac` takes its quickest way; other encoders take no notice.
  ///
  /// One plain search for quantisers, and none of the tools that matter at low bit rates: a third
  /// of the time.
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
