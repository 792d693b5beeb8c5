internal import CFFmpeg

/// Where a file's pictures really end, against where it says that it ends.
struct Extent {
  /// Play time at which the last picture ends, in seconds.
  var videoEnd: Double
  /// Set when packets stop well before the declared end.
  var truncation: MediaInfo.Truncation?

  /// Packets of the last seconds are read; the whole file only when these tell nothing.
  private static let tail = 8.0
  /// Seconds for which one picture is believed to stay: a slide may for hours, not for years.
  private static let longestPicture = 6 * 3600.0

  /// Reads the last packets of a file, without decoding.
  ///
  /// - Parameters:
  ///   - file: is left at its end.
  ///   - origin: stream time of the first presented frame.
  /// - Returns: the end of the picture, and whether the file stops early.
  /// - Throws: `interrupted`, or what seeking throws.
  static func measure(_ file: InputFile, origin: Int64) throws(MediaError) -> Extent {
    guard let video = unsafe file.videoStream else {
      return Extent(videoEnd: 0, truncation: nil)
    }
    let base = unsafe Rational(video.pointee.time_base).value
    let stream = unsafe Int(video.pointee.index)
    let zero = Double(origin) * base
    let declared = unsafe declaredEnd(file, video, base)
    let target = max(zero, (declared ?? zero) - tail)
    try file.seek(stream: stream, before: Int64(bounding: target / base))
    var ends = try lastEnds(file, stream: stream)
    if ends.video == nil || (declared ?? .infinity) - (ends.any ?? 0) > tail {
      try file.rewind(stream: stream)
      ends = try lastEnds(file, stream: stream)
    }
    let end = ends.video ?? declared ?? zero
    guard end - zero <= OpenPolicy.longestVideo else {
      throw MediaError(
        .invalidData, operation: "use", path: file.path,
        detail: "its times are damaged: the last picture is said to end after "
          + "\(Int(bounding: (end - zero) / 3600)) hours")
    }
    var extent = Extent(videoEnd: max(0, end - zero), truncation: nil)
    if let declared, declared - max(end, ends.any ?? end) > max(1, 0.01 * (declared - zero)) {
      extent.truncation = .init(declared: declared - zero, found: max(0, end - zero))
    }
    return extent
  }

  /// The end that the container declares, on the file's own clock; `nil` where it was estimated.
  private static func declaredEnd(
    _ file: InputFile, _ video: UnsafeMutablePointer<AVStream>, _ base: Double
  ) -> Double? {
    func end(_ start: Int64, _ length: Int64) -> Double? {
      guard let length = known(length), length > 0 else { return nil }
      return Double(length) + Double(known(start) ?? 0)
    }
    let whole = unsafe file.context.pointee
    return unsafe end(video.pointee.start_time, video.pointee.duration).map { $0 * base }
      ?? end(whole.start_time, whole.duration).map { $0 / Double(AV_TIME_BASE) }
  }

  /// Ends of the last whole packets, on the file's clock: of the picture, and of any stream.
  private static func lastEnds(
    _ file: InputFile, stream: Int
  ) throws(MediaError) -> (video: Double?, any: Double?) {
    let packet = try Packet()
    let bases = unsafe file.streams.map { unsafe Rational($0.pointee.time_base).value }
    let usual = unsafe file.streams.map { unsafe FrameRateChoice.rate(of: $0).0.inverse.value }
    var video: Double?
    var any: Double?
    while try readTolerantly(file, packet) {
      guard let shown = packet.presentation, !packet.isCorrupt, !packet.isDiscarded,
        packet.stream < bases.count
      else { continue }
      let base = bases[packet.stream]
      let isVideo = packet.stream == stream
      let said = packet.duration > 0 ? Double(packet.duration) * base : 0
      let isBelieved = said > 0 && said <= longestPicture
      let length = isBelieved ? said : isVideo ? usual[stream] : 0
      let end = Double(shown) * base + length
      any = max(any ?? end, end)
      if isVideo { video = max(video ?? end, end) }
    }
    return (video, any)
  }

  /// A damaged tail is the end of the file, not an error: truncation is reported as such.
  private static func readTolerantly(
    _ file: InputFile, _ packet: Packet
  ) throws(MediaError) -> Bool {
    do {
      return try file.read(into: packet)
    } catch {
      guard error.kind == .invalidData || error.kind == .inputOutput else { throw error }
      return false
    }
  }
}
