import CFFmpeg

/// One attempt to read a range of the source; if it began too late, the caller tries again from an
/// earlier position.
final class RangePass {
  private let info: MediaInfo
  private let start: Double
  private let end: Double
  private let picture: RangeReader.Take?
  private let sound: RangeReader.Take?
  let pictureDecoder: Decoder?
  private let soundDecoder: Decoder?
  /// The last frame at or before `start`, which is displayed at `start` unless another begins
  /// then.
  private var pendingFrame: Frame?
  private var hasSeenPicture = false
  private var hasDeliveredSound = false
  /// Whether sound from before `start` was found.
  private var hasSeenEarlierSound = false
  private var hasDeliveredPicture = false
  private var soundClock: AudioClock
  /// The first frame at or after `end`; an earlier frame after it would show that its timestamp is
  /// wrong.
  private var frameAfterEnd: Frame?
  private var lastDeliveredTime = -Double.infinity
  /// Number of frames left out because of wrong timestamps.
  private var misplacedFrames = 0
  /// Decoder errors before the first usable frame, normal after a seek into a group of pictures.
  private var faultsBefore = 0
  private var isPictureDone: Bool
  private var isSoundDone: Bool
  private var lastTime = 0.0

  /// Tolerance for rounding in seconds: both decision files and Matroska round times to 1 ms.
  private static let rounding = 0.001
  /// Seconds before the range from which sound is decoded, because audio decoders need some
  /// packets to start.
  private static let audioPreroll = 2.0

  var mayStartLate = false
  private(set) var hasStartedLate = false
  /// Whether unreferenced frames before the range may be skipped.
  var maySkip = false
  private var hasSkipped = false
  /// Whether the frame displayed at `start` may be among the skipped ones.
  private(set) var mustRepeatWithoutSkipping = false
  /// Seconds before `start` from which all frames are decoded.
  private let skipMargin: Double
  /// Whether the attempt failed and must be repeated from an earlier position.
  var hasFailed: Bool { hasStartedLate || mustRepeatWithoutSkipping }
  /// Whether a frame at or after `end` was found.
  private(set) var hasReachedEnd = false
  /// Whether the file is so far past `end` that nothing of the range can follow.
  private var isLate = false
  var isDone: Bool { isLate || isPictureDone && isSoundDone }

  /// Number of damaged or misplaced frames in the range.
  var faults: Int {
    (hasSeenPicture ? (pictureDecoder?.faults ?? 0) - faultsBefore : 0) + misplacedFrames
  }

  init(
    _ file: InputFile, _ info: MediaInfo, start: Double, end: Double, picture: RangeReader.Take?,
    sound: RangeReader.Take?, threads: Int
  ) throws(MediaError) {
    self.info = info
    self.start = start
    self.end = end
    self.picture = picture
    self.sound = sound
    let streams = unsafe file.streams
    let (pictureIndex, soundIndex) = (info.video.stream, info.sound?.stream ?? -1)
    guard pictureIndex < (unsafe streams.count), soundIndex < (unsafe streams.count) else {
      throw MediaError(
        .invalidData, operation: "read", path: info.path, detail: "the file has changed")
    }
    pictureDecoder =
      picture == nil
      ? nil : try unsafe Decoder(streams[pictureIndex], path: info.path, threads: threads)
    soundDecoder =
      sound == nil || soundIndex < 0
      ? nil : try unsafe Decoder(streams[soundIndex], path: info.path, threads: 1)
    isPictureDone = pictureDecoder == nil
    isSoundDone = soundDecoder == nil
    soundClock = AudioClock(rate: info.sound?.sampleRate)
    skipMargin = max(0.1, 3 * info.video.frameRate.inverse.value)
    file.discardOtherStreams([pictureDecoder, soundDecoder].compactMap { $0?.stream })
  }

  func take(_ packet: Packet) throws(MediaError) {
    if let pictureDecoder, packet.stream == pictureDecoder.stream, !isPictureDone {
      if maySkip { updateSkipping(packet, pictureDecoder) }
      if packet.hasWrongTimestamp, let decoded = packet.decoded,
        (start..<end).contains(playTime(decoded, pictureDecoder.timeBase))
      {
        misplacedFrames += 1
      }
      _ = try pictureDecoder.decode(packet, takePicture)
    } else if let soundDecoder, packet.stream == soundDecoder.stream, !isSoundDone {
      if let stamp = packet.shown,
        playTime(stamp, soundDecoder.timeBase) < start - Self.audioPreroll
      {
        hasSeenEarlierSound = true
        return
      }
      _ = try soundDecoder.decode(packet, takeSound)
    }
  }

  private func updateSkipping(_ packet: Packet, _ decoder: Decoder) {
    let time = packet.shown.map { playTime($0, decoder.timeBase) } ?? start
    let isSkipped = time < start - skipMargin
    hasSkipped = hasSkipped || isSkipped
    decoder.skipNonReferenceFrames(isSkipped)
  }

  /// Ends the video when no frame of the range can follow, and stops waiting for a stream that
  /// lags far behind the others.
  ///
  /// Both decisions use decoding timestamps (DTS). These never decrease, and no frame is
  /// displayed before it is decoded. Presentation timestamps do not allow this: a packet
  /// displayed long after the end may be stored before one displayed within the range.
  func noteProgress(_ packet: Packet, margin: Double) throws(MediaError) {
    let isPicture = packet.stream == pictureDecoder?.stream
    let decoder = isPicture ? pictureDecoder : soundDecoder
    guard let decoder, decoder.stream == packet.stream, let stamp = packet.decoded else { return }
    let time = playTime(stamp, decoder.timeBase)
    if time > end + margin { isLate = true }
    if isPicture, packet.shown != nil, time > end + Self.decodeMargin { try drainPictures() }
  }

  /// Seconds past the end that are decoded before the video counts as complete, because
  /// timestamps may be inaccurate.
  private static let decodeMargin = 0.5

  private func drainPictures() throws(MediaError) {
    guard let pictureDecoder, !hasFailed, !isPictureDone else { return }
    _ = try pictureDecoder.decode(nil, takePicture)
    // In a transport stream, the seek may have ended after the last key frame. If sound was
    // already delivered, the attempt cannot be repeated.
    hasStartedLate = hasStartedLate || !(hasSeenPicture || mayStartLate || hasDeliveredSound)
    // A drained decoder accepts no more packets.
    if !hasFailed {
      if frameAfterEnd != nil {
        try deliverPendingFrame()
        hasReachedEnd = !hasFailed
      }
      isPictureDone = !hasFailed
    }
  }

  func finish() throws(MediaError) {
    try drainPictures()
    if !hasFailed { try deliverPendingFrame() }
    if let soundDecoder, !hasFailed, !isSoundDone { _ = try soundDecoder.decode(nil, takeSound) }
    // Files may store sound far before the video, and the seek used the video.
    if soundDecoder != nil, !hasSeenEarlierSound, !hasDeliveredSound {
      hasStartedLate = mayTryEarlier
    }
  }

  private func playTime(_ stamp: Int64, _ base: Rational) -> Double {
    if base == info.video.timeBase { return info.video.playTime(stamp) }
    return Double(stamp) * base.value - Double(info.video.origin) * info.video.timeBase.value
  }

  private func takePicture(_ frame: Frame) throws(MediaError) -> Bool {
    guard !isPictureDone, !hasFailed else { return false }
    let step = info.video.frameRate.inverse.value
    frame.time = frame.timeStamp.map { playTime($0, info.video.timeBase) } ?? (lastTime + step)
    lastTime = frame.time
    if !hasSeenPicture, frame.time > start + Self.rounding, !mayStartLate {
      hasStartedLate = true
      return false
    }
    if !hasSeenPicture || frame.time <= start { faultsBefore = pictureDecoder?.faults ?? 0 }
    hasSeenPicture = true
    if frame.time >= end - Self.rounding {
      guard frameAfterEnd != nil else {
        frameAfterEnd = frame
        return true
      }
      try deliverPendingFrame()
      hasReachedEnd = !hasFailed
      isPictureDone = !hasFailed
      return false
    }
    if frameAfterEnd != nil {
      frameAfterEnd = nil
      misplacedFrames += 1
    }
    // Decoders return frames in display order, so an earlier time is a wrong timestamp.
    guard frame.time > lastDeliveredTime else {
      misplacedFrames += 1
      return true
    }
    // A frame at or before `start` replaces the frame that was displayed until then.
    let isLater = frame.time > start + Self.rounding
    if isLater { try deliverPendingFrame() }
    if hasFailed { return false }
    if isLater { try deliver(frame) } else { pendingFrame = frame }
    return true
  }

  private func deliver(_ frame: Frame) throws(MediaError) {
    (hasDeliveredPicture, lastDeliveredTime) = (true, frame.time)
    try picture?(frame)
  }

  /// Whether nothing was delivered yet and the attempt can be repeated from an earlier position.
  private var mayTryEarlier: Bool { !mayStartLate && !hasDeliveredPicture && !hasDeliveredSound }

  private func deliverPendingFrame() throws(MediaError) {
    guard let frame = pendingFrame else { return }
    pendingFrame = nil
    if hasSkipped, frame.time < start - skipMargin {
      mustRepeatWithoutSkipping = true
      return
    }
    try deliver(frame)
  }

  private func takeSound(_ frame: Frame) throws(MediaError) -> Bool {
    guard !isSoundDone, let decoder = soundDecoder else { return false }
    guard
      let time = soundClock.time(
        of: frame, stamped: frame.timeStamp.map { playTime($0, decoder.timeBase) })
    else { return true }
    frame.time = time
    if !hasSeenEarlierSound, !hasDeliveredSound, time > start + Self.rounding, mayTryEarlier {
      hasStartedLate = true
      return false
    }
    hasSeenEarlierSound = true
    if frame.time >= end {
      isSoundDone = true
      return false
    }
    guard frame.time + frame.soundDuration > start else { return true }
    hasDeliveredSound = true
    try sound?(frame)
    return true
  }
}
