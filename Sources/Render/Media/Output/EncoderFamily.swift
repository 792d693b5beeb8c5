/// Properties that the video encoders of one vendor or library share, for example presets and
/// quality scale.
package struct EncoderFamily: Sendable {
  package let encoders: [String]
  /// This family's names for libx264's nine presets, from the fastest to the slowest; empty if it
  /// has no presets.
  package let presets: [String]
  /// Additional presets, which have no counterpart among the nine.
  var more: [String] = []
  /// The quality option, its offset to libx264's crf scale at equal SSIM, and its allowed range:
  /// for most without 0, which means lossless or "unset".
  package let quality: (option: String, offset: Int, range: ClosedRange<Int>)
  /// Whether the encoder runs on a graphics card, which may be missing, and whose driver reserves
  /// unlimited address space.
  package var isHardware = false
  /// Maximum number of simultaneous encodings that the driver allows, over all processes.
  package var sessions = Int.max
  /// libav's name of the pixel format that the encoder expects.
  package var pixelFormat = "yuv420p"
  /// Options that are always set, for a given number of threads.
  package var options: @Sendable (_ threads: Int) -> [VideoEncoderSettings.Option] = { _ in [] }

  /// libx264's presets, from the fastest to the slowest, as in `RenderSettings.preset`.
  package static let words = [
    "ultrafast", "superfast", "veryfast", "faster", "fast", "medium", "slow", "slower",
    "veryslow",
  ]

  /// The preset if the user sets none; the only one for encoders without presets.
  package static let defaultPreset = "medium"

  /// All encoder families.
  ///
  /// NVENC drivers allow three simultaneous encodings on most consumer cards, newer drivers more.
  /// VA-API and Quick Sync are limited only by memory.
  ///
  /// The offsets of software encoders were measured on 6 s of animation, cropped and scaled to
  /// 1080x1920. They give the same SSIM as libx264 at crf 20, which is 0.98695: libx265 at 20.6,
  /// SVT-AV1 at 26.2, by interpolation. Hardware encoders use the quantiser scale of H.264 or HEVC,
  /// which crf follows.
  package static let all = [
    EncoderFamily(
      encoders: ["libx264"], presets: words, more: ["placebo"], quality: ("crf", 0, 0...51),
      options: { _ in [.init("profile", "high")] }),
    EncoderFamily(
      encoders: ["libx265"], presets: words, more: ["placebo"], quality: ("crf", 1, 1...51),
      options: { [.init("x265-params", "log-level=error:info=0:pools=\($0)")] }),
    EncoderFamily(
      encoders: ["libsvtav1"], presets: ["12", "11", "10", "9", "8", "7", "6", "5", "4"],
      quality: ("crf", 6, 1...63), options: { [.init("svtav1-params", "lp=\($0)")] }),
    EncoderFamily(
      encoders: ["h264_nvenc", "hevc_nvenc"],
      presets: ["p1", "p1", "p2", "p3", "p4", "p4", "p5", "p6", "p7"], quality: ("cq", 0, 1...51),
      isHardware: true, sessions: 3, options: { _ in [.init("rc", "vbr"), .init("b", "0")] }),
    EncoderFamily(
      encoders: ["h264_vaapi", "hevc_vaapi"], presets: [], quality: ("qp", 0, 1...51),
      isHardware: true, options: { _ in [.init("rc_mode", "CQP")] }),
    EncoderFamily(
      encoders: ["h264_qsv", "hevc_qsv"],
      presets: ["veryfast", "veryfast", "veryfast"] + words[3...],
      quality: ("global_quality", 0, 1...51), isHardware: true, pixelFormat: "nv12"),
  ]

  /// The family of an encoder; libx264's for an unknown one, which `EncoderProbe` rejects later.
  package static func of(_ encoder: String) -> EncoderFamily {
    all.first { $0.encoders.contains(encoder) } ?? all[0]
  }

  /// Translates a libx264 preset into this family's name, or keeps one of its own; `nil` if
  /// unknown.
  package func preset(_ name: String) -> String? {
    if let index = Self.words.firstIndex(of: name), !presets.isEmpty { return presets[index] }
    return (presets + more).contains(name) ? name : nil
  }

  package var presetNames: [String] {
    guard !presets.isEmpty else { return [Self.defaultPreset] }
    var names = Self.words
    for name in presets + more where !names.contains(name) { names.append(name) }
    return names
  }
}
