import Media

extension RenderSettings {
  /// Whether the encoder runs on a graphics card.
  package var isHardware: Bool { EncoderFamily.of(encoder).isHardware }
  /// Maximum number of simultaneous encodings that the encoder's driver allows.
  package var sessions: Int { EncoderFamily.of(encoder).sessions }
  /// Names of all supported encoders; some may be missing on this machine.
  package static var encoders: [String] { EncoderFamily.all.flatMap(\.encoders) }
  package var presets: [String] { EncoderFamily.of(encoder).presetNames }
}

/// Converts the settings `crf` and `preset`, which use libx264's scale, to options of the encoder.
struct EncoderMapping {
  let settings: RenderSettings

  /// The encoder's options; throws `missingComponent`, with the available ones, for an unavailable
  /// encoder or preset.
  func options() throws(MediaError) -> [VideoEncoderSettings.Option] {
    let name = settings.encoder
    guard FFmpegBuild.clipEncoders.contains(name) else {
      throw MediaError(
        .missingComponent(.encoder, name: name, available: EncoderProbe.working),
        operation: "encode")
    }
    let family = EncoderFamily.of(name)
    let range = family.quality.range
    let quality = min(range.upperBound, max(range.lowerBound, settings.crf + family.quality.offset))
    return [.init(family.quality.option, "\(quality)")] + (try preset(family))
      + family.options(settings.encoderThreads)
  }

  private func preset(_ family: EncoderFamily) throws(MediaError) -> [VideoEncoderSettings.Option] {
    // An encoder without presets accepts only the default value of the setting.
    if family.presets.isEmpty, settings.preset == EncoderFamily.defaultPreset { return [] }
    guard let word = family.preset(settings.preset) else {
      throw MediaError(
        .missingComponent(.preset, name: settings.preset, available: family.presetNames),
        operation: "encode with \(settings.encoder)")
    }
    return [.init("preset", word)]
  }
}
