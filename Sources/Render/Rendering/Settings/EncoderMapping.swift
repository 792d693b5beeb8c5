internal import Media

extension RenderSettings {
  /// Whether the encoder works on a graphics card.
  package var isHardware: Bool { EncoderFamily.of(encoder).isHardware }
  /// Encodings at once that the encoder's driver takes.
  package var sessions: Int { EncoderFamily.of(encoder).sessions }
  /// The encoders that can be asked for; a machine may lack some.
  package static var encoders: [String] { EncoderFamily.all.flatMap(\.encoders) }
  /// The presets that the encoder may be asked for.
  package var presets: [String] { EncoderFamily.of(encoder).presetNames }
}

/// How the product's words for quality and effort become an encoder's own options.
///
/// `crf` and `preset` are counted in libx264's scale.
struct EncoderMapping {
  let settings: RenderSettings

  /// The encoder's options.
  ///
  /// - Throws: `missingComponent` for an encoder that is not known or not built in, with those that
  ///   are, and for a preset that it does not have, with those that it has.
  func options() throws(MediaError) -> [PictureEncoding.Option] {
    let name = settings.encoder
    guard Catalogue.clipEncoders.contains(name) else {
      throw MediaError(
        .missingComponent(.encoder, name: name, available: EncoderTrial.working),
        operation: "encode")
    }
    let family = EncoderFamily.of(name)
    let range = family.quality.range
    let quality = min(range.upperBound, max(range.lowerBound, settings.crf + family.quality.offset))
    return [.init(family.quality.option, "\(quality)")] + (try preset(family))
      + family.options(settings.encoderThreads)
  }

  private func preset(
    _ family: EncoderFamily
  ) throws(MediaError) -> [PictureEncoding.Option] {
    // For an encoder without presets only the default preset can be asked for.
    if family.presets.isEmpty, settings.preset == "medium" { return [] }
    guard let word = family.preset(settings.preset) else {
      throw MediaError(
        .missingComponent(.preset, name: settings.preset, available: family.presetNames),
        operation: "encode with \(settings.encoder)")
    }
    return [.init("preset", word)]
  }
}
