internal import CFFmpeg

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

  /// Encoders of clips whose quality and presets gazecut knows how to set.
  static let knownClipEncoders = [
    "libx264", "libx265", "libsvtav1", "h264_nvenc", "hevc_nvenc", "h264_vaapi", "hevc_vaapi",
    "h264_qsv", "hevc_qsv",
  ]

  /// Names of the encoders of clips that are built in and whose quality gazecut can set.
  ///
  /// Hardware may still refuse one: an error over any other lists `EncoderTrial.working`.
  package static var clipEncoders: [String] { knownClipEncoders.filter(hasEncoder) }

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
