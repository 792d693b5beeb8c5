/// What to encode pictures with.
public struct PictureEncoding: Hashable, Sendable {
  /// libav's name of the encoder: `libx264`.
  public var encoder: String
  /// Pixels.
  public var width: Int
  /// Pixels.
  public var height: Int
  /// Frames a second; time stamps count frames.
  public var frameRate: Rational
  /// libav's name of the pixel format.
  public var pixelFormat: String
  /// Shape of a pixel.
  public var sampleAspectRatio: Rational
  /// Frames from one key frame to the next, at most.
  public var keyFrameInterval: Int
  /// Encoder threads; part of what decides the bytes.
  public var threads: Int
  /// Whether to tag the pictures BT.709, limited range; else nothing is said.
  public var isTaggedBT709: Bool
  /// Options of the encoder, such as `crf` and `preset`; one it lacks is an error.
  public var options: [Option]

  /// An option of an encoder.
  public struct Option: Hashable, Sendable {
    /// `crf`.
    public var name: String
    /// `20`.
    public var value: String

    /// Makes an option.
    public init(_ name: String, _ value: String) {
      self.name = name
      self.value = value
    }
  }

  /// Makes a choice.
  public init(
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

/// What to encode sound with.
public struct SoundEncoding: Hashable, Sendable {
  /// libav's name of the encoder: `aac`.
  public var encoder: String
  /// Samples a second; time stamps count samples.
  public var sampleRate: Int
  /// Channels, in their usual order.
  public var channels: Int
  /// Bits a second.
  public var bitRate: Int
  /// libav's name of the sample format the encoder takes.
  public var sampleFormat: String
  /// Whether libav's `aac` takes its quickest way; other encoders take no notice.
  ///
  /// One plain search for quantisers, and none of the tools that matter at low bit rates: a third
  /// of the time.
  public var isQuick: Bool

  /// Makes a choice.
  public init(
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
