internal import Media

/// How a clip or reel of one source is encoded.
struct EncodePlan: Hashable, Sendable {
  var output: Size
  var rate: Rational
  /// Channels of sound; `nil` for a source without sound.
  var channels: Int?
  var settings: RenderSettings

  /// Pixels.
  struct Size: Hashable, Sendable {
    var width: Int
    var height: Int
  }

  /// Mono stays mono, so that its level stays; everything else becomes stereo.
  init(output: Size, info: MediaInfo, settings: RenderSettings) {
    self.output = output
    self.settings = settings
    rate = FrameGrid.rate(for: info.video.frameRate, maximum: settings.maximumFrameRate)
    channels = info.sound.map { $0.channels == 1 ? 1 : 2 }
  }

  /// Opens the file to be written.
  func open(_ path: String) throws(MediaError) -> OutputFile {
    try Catalogue.requireEncoder(settings.encoder)
    var options = [
      PictureEncoding.Option("crf", "\(settings.crf)"),
      PictureEncoding.Option("preset", settings.preset),
    ]
    if settings.encoder == "libx264" { options.append(.init("profile", "high")) }
    let seconds = RenderSettings.keyFrameSeconds
    return try OutputFile(
      path: path, format: "mp4",
      pictures: PictureEncoding(
        encoder: settings.encoder, width: output.width, height: output.height, frameRate: rate,
        keyFrameInterval: max(1, Int((seconds * rate.value).rounded())),
        threads: settings.encoderThreads, options: options),
      sound: channels.map {
        SoundEncoding(
          sampleRate: settings.sampleRate, channels: $0, bitRate: settings.audioBitRate)
      }, options: [.init("movflags", "+faststart")])
  }

  /// The sample at which a frame of the output begins.
  func sample(atFrame frame: Int) -> Int { rate.inverse.scaled(frame, by: settings.sampleRate) }
}
