internal import CFFmpeg

/// Where a file really ends, against where it says that it ends.
struct Extent {
  /// Play time at which the last picture ends by itself, in seconds.
  var videoEnd: Double
  /// Play time at which the presentation ends: players show the last picture until the sound ends.
  var end: Double
  /// Set when packets stop well before the declared end.
  var truncation: MediaInfo.Truncation?

  /// Packets of the last seconds are read; the whole file only when these tell nothing.
  private static let tail = 8.0
  /// Seconds for which one picture is believed to stay: a slide may for hours, not for years.
  private static let longestPicture = 6 * 3600.0
  /// Seconds by which sound may outlast the picture without counting: runs of samples do not end
  /// where pictures do.
  private static let soundOverhang = 0.25

  /// Reads the last packets of a file, without decoding.
  ///
  /// - Parameters:
  ///   - file: is left at its end.
  ///   - video: the picture stream.
  ///   - sound: the index of the sound that goes with it, if any.
  ///   - origin: stream time of the first presented frame.
  /// - Returns: where it ends, and whether the file stops early.
  /// - Throws: `interrupted`, or what seeking throws.
  static func measure(
    _ file: InputFile, _ video: UnsafeMutablePointer<AVStream>, sound: Int?, origin: Int64
  ) throws(MediaError) -> Extent {
    let base = unsafe Rational(video.pointee.time_base).value
    let stream = unsafe Int(video.pointee.index)
    let zero = Double(origin) * base
    let declared = unsafe declaredEnd(file, video, base)
    let target = max(zero, (declared ?? zero) - tail)
    try file.seek(stream: stream, before: Int64(bounding: target / base))
    var ends = try lastEnds(file, stream: stream, sound: sound)
    if ends.video == nil || (declared ?? .infinity) - (ends.any ?? 0) > tail {
      try file.rewind(stream: stream)
      ends = try lastEnds(file, stream: stream, sound: sound)
    }
    let end = ends.video ?? declared ?? zero
    let heard = ends.sound.map { $0 > end + soundOverhang ? $0 : end } ?? end
    guard heard - zero <= OpenPolicy.longestVideo else {
      throw MediaError(
        .invalidData, operation: "use", path: file.path,
        detail: "its times are damaged: it is said to end after "
          + "\(Int(bounding: (heard - zero) / 3600)) hours")
    }
    var extent = Extent(
      videoEnd: max(0, end - zero), end: max(0, heard - zero), truncation: nil)
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

  /// Ends of the last whole packets, on the file's clock: of picture, sound, and any stream.
  private static func lastEnds(
    _ file: InputFile, stream: Int, sound: Int?
  ) throws(MediaError) -> (video: Double?, sound: Double?, any: Double?) {
    let packet = try Packet()
    let bases = unsafe file.streams.map { unsafe Rational($0.pointee.time_base).value }
    let usual = unsafe file.streams.map { unsafe FrameRateChoice.rate(of: $0).0.inverse.value }
    var (video, heard, any): (Double?, Double?, Double?)
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
      if packet.stream == sound { heard = max(heard ?? end, end) }
    }
    return (video, heard, any)
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
