import CFFmpeg
import Synchronization

/// The capabilities of the installed build of FFmpeg's libraries.
package enum FFmpegBuild {
  /// The loaded FFmpeg libraries with their versions, for example `59.27.100`.
  package static var libraries: [(name: String, version: String)] {
    [
      ("libavutil", avutil_version()), ("libavcodec", avcodec_version()),
      ("libavformat", avformat_version()), ("libavfilter", avfilter_version()),
    ].map { name, packed in
      (name, "\(packed >> 16).\((packed >> 8) & 255).\(packed & 255)")
    }
  }

  /// The version of FFmpeg, for example `5.1.9-0+deb12u1`.
  package static var release: String { unsafe String(cString: av_version_info()) }

  /// Filters that gazecut requires.
  package static let neededFilters = [
    "abuffer", "abuffersink", "aformat", "alimiter", "aresample", "buffer", "buffersink", "bwdif",
    "colormatrix", "crop", "ebur128", "format", "gblur", "hflip", "overlay", "pad", "scale",
    "scdet", "setparams", "setsar", "silencedetect", "split", "transpose", "vflip", "volume",
    "vstack",
  ]

  package static func missingFilters(of names: [String] = neededFilters) -> [String] {
    names.filter { unsafe avfilter_get_by_name($0) == nil }
  }

  /// Whether this build contains an encoder, which may still fail to open if it needs hardware.
  package static func hasEncoder(_ name: String) -> Bool {
    unsafe avcodec_find_encoder_by_name(name) != nil
  }

  /// The built-in video encoders whose quality gazecut can set; `EncoderProbe.working` lists those
  /// that work.
  package static var clipEncoders: [String] {
    EncoderFamily.all.flatMap(\.encoders).filter(hasEncoder)
  }

  /// Throws `missingComponent`, with the encoders that work, if an encoder is not built in.
  package static func requireEncoder(_ name: String) throws(MediaError) {
    guard !hasEncoder(name) else { return }
    throw MediaError(
      .missingComponent(.encoder, name: name, available: EncoderProbe.working),
      operation: "encode")
  }
}

/// Tests whether an encoder works on this machine, by encoding one grey frame.
///
/// A built-in encoder can still fail: the graphics card or its driver is missing, or it does not
/// have the requested preset.
package enum EncoderProbe {
  private static let testedEncodings = Mutex<Set<VideoEncoderSettings>>([])

  /// Tests an encoder, unless these settings worked before in this process.
  ///
  /// - Throws: `missingComponent` with the names of the encoders that work, and libav's message in
  ///   `detail`; `other` for an option that the encoder does not have; `outOfMemory`.
  package static func run(_ encoding: VideoEncoderSettings) throws(MediaError) {
    try FFmpegBuild.requireEncoder(encoding.encoder)
    if testedEncodings.withLock({ $0.contains(encoding) }) { return }
    do throws(MediaError) {
      try encodeOnePicture(encoding)
    } catch {
      guard error.code != 0, error.kind != .outOfMemory else { throw error }
      let others = working.filter { $0 != encoding.encoder }
      throw MediaError(
        .missingComponent(.device, name: encoding.encoder, available: others), operation: "encode",
        code: error.code, detail: error.detail ?? MediaError.text(of: error.code))
    }
    testedEncodings.withLock { _ = $0.insert(encoding) }
  }

  private static func encodeOnePicture(_ encoding: VideoEncoderSettings) throws(MediaError) {
    let encoder = try Encoder(pictures: encoding, needsGlobalHeader: true)
    let grey = try FilterGraph(
      "color=gray:size=\(encoding.width)x\(encoding.height),format=yuv420p,"
        + "trim=end_frame=1,buffersink@out")
    guard let frame = try grey.pull() else {
      throw MediaError(.other, operation: "make a grey frame")
    }
    frame.stamp(0)
    var packets = 0
    try encoder.encode(frame) { _ throws(MediaError) in packets += 1 }
    try encoder.encode(nil) { _ throws(MediaError) in packets += 1 }
    guard packets > 0 else {
      throw MediaError(.other, operation: "encode", code: -1, detail: "it returned no frame")
    }
  }

  /// The video encoders that work on this machine, tested when an error or `doctor` needs the list.
  package static let working: [String] = FFmpegBuild.clipEncoders.filter { name in
    let plain = VideoEncoderSettings(
      encoder: name, width: 320, height: 180, frameRate: Rational(25, 1), keyFrameInterval: 25,
      // libx265 does not use libav's log, so silence it separately.
      options: name == "libx265" ? [.init("x265-params", "log-level=none")] : [])
    return (try? encodeOnePicture(plain)) != nil
  }
}
