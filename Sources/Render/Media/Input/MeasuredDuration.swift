import CFFmpeg

/// The measured end of a file, compared with the end that its header declares.
struct MeasuredDuration {
  /// Play time at which the last video frame ends, in seconds.
  var videoEnd: Double
  /// Play time at which playback ends, in seconds: players show the last frame until the sound
  /// ends.
  var end: Double
  /// Set if the packets stop well before the declared end.
  var truncation: MediaInfo.Truncation?

  /// Seconds before the end from which packets are read, or from the whole file if these contain no
  /// video.
  private static let tailLength = 8.0
  /// Maximum duration of one frame that is believed, in seconds: a slide may last for hours.
  private static let maximumFrameDuration = 6 * 3600.0
  /// Seconds by which sound may outlast the video before it extends the duration: audio packets
  /// rarely end exactly with a frame.
  private static let soundOverhang = 0.25

  /// Measures the end of a file from its last packets, without decoding.
  ///
  /// `origin` is the timestamp of the first presented frame. The position of `file` changes.
  ///
  /// - Throws: `invalidData`, `interrupted`, and errors of seeking.
  static func measure(
    _ file: InputFile, _ video: UnsafeMutablePointer<AVStream>, sound: Int?, origin: Int64
  ) throws(MediaError) -> MeasuredDuration {
    let base = unsafe Rational(video.pointee.time_base).value
    let stream = unsafe Int(video.pointee.index)
    let originTime = Double(origin) * base
    let declared = unsafe declaredEnd(file, video, base)
    let target = max(originTime, (declared ?? originTime) - tailLength)
    try file.seek(stream: stream, before: Int64(bounding: target / base))
    var ends = try lastEnds(file, stream: stream, sound: sound)
    if ends.video == nil || (declared ?? .infinity) - (ends.any ?? 0) > tailLength {
      try file.rewind(stream: stream)
      ends = try lastEnds(file, stream: stream, sound: sound)
    }
    let end = ends.video ?? declared ?? originTime
    let soundEnd = ends.sound.map { $0 > end + soundOverhang ? $0 : end } ?? end
    guard soundEnd - originTime <= InputLimits.maximumVideoSeconds else {
      throw MediaError(
        .invalidData, operation: "use", path: file.path,
        detail: "its time stamps are damaged: by them it would last "
          + "\(Int(bounding: (soundEnd - originTime) / 3600)) hours")
    }
    var extent = MeasuredDuration(
      videoEnd: max(0, end - originTime), end: max(0, soundEnd - originTime), truncation: nil)
    if let declared, declared - max(end, ends.any ?? end) > max(1, 0.01 * (declared - originTime)) {
      extent.truncation = .init(declared: declared - originTime, found: max(0, end - originTime))
    }
    return extent
  }

  /// The end that the header declares, in seconds on the file's own clock; `nil` if it has no
  /// duration.
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

  /// End times of the last undamaged packets in seconds on the file's own clock: of the video, the
  /// sound, and any stream.
  private static func lastEnds(
    _ file: InputFile, stream: Int, sound: Int?
  ) throws(MediaError) -> (video: Double?, sound: Double?, any: Double?) {
    let packet = try Packet()
    let bases = unsafe file.streams.map { unsafe Rational($0.pointee.time_base).value }
    let usualDurations = unsafe file.streams.map {
      unsafe FrameRateEstimator.rate(of: $0).0.inverse.value
    }
    var (video, soundEnd, any): (Double?, Double?, Double?)
    while try readTolerantly(file, packet) {
      guard let timestamp = packet.presentation, !packet.isCorrupt, !packet.isDiscarded,
        packet.stream < bases.count
      else { continue }
      let base = bases[packet.stream]
      let isVideo = packet.stream == stream
      let statedDuration = packet.duration > 0 ? Double(packet.duration) * base : 0
      let isBelieved = statedDuration > 0 && statedDuration <= maximumFrameDuration
      let length = isBelieved ? statedDuration : isVideo ? usualDurations[stream] : 0
      let end = Double(timestamp) * base + length
      any = max(any ?? end, end)
      if isVideo { video = max(video ?? end, end) }
      if packet.stream == sound { soundEnd = max(soundEnd ?? end, end) }
    }
    return (video, soundEnd, any)
  }

  /// Reads a packet; damage counts as the end of the file, because truncation is reported
  /// separately.
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
