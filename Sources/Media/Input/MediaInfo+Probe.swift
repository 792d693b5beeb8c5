internal import CFFmpeg

extension MediaInfo {
  /// Reads what a file holds, decoding one frame and the packets of its last seconds.
  ///
  /// - Parameters:
  ///   - path: the file.
  ///   - isCancelled: asked while reading.
  /// - Returns: what the file holds.
  /// - Throws: `notFound`, `notPermitted`; `invalidData` for what is not media or has no picture
  ///   that decodes; `missingComponent` for a codec this libav lacks. A file cut short is not
  ///   refused here but flagged: see `requireWhole()`.
  package static func probe(
    _ path: String, isCancelled: @escaping CancellationCheck = { false }
  ) throws(MediaError) -> MediaInfo {
    let file = try InputFile(path: path, isCancelled: isCancelled)
    guard let stream = unsafe file.videoStream else {
      throw MediaError(.invalidData, operation: "use", path: path, detail: "it has no picture")
    }
    guard unsafe gazecut_lacks_base_layer(stream) == 0 else {
      throw MediaError(
        .unsupported, operation: "use", path: path,
        detail: "its picture is Dolby Vision alone (profile 5), of which only Dolby's decoders "
          + "know the colours: export it as HDR10, HLG or SDR")
    }
    let first = try unsafe firstFrame(of: stream, in: file)
    let rate = try unsafe FrameRateChoice.measured(stream, in: file)
    let extent = try Extent.measure(file, origin: first.timeStamp ?? 0)
    return MediaInfo(
      path: path, fileSize: AtomicFile.size(path), duration: extent.videoEnd,
      video: unsafe video(stream, first, rate),
      sound: unsafe file.soundStream.flatMap { unsafe sound($0) }, sounds: sounds(of: file),
      subtitles: subtitles(of: file),
      title: unsafe entry("title", of: file.context.pointee.metadata), timecode: timecode(of: file),
      truncation: extent.truncation)
  }

  private static func firstFrame(
    of stream: UnsafeMutablePointer<AVStream>, in file: InputFile
  ) throws(MediaError) -> Frame {
    let decoder = try unsafe Decoder(stream, path: file.path, threads: 1)
    var found: Frame?
    try decoder.decode(from: file) { frame throws(MediaError) in
      found = frame
      return false
    }
    guard let found else {
      throw MediaError(
        .invalidData, operation: "decode", path: file.path,
        detail: LibavLog.takeLastLine() ?? "no frame of its picture can be decoded")
    }
    return found
  }

  private static func video(
    _ stream: UnsafeMutablePointer<AVStream>, _ frame: Frame,
    _ rate: (rate: Rational, isVariable: Bool)
  ) -> Video {
    let orientation = unsafe Orientation(stream)
    let ratio = unsafe aspectRatio(stream, frame)
    let upright = orientation.isSideways ? ratio.inverse : ratio
    let seenWidth = orientation.isSideways ? frame.height : frame.width
    let seenHeight = orientation.isSideways ? frame.width : frame.height
    return Video(
      width: max(1, Int(bounding: Double(seenWidth) * upright.value)), height: seenHeight,
      codedWidth: frame.width, codedHeight: frame.height, sampleAspectRatio: ratio,
      orientation: orientation, frameRate: rate.rate, isVariable: rate.isVariable,
      codec: unsafe name(stream), pixelFormat: frame.pixelFormat ?? "unknown",
      stream: unsafe Int(stream.pointee.index), origin: Int(frame.timeStamp ?? 0),
      timeBase: unsafe Rational(stream.pointee.time_base))
  }

  /// The container's word counts before the codec's, as in players.
  private static func aspectRatio(
    _ stream: UnsafeMutablePointer<AVStream>, _ frame: Frame
  ) -> Rational {
    let container = unsafe stream.pointee.sample_aspect_ratio
    if isBelievable(container) { return Rational(container) }
    let coded = unsafe frame.pointer.pointee.sample_aspect_ratio
    return isBelievable(coded) ? Rational(coded) : Rational(1, 1)
  }

  /// No pixel is twenty times as wide as it is high, or as high as it is wide.
  private static func isBelievable(_ ratio: AVRational) -> Bool {
    Rational.usable(ratio) && (0.05...20).contains(Rational(ratio).value)
  }

  private static func sounds(of file: InputFile) -> [Sound] {
    unsafe file.streams(of: AVMEDIA_TYPE_AUDIO).compactMap { unsafe sound($0) }
  }

  private static func sound(_ stream: UnsafeMutablePointer<AVStream>) -> Sound? {
    guard let parameters = unsafe stream.pointee.codecpar,
      unsafe parameters.pointee.sample_rate > 0,
      unsafe parameters.pointee.ch_layout.nb_channels > 0,
      unsafe avcodec_find_decoder(parameters.pointee.codec_id) != nil
    else { return nil }
    return Sound(
      sampleRate: unsafe Int(parameters.pointee.sample_rate),
      channels: unsafe Int(parameters.pointee.ch_layout.nb_channels),
      codec: unsafe name(stream), stream: unsafe Int(stream.pointee.index),
      language: unsafe language(stream))
  }

  private static func subtitles(of file: InputFile) -> [Subtitles] {
    unsafe file.streams(of: AVMEDIA_TYPE_SUBTITLE).map { stream in
      Subtitles(
        codec: unsafe name(stream), language: unsafe language(stream),
        stream: unsafe Int(stream.pointee.index))
    }
  }

  /// QuickTime's timecode track, which libav also notes at the picture it belongs to.
  private static func timecode(of file: InputFile) -> String? {
    let found = unsafe file.streams.compactMap { stream -> String? in
      let kind = unsafe stream.pointee.codecpar.pointee.codec_type
      guard kind == AVMEDIA_TYPE_VIDEO || kind == AVMEDIA_TYPE_DATA else { return nil }
      return unsafe entry("timecode", of: stream.pointee.metadata)
    }
    return found.first
  }

  private static func language(_ stream: UnsafeMutablePointer<AVStream>) -> String? {
    let code = unsafe entry("language", of: stream.pointee.metadata)
    return code == "und" ? nil : code
  }

  private static func name(_ stream: UnsafeMutablePointer<AVStream>) -> String {
    unsafe String(cString: avcodec_get_name(stream.pointee.codecpar.pointee.codec_id))
  }
}
