/// What the encoders of clips of one make have in common: a row of the one table of them.
package struct EncoderFamily: Sendable {
  /// libav's names of its encoders.
  package let encoders: [String]
  /// Its words for libx264's nine presets, from the fastest to the slowest; empty where it has
  /// none.
  package let presets: [String]
  /// Presets that it has beyond these.
  var more: [String] = []
  /// Its option of quality, how much higher its number may be than libx264's for the same SSIM, and
  /// the numbers that it takes.
  ///
  /// 0 means lossless, or "unset", to some.
  package let quality: (option: String, offset: Int, range: ClosedRange<Int>)
  /// Whether it works on a graphics card, which may be missing though the encoder is built in, and
  /// whose driver reserves address space without end.
  package var isHardware = false
  /// Encodings at once that its driver takes, in all processes together.
  package var sessions = Int.max
  /// How it takes its pictures.
  package var pixelFormat = "yuv420p"
  /// What it is always told; it is given the threads that it may have.
  package var options: @Sendable (_ threads: Int) -> [PictureEncoding.Option] = { _ in [] }

  /// libx264's presets, from the fastest to the slowest: the words of `RenderSettings.preset`.
  package static let words = [
    "ultrafast", "superfast", "veryfast", "faster", "fast", "medium", "slow", "slower",
    "veryslow",
  ]

  /// Every family.
  ///
  /// NVENC's drivers take three encodings at once on the cards that most have, later ones more;
  /// those of VAAPI and Quick Sync as many as memory holds.
  /// The offsets of those that run on any machine were measured: the quality at which 6 s of
  /// animation, cropped and enlarged to 1080x1920, come to libx264's SSIM at crf 20 (0.98695:
  /// libx265 20.6, SVT-AV1 26.2 by interpolation). Those of graphics cards all work in the
  /// quantiser steps of H.264 or HEVC, which that scale follows.
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

  /// The family of an encoder; libx264's for a name that nobody knows, which is refused when used.
  package static func of(_ encoder: String) -> EncoderFamily {
    all.first { $0.encoders.contains(encoder) } ?? all[0]
  }

  /// Its word for a preset, whose own words are taken as they are; `nil` for one that it lacks.
  package func preset(_ name: String) -> String? {
    if let index = Self.words.firstIndex(of: name), !presets.isEmpty { return presets[index] }
    return (presets + more).contains(name) ? name : nil
  }

  /// The presets that it may be asked for.
  package var presetNames: [String] {
    guard !presets.isEmpty else { return ["medium"] }
    var names = Self.words
    for name in presets + more where !names.contains(name) { names.append(name) }
    return names
  }
}
