internal import CFFmpeg

extension StretchReader {
  /// One attempt at one stretch: its decoders, and what is held back.
  final class Pass {
    private let info: MediaInfo
    private let file: InputFile
    private let start: Double
    private let end: Double
    private let picture: Take?
    private let sound: Take?
    let pictureDecoder: Decoder?
    private let soundDecoder: Decoder?
    /// The last picture before `start`: on show at `start` unless another begins just there.
    private var held: Frame?
    private var sawPicture = false
    private var gaveSound = false
    /// Whether sound at or before `start` came back.
    private var sawSoundBefore = false
    private var gavePicture = false
    private var soundClock: SoundClock
    /// The first picture beyond the end, until another shows that it is no wrong time stamp.
    private var beyond: Frame?
    /// Time of the last picture that was handed on.
    private var lastGiven = -Double.infinity
    /// Pictures that were left out because of their time stamps.
    private var misplaced = 0
    /// Faults of the decoder before its first picture: it is often entered in the middle of a
    /// group.
    private var faultsBefore = 0
    private var pictureDone: Bool
    private var soundDone: Bool
    private var lastTime = 0.0

    /// Written decisions and Matroska alike round times to 1 ms.
    private static let rounding = 0.001
    /// Seconds before the stretch from which sound is decoded: decoders begin within a few runs.
    private static let soundLead = 2.0

    var mayStartLate = false
    private(set) var startedLate = false
    /// Whether pictures before the stretch that nothing refers to may be left undecoded.
    var maySkip = false
    private var hasSkipped = false
    /// Whether the picture on show at `start` may be one of those that were left undecoded.
    private(set) var skippedTooMuch = false
    /// Seconds before `start` from which every picture is decoded.
    private let skipMargin: Double
    /// Whether the attempt was in vain.
    var isVoid: Bool { startedLate || skippedTooMuch }
    /// Whether a picture at or after `end` was met.
    private(set) var metEnd = false
    /// Whether what is still to come lies so far behind the end that nothing is missing.
    private var isLate = false
    var isDone: Bool { isLate || pictureDone && soundDone }

    /// Pictures of the stretch that could not be decoded.
    var faults: Int {
      (sawPicture ? (pictureDecoder?.faults ?? 0) - faultsBefore : 0) + misplaced
    }

    init(
      _ file: InputFile, _ info: MediaInfo, start: Double, end: Double, picture: Take?,
      sound: Take?, threads: Int
    ) throws(MediaError) {
      self.file = file
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
      pictureDone = pictureDecoder == nil
      soundDone = soundDecoder == nil
      soundClock = SoundClock(rate: info.sound?.sampleRate)
      skipMargin = max(0.1, 3 * info.video.frameRate.inverse.value)
      file.readOnly([pictureDecoder, soundDecoder].compactMap { $0?.stream })
    }

    /// Moves the file to the key frame at or before a play time.
    func seek(to time: Double) throws(MediaError) {
      // By the picture even for sound alone: many files index nothing else.
      try file.seek(info.video, before: time)
    }

    func take(_ packet: Packet) throws(MediaError) {
      if let pictureDecoder, packet.stream == pictureDecoder.stream, !pictureDone {
        if maySkip { skipOrNot(packet, pictureDecoder) }
        if packet.isMisplaced, let decoded = packet.decoded,
          (start..<end).contains(playTime(decoded, pictureDecoder.timeBase))
        {
          misplaced += 1
        }
        _ = try pictureDecoder.decode(packet, takePicture)
      } else if let soundDecoder, packet.stream == soundDecoder.stream, !soundDone {
        if let stamp = packet.shown, playTime(stamp, soundDecoder.timeBase) < start - Self.soundLead
        {
          sawSoundBefore = true
          return
        }
        _ = try soundDecoder.decode(packet, takeSound)
      }
    }

    private func skipOrNot(_ packet: Packet, _ decoder: Decoder) {
      let time = packet.shown.map { playTime($0, decoder.timeBase) } ?? start
      let isSkipped = time < start - skipMargin
      hasSkipped = hasSkipped || isSkipped
      decoder.skipsUnreferenced = isSkipped
    }

    /// Ends the pictures once none that is shown before the end can come any more, and gives up on
    /// a stream whose end other streams have left far behind.
    ///
    /// Both go by decoding times: they never fall, and no picture is shown before it is decoded. A
    /// packet that is shown long after the end may be stored before one that is shown within it.
    func noteProgress(_ packet: Packet, margin: Double) throws(MediaError) {
      let isPicture = packet.stream == pictureDecoder?.stream
      let decoder = isPicture ? pictureDecoder : soundDecoder
      guard let decoder, decoder.stream == packet.stream, let stamp = packet.decoded else { return }
      let time = playTime(stamp, decoder.timeBase)
      if time > end + margin { isLate = true }
      if isPicture, packet.shown != nil, time > end + Self.slack { try drainPictures() }
    }

    /// Seconds past the end that are decoded before pictures are taken to be complete: times in
    /// files are rounded, and some wander.
    private static let slack = 0.5

    private func drainPictures() throws(MediaError) {
      guard let pictureDecoder, !isVoid, !pictureDone else { return }
      _ = try pictureDecoder.decode(nil, takePicture)
      // The search of a transport stream may land behind its last key frame. Sound that was
      // handed on cannot be taken back.
      startedLate = startedLate || !(sawPicture || mayStartLate || gaveSound)
      // A decoder that was drained takes no more.
      if !isVoid {
        if beyond != nil {
          try giveHeld()
          metEnd = !isVoid
        }
        pictureDone = !isVoid
      }
    }

    /// Drains the decoders and hands on what is held.
    func finish() throws(MediaError) {
      try drainPictures()
      if !isVoid { try giveHeld() }
      if let soundDecoder, !isVoid, !soundDone { _ = try soundDecoder.decode(nil, takeSound) }
      // A file may store its sound far from its pictures, by which it is sought.
      if soundDecoder != nil, !sawSoundBefore, !gaveSound { startedLate = mayTryEarlier }
    }

    private func playTime(_ stamp: Int64, _ base: Rational) -> Double {
      if base == info.video.timeBase { return info.video.playTime(stamp) }
      return Double(stamp) * base.value - Double(info.video.origin) * info.video.timeBase.value
    }

    private func takePicture(_ frame: Frame) throws(MediaError) -> Bool {
      guard !pictureDone, !isVoid else { return false }
      let step = info.video.frameRate.inverse.value
      frame.time =
        frame.timeStamp.map { playTime($0, info.video.timeBase) } ?? (lastTime + step)
      lastTime = frame.time
      if !sawPicture, frame.time > start + Self.rounding, !mayStartLate {
        startedLate = true
        return false
      }
      if !sawPicture || frame.time <= start { faultsBefore = pictureDecoder?.faults ?? 0 }
      sawPicture = true
      if frame.time >= end - Self.rounding {
        guard beyond != nil else {
          beyond = frame
          return true
        }
        try giveHeld()
        metEnd = !isVoid
        pictureDone = !isVoid
        return false
      }
      if beyond != nil {
        beyond = nil
        misplaced += 1
      }
      // Decoders hand on pictures in order: one that falls back has a wrong time stamp.
      guard frame.time > lastGiven else {
        misplaced += 1
        return true
      }
      // A picture at or before `start` replaces the one that was on show till then.
      let isLater = frame.time > start + Self.rounding
      if isLater { try giveHeld() }
      if isVoid { return false }
      if isLater { try give(frame) } else { held = frame }
      return true
    }

    private func give(_ frame: Frame) throws(MediaError) {
      (gavePicture, lastGiven) = (true, frame.time)
      try picture?(frame)
    }

    /// Whether nothing was handed on, and there is more of the file before where this began.
    private var mayTryEarlier: Bool { !mayStartLate && !gavePicture && !gaveSound }

    private func giveHeld() throws(MediaError) {
      guard let frame = held else { return }
      held = nil
      if hasSkipped, frame.time < start - skipMargin {
        skippedTooMuch = true
        return
      }
      try give(frame)
    }

    private func takeSound(_ frame: Frame) throws(MediaError) -> Bool {
      guard !soundDone, let decoder = soundDecoder else { return false }
      guard
        let time = soundClock.time(
          of: frame, stamped: frame.timeStamp.map { playTime($0, decoder.timeBase) })
      else { return true }
      frame.time = time
      if !sawSoundBefore, !gaveSound, time > start + Self.rounding, mayTryEarlier {
        startedLate = true
        return false
      }
      sawSoundBefore = true
      if frame.time >= end {
        soundDone = true
        return false
      }
      guard frame.time + frame.soundDuration > start else { return true }
      gaveSound = true
      try sound?(frame)
      return true
    }
  }
}
