internal import CFFmpeg
internal import Glibc

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
      path: path, fileSize: fileSize(path), duration: extent.videoEnd,
      video: unsafe video(stream, first, rate), sound: sound(of: file), sounds: sounds(of: file),
      subtitles: subtitles(of: file),
      title: title(of: file), timecode: timecode(of: file), truncation: extent.truncation)
  }

  private static func firstFrame(
    of stream: UnsafeMutablePointer<AVStream>, in file: InputFile
  ) throws(MediaError) -> Frame {
    let decoder = try unsafe Decoder(stream, path: file.path, threads: 1)
    let packet = try Packet()
    var found: Frame?
    let keep = { (frame: Frame) throws(MediaError) -> Bool in
      found = frame
      return false
    }
    var wantsMore = true
    while wantsMore, try file.read(into: packet) {
      guard packet.stream == decoder.stream else { continue }
      wantsMore = try decoder.decode(packet, keep)
    }
    if wantsMore { _ = try decoder.decode(nil, keep) }
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
    let format = unsafe AVPixelFormat(frame.pointer.pointee.format)
    return Video(
      width: max(1, Int(bounding: Double(seenWidth) * upright.value)), height: seenHeight,
      codedWidth: frame.width, codedHeight: frame.height, sampleAspectRatio: ratio,
      orientation: orientation, frameRate: rate.rate, isVariable: rate.isVariable,
      codec: unsafe name(stream),
      pixelFormat: unsafe av_get_pix_fmt_name(format).map {
        unsafe String(cString: $0)
      } ?? "unknown", stream: unsafe Int(stream.pointee.index),
      origin: Int(frame.timeStamp ?? 0), timeBase: unsafe Rational(stream.pointee.time_base))
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

  private static func sound(of file: InputFile) -> Sound? {
    guard let stream = unsafe file.soundStream else { return nil }
    return unsafe sound(stream)
  }

  private static func sounds(of file: InputFile) -> [Sound] {
    unsafe file.streams.filter { stream in
      unsafe stream.pointee.codecpar.pointee.codec_type == AVMEDIA_TYPE_AUDIO
    }.compactMap { unsafe sound($0) }
  }

  private static func sound(_ stream: UnsafeMutablePointer<AVStream>) -> Sound? {
    let parameters = unsafe stream.pointee.codecpar
    guard let parameters = unsafe parameters, unsafe parameters.pointee.sample_rate > 0,
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
    unsafe file.streams.filter { stream in
      unsafe stream.pointee.codecpar.pointee.codec_type == AVMEDIA_TYPE_SUBTITLE
    }.map { stream in
      Subtitles(
        codec: unsafe name(stream), language: unsafe language(stream),
        stream: unsafe Int(stream.pointee.index))
    }
  }

  private static func title(of file: InputFile) -> String? {
    guard let entry = unsafe av_dict_get(file.context.pointee.metadata, "title", nil, 0) else {
      return nil
    }
    return unsafe String(cString: entry.pointee.value)
  }

  /// QuickTime's timecode track, which libav also notes at the picture it belongs to.
  private static func timecode(of file: InputFile) -> String? {
    let found = unsafe file.streams.compactMap { stream -> String? in
      let kind = unsafe stream.pointee.codecpar.pointee.codec_type
      guard kind == AVMEDIA_TYPE_VIDEO || kind == AVMEDIA_TYPE_DATA,
        let entry = unsafe av_dict_get(stream.pointee.metadata, "timecode", nil, 0)
      else { return nil }
      return unsafe String(cString: entry.pointee.value)
    }
    return found.first
  }

  private static func language(_ stream: UnsafeMutablePointer<AVStream>) -> String? {
    guard let entry = unsafe av_dict_get(stream.pointee.metadata, "language", nil, 0) else {
      return nil
    }
    let code = unsafe String(cString: entry.pointee.value)
    return code == "und" ? nil : code
  }

  private static func name(_ stream: UnsafeMutablePointer<AVStream>) -> String {
    unsafe String(cString: avcodec_get_name(stream.pointee.codecpar.pointee.codec_id))
  }

  private static func fileSize(_ path: String) -> Int {
    var status = stat()
    return unsafe stat(path, &status) == 0 ? Int(status.st_size) : 0
  }
}
