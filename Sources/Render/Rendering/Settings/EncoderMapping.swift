import Media

extension RenderSettings {
  /// Whether the encoder runs on a graphics card.
  package var isHardware: Bool { EncoderFamily.of(encoder).isHardware }
  /// Maximum number of simultaneous encodings that the encoder's driver allows.
  package var sessions: Int { EncoderFamily.of(encoder).sessions }
  /// Names of all supported encoders; some may be missing on this machine.
  package static var encoders: [String] { EncoderFamily.all.flatMap(\.encoders) }
  package var presets: [String] { EncoderFamily.of(encoder).presetNames }

  /// The encoder's options for `crf` and `preset`, which both use libx264's scale.
  ///
  /// - Throws: `missingComponent` if the encoder or the preset is not available; the error lists
  ///   the available ones.
  func encoderOptions() throws(MediaError) -> [VideoEncoderSettings.Option] {
    guard FFmpegBuild.clipEncoders.contains(encoder) else {
      throw MediaError(
        .missingComponent(.encoder, name: encoder, available: EncoderProbe.working),
        operation: "encode")
    }
    let family = EncoderFamily.of(encoder)
    let range = family.quality.range
    let quality = min(range.upperBound, max(range.lowerBound, crf + family.quality.offset))
    return [.init(family.quality.option, "\(quality)")] + (try presetOptions(family))
      + family.options(encoderThreads)
  }

  private func presetOptions(_ family: EncoderFamily) throws(MediaError) -> [VideoEncoderSettings
    .Option]
  {
    // An encoder without presets accepts only the default value of the setting.
    if family.presets.isEmpty, preset == EncoderFamily.defaultPreset { return [] }
    guard let word = family.preset(preset) else {
      throw MediaError(
        .missingComponent(.preset, name: preset, available: family.presetNames),
        operation: "encode with \(encoder)")
    }
    return [.init("preset", word)]
  }
}
