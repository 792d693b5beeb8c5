internal import CFFmpeg
internal import Synchronization

/// What this build of libav can do.
package enum Catalogue {
  /// A library of FFmpeg and its version.
  package struct LibraryVersion: Hashable, Sendable {
    /// `libavformat`.
    package var name: String
    /// `59.27.100`.
    package var version: String
  }

  /// The libav libraries that are loaded, with their versions.
  package static var libraries: [LibraryVersion] {
    [
      ("libavutil", avutil_version()), ("libavcodec", avcodec_version()),
      ("libavformat", avformat_version()), ("libavfilter", avfilter_version()),
    ].map { name, packed in
      LibraryVersion(
        name: name, version: "\(packed >> 16).\((packed >> 8) & 255).\(packed & 255)")
    }
  }

  /// FFmpeg's own version: `5.1.9-0+deb12u1`.
  package static var release: String { unsafe String(cString: av_version_info()) }

  /// Filters that gazecut cannot do without.
  package static let neededFilters = [
    "abuffer", "abuffersink", "aformat", "alimiter", "aresample", "buffer", "buffersink", "bwdif",
    "colormatrix", "crop", "ebur128", "format", "gblur", "hflip", "overlay", "pad", "scale",
    "scdet",
    "setparams",
    "setsar", "silencedetect", "split", "transpose", "vflip", "volume", "vstack",
  ]

  /// Those of `names` that this build lacks.
  package static func missingFilters(of names: [String] = neededFilters) -> [String] {
    names.filter { unsafe avfilter_get_by_name($0) == nil }
  }

  /// Whether an encoder of this name is built in (hardware may still refuse to open it).
  package static func hasEncoder(_ name: String) -> Bool {
    unsafe avcodec_find_encoder_by_name(name) != nil
  }

  /// Names of the encoders of clips that are built in and whose quality gazecut can set.
  ///
  /// Hardware may still refuse one: an error over any other lists `EncoderTrial.working`.
  package static var clipEncoders: [String] {
    EncoderFamily.all.flatMap(\.encoders).filter(hasEncoder)
  }

  /// Refuses an encoder that is not built in.
  ///
  /// - Throws: `missingComponent` with the encoders that could stand in.
  package static func requireEncoder(_ name: String) throws(MediaError) {
    guard !hasEncoder(name) else { return }
    throw MediaError(
      .missingComponent(.encoder, name: name, available: EncoderTrial.working),
      operation: "encode")
  }
}

/// Finds out whether an encoder works before anything depends on it.
///
/// An encoder that is built in may still refuse: its graphics card or driver is missing, or it
/// knows another set of presets. So it is opened, and one grey picture is encoded.
package enum EncoderTrial {
  private static let passed = Mutex<Set<PictureEncoding>>([])

  /// Tries an encoder; what has passed once in this process is not tried again.
  ///
  /// - Throws: `missingComponent` with the encoders that could stand in, and in `detail` what
  ///   libav said; `other` for an option that the encoder does not have; `outOfMemory`.
  package static func run(_ encoding: PictureEncoding) throws(MediaError) {
    try Catalogue.requireEncoder(encoding.encoder)
    if passed.withLock({ $0.contains(encoding) }) { return }
    do throws(MediaError) {
      try encodeOnePicture(encoding)
    } catch {
      throw judged(error, encoding.encoder)
    }
    passed.withLock { _ = $0.insert(encoding) }
  }

  private static func encodeOnePicture(_ encoding: PictureEncoding) throws(MediaError) {
    let encoder = try Encoder(pictures: encoding, needsGlobalHeader: true)
    let frame = try grey(encoding)
    var packets = 0
    try encoder.encode(frame) { _ throws(MediaError) in packets += 1 }
    try encoder.encode(nil) { _ throws(MediaError) in packets += 1 }
    guard packets > 0 else {
      throw MediaError(.other, operation: "encode", code: -1, detail: "it gave no picture")
    }
  }

  /// Encoders of clips that work on this machine: each was opened and has encoded a picture.
  ///
  /// Tried once in a process, where an error or `doctor` has to name some.
  package static let working: [String] = Catalogue.clipEncoders.filter { name in
    let plain = PictureEncoding(
      encoder: name, width: 320, height: 180, frameRate: Rational(25, 1), keyFrameInterval: 25,
      // It writes past libav's log.
      options: name == "libx265" ? [.init("x265-params", "log-level=none")] : [])
    return (try? encodeOnePicture(plain)) != nil
  }

  /// A refusal by libav (it has a code) means that the encoder is as good as not there.
  private static func judged(_ error: MediaError, _ name: String) -> MediaError {
    guard error.code != 0, error.kind != .outOfMemory else { return error }
    let others = working.filter { $0 != name }
    return MediaError(
      .missingComponent(.device, name: name, available: others), operation: "encode",
      code: error.code, detail: error.detail ?? MediaError.text(of: error.code))
  }

  private static func grey(_ encoding: PictureEncoding) throws(MediaError) -> Frame {
    let graph = try FilterGraph(
      "color=gray:size=\(encoding.width)x\(encoding.height),format=yuv420p,"
        + "trim=end_frame=1,buffersink@out")
    guard let frame = try graph.pull() else {
      throw MediaError(.other, operation: "make a grey picture")
    }
    frame.stamp(0)
    return frame
  }
}
