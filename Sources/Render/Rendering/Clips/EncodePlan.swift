internal import Media

/// How a clip or reel of one source is encoded.
struct EncodePlan: Hashable, Sendable {
  var output: Size
  var rate: Rational
  /// Channels of sound; `nil` for a source without sound.
  var channels: Int?
  var settings: RenderSettings
  /// What the file says of itself.
  var metadata: [PictureEncoding.Option] = []

  /// Pixels.
  struct Size: Hashable, Sendable {
    var width: Int
    var height: Int
  }

  func pictures() throws(MediaError) -> PictureEncoding {
    let seconds = RenderSettings.keyFrameSeconds
    return PictureEncoding(
      encoder: settings.encoder, width: output.width, height: output.height, frameRate: rate,
      pixelFormat: EncoderFamily.of(settings.encoder).pixelFormat,
      keyFrameInterval: max(1, Int((seconds * rate.value).rounded())),
      threads: settings.encoderThreads, options: try EncoderMapping(settings: settings).options())
  }

  /// What to encode sound with; `nil` for a source without sound.
  var sound: SoundEncoding? {
    channels.map {
      SoundEncoding(
        sampleRate: settings.sampleRate, channels: $0, bitRate: settings.audioBitRate,
        isQuick: settings.isQuick)
    }
  }

  /// Finds out early whether the encoder works, where a driver or a card may be missing.
  ///
  /// Those that only need the processor show it when they are opened, and that costs nothing more.
  func tryEncoder() throws(MediaError) {
    if settings.isHardware { return try EncoderTrial.run(pictures()) }
    try Catalogue.requireEncoder(settings.encoder)
  }

  /// Opens the file to be written.
  func open(
    _ path: String, sound: EncodedSound?, isCancelled: @escaping CancellationCheck
  ) throws(MediaError) -> OutputFile {
    try OutputFile(
      path: path, format: "mp4", pictures: pictures(), encodedSound: sound, metadata: metadata,
      options: [.init("movflags", "+faststart")], isCancelled: isCancelled)
  }

  /// The sample at which a frame of the output begins.
  func sample(atFrame frame: Int) -> Int { rate.inverse.scaled(frame, by: settings.sampleRate) }
}

extension EncodePlan {
  /// Mono stays mono, so that its level stays; everything else becomes stereo.
  init(
    output: Size, info: MediaInfo, settings: RenderSettings,
    metadata: [PictureEncoding.Option] = []
  ) {
    self.init(
      output: output,
      rate: FrameGrid.rate(for: info.video.frameRate, maximum: settings.maximumFrameRate),
      channels: info.sound.map { $0.channels == 1 ? 1 : 2 }, settings: settings, metadata: metadata)
  }
}
