internal import Media

/// How the product's words for quality and effort become an encoder's own options.
///
/// `crf` and `preset` are counted in libx264's scale. For the encoders that run on any machine the
/// offsets were measured: the quality at which 6 s of animation, cropped and enlarged to 1080×1920,
/// come to libx264's SSIM at crf 20. Those of graphics cards all work in H.264's or HEVC's
/// quantiser steps, which that scale follows.
struct EncoderMapping {
  let settings: RenderSettings

  /// libx264's presets, from the fastest to the slowest: the words of `RenderSettings.preset`.
  static let presets = [
    "ultrafast", "superfast", "veryfast", "faster", "fast", "medium", "slow", "slower",
    "veryslow",
  ]
  /// SVT-AV1's numbers for these.
  private static let svtPresets = ["12", "11", "10", "9", "8", "7", "6", "5", "4"]
  /// NVENC's names for these.
  private static let nvencPresets = ["p1", "p1", "p2", "p3", "p4", "p4", "p5", "p6", "p7"]
  /// Quick Sync's names for these.
  private static let qsvPresets = ["veryfast", "veryfast", "veryfast"] + presets[3...]

  /// The encoder's options.
  ///
  /// - Throws: `missingComponent` for an encoder that is not known or not built in, with those that
  ///   are, and for a preset that it does not have, with those that it has.
  func options() throws(MediaError) -> [PictureEncoding.Option] {
    let name = settings.encoder
    guard Catalogue.clipEncoders.contains(name) else {
      throw MediaError(
        .missingComponent(.encoder, name: name, available: Catalogue.clipEncoders),
        operation: "encode")
    }
    let (family, threads) = (name.split(separator: "_").last ?? "", settings.encoderThreads)
    switch family {
    case "nvenc":
      return [
        .init("rc", "vbr"), .init("cq", quality(0, 51)), .init("b", "0"),
        .init("preset", try preset(Self.nvencPresets)),
      ]
    case "qsv":
      return [
        .init("global_quality", quality(0, 51)), .init("preset", try preset(Self.qsvPresets)),
      ]
    case "vaapi":
      guard settings.preset == "medium" else { throw noPreset(["medium"]) }
      return [.init("rc_mode", "CQP"), .init("qp", quality(0, 51))]
    case "libx265":
      return [
        .init("crf", quality(Self.x265Offset, 51)),
        .init("preset", try preset(Self.presets + ["placebo"])),
        .init("x265-params", "log-level=error:info=0:pools=\(threads)"),
      ]
    case "libsvtav1":
      return [
        .init("crf", quality(Self.svtOffset, 63)), .init("preset", try preset(Self.svtPresets)),
        .init("svtav1-params", "lp=\(threads)"),
      ]
    default:
      return [
        .init("crf", "\(min(51, settings.crf))"),
        .init("preset", try preset(Self.presets + ["placebo"])), .init("profile", "high"),
      ]
    }
  }

  /// How much higher libx265's number may be for the same SSIM (0.98695: 20.6 by interpolation).
  private static let x265Offset = 1
  /// How much higher SVT-AV1's number may be for the same SSIM (26.2 by interpolation).
  private static let svtOffset = 6

  private func quality(_ offset: Int, _ limit: Int) -> String {
    // 0 means lossless, or "unset", to some.
    "\(min(limit, max(1, settings.crf + offset)))"
  }

  /// The encoder's word for the preset; its own words are taken as they are.
  private func preset(_ own: [String]) throws(MediaError) -> String {
    if let index = Self.presets.firstIndex(of: settings.preset) { return own[index] }
    guard own.contains(settings.preset) else { throw noPreset(own) }
    return settings.preset
  }

  private func noPreset(_ own: [String]) -> MediaError {
    var names = own.starts(with: Self.presets) || own.count == 1 ? [] : Self.presets
    names += own.filter { !names.contains($0) }
    var unique: [String] = []
    for name in names where !unique.contains(name) { unique.append(name) }
    return MediaError(
      .missingComponent(.preset, name: settings.preset, available: unique),
      operation: "encode with \(settings.encoder)")
  }
}
