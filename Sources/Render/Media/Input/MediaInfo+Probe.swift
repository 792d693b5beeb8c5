import CFFmpeg

extension MediaInfo {
  /// Reads the properties of a media file: decodes one frame and reads the packets of the last
  /// seconds.
  ///
  /// - Throws: `notFound`, `notPermitted`; `invalidData` if it is not a media file or no frame can
  ///   be decoded; `missingComponent` if this build of libav has no decoder for it. A truncated
  ///   file is not an error here: see `requireComplete()`.
  package static func probe(
    _ path: String, isCancelled: @escaping CancellationCheck = { false }
  ) throws(MediaError) -> MediaInfo {
    let file = try InputFile(path: path, isCancelled: isCancelled)
    guard let stream = try unsafe file.videoStream() else {
      throw MediaError(.invalidData, operation: "use", path: path, detail: "it has no video stream")
    }
    guard unsafe gazecut_lacks_base_layer(stream) == 0 else {
      throw MediaError(
        .unsupported, operation: "use", path: path,
        detail: "its video is Dolby Vision profile 5, whose colours only Dolby's decoders can "
          + "convert: export it as HDR10, HLG or SDR")
    }
    let first = try unsafe firstFrame(of: stream, in: file)
    let rate = try unsafe FrameRateEstimator.measured(stream, in: file)
    let sound = unsafe file.soundStream(of: Int(stream.pointee.index))
    let soundInfo = unsafe sound.stream.flatMap { unsafe self.sound($0) }
    let extent = try unsafe MeasuredDuration.measure(
      file, stream, sound: soundInfo?.stream, origin: first.timeStamp ?? 0)
    try TimestampOrder.require(file, stream: unsafe Int(stream.pointee.index))
    var info = MediaInfo(
      path: path, fileSize: AtomicFile.size(path), duration: extent.end,
      video: unsafe video(stream, first, rate), sound: soundInfo,
      sounds: unsafe file.streams(of: AVMEDIA_TYPE_AUDIO).compactMap { unsafe self.sound($0) },
      subtitles: subtitles(of: file),
      title: unsafe entry("title", of: file.context.pointee.metadata), timecode: timecode(of: file),
      truncation: extent.truncation)
    if extent.end > extent.videoEnd { info.pictureEnd = extent.videoEnd }
    info.notices = notices(info, skippedCodec: sound.skippedCodec)
    return info
  }

  private static func notices(_ info: MediaInfo, skippedCodec: String?) -> [String] {
    var notices: [String] = []
    if let codec = skippedCodec {
      notices.append(
        info.sound.map { sound in
          "its main sound track (\(codec)) cannot be decoded; track \(sound.stream) "
            + "(\(sound.codec)) is used instead"
        }
          ?? "its sound (\(codec)) cannot be decoded, so its clips have no sound: convert the sound "
          + "to AAC to have it")
    }
    if let end = info.pictureEnd, info.duration - end > 1 {
      notices.append(
        "its video ends at \(seconds(end)) s and its sound at \(seconds(info.duration)) s: the "
          + "last frame is shown until the sound ends")
    }
    return notices
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
        detail: LibavLog.removeLastLine() ?? "no frame of its video can be decoded")
    }
    return found
  }

  private static func video(
    _ stream: UnsafeMutablePointer<AVStream>, _ frame: Frame,
    _ rate: (rate: Rational, isVariable: Bool)
  ) -> Video {
    let matrix = unsafe gazecut_display_matrix(stream)
    let frameMatrix = unsafe gazecut_frame_matrix(frame.pointer)
    let orientation = unsafe Orientation(matrix: matrix ?? frameMatrix)
    // As in media players, the container's value has priority over the codec's.
    let ratio =
      unsafe Rational(pixelShape: stream.pointee.sample_aspect_ratio) ?? frame.aspectRatio
      ?? Rational(1, 1)
    let shown = FrameGeometry(frame, pixel: ratio, orientation: orientation)
    return Video(
      width: shown.width, height: shown.height, codedWidth: frame.width, codedHeight: frame.height,
      sampleAspectRatio: ratio,
      frameAspectRatio: frame.aspectRatio, orientation: orientation,
      isTurnedByFrames: unsafe matrix == nil, frameRate: rate.rate, isVariable: rate.isVariable,
      codec: unsafe InputFile.codecName(stream), pixelFormat: frame.pixelFormat ?? "unknown",
      stream: unsafe Int(stream.pointee.index), origin: Int(frame.timeStamp ?? 0),
      timeBase: unsafe Rational(stream.pointee.time_base))
  }

  private static func sound(_ stream: UnsafeMutablePointer<AVStream>) -> Sound? {
    guard let parameters = unsafe stream.pointee.codecpar,
      unsafe InputFile.isDecodable(stream)
    else { return nil }
    return Sound(
      sampleRate: unsafe Int(parameters.pointee.sample_rate),
      channels: unsafe Int(parameters.pointee.ch_layout.nb_channels),
      codec: unsafe InputFile.codecName(stream), stream: unsafe Int(stream.pointee.index),
      language: unsafe language(stream))
  }

  private static func subtitles(of file: InputFile) -> [Subtitles] {
    unsafe file.streams(of: AVMEDIA_TYPE_SUBTITLE).map { stream in
      Subtitles(
        codec: unsafe String(cString: avcodec_get_name(stream.pointee.codecpar.pointee.codec_id)),
        language: unsafe language(stream),
        stream: unsafe Int(stream.pointee.index))
    }
  }

  /// The start timecode of a QuickTime timecode track, which libav copies to the video stream.
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
}
