internal import CFFmpeg

/// Reads stretches of one source: frames with play times, streamed, never collected.
///
/// Seeks to the key frame before a stretch, decodes from there, and hands on what belongs to the
/// stretch. Keeps the file open between stretches. Not for use from two threads.
package final class StretchReader {
  package let info: MediaInfo
  /// Pictures in what was read so far that are missing because their data is damaged.
  package private(set) var faults = 0
  private var file: InputFile
  private let isCancelled: CancellationCheck
  private let threads: Int
  private let isRough: Bool

  /// What to do with a frame.
  package typealias Take = (Frame) throws(MediaError) -> Void

  /// How far before a stretch to seek, tried in turn: indexes by decoding time may give a key frame
  /// that is shown after the time asked for.
  private static let runUps: [Double] = [0, 0.25, 2, 12, .infinity]
  /// The least run-up with sound, which some files store up to a second before its picture.
  private static let soundRunUp = 1.0
  /// How far one stream may run ahead of another in a file, in seconds.
  private static let interleaving = 10.0

  /// Opens a source that was probed.
  ///
  /// - Parameters:
  ///   - info: what `MediaInfo.probe` gave.
  ///   - threads: decoding threads; the frames are the same for any number.
  ///   - isRough: whether edges of blocks may show, which takes an eighth less to decode.
  ///   - isCancelled: asked while reading.
  /// - Throws: `notFound`, `invalidData` and others, as the probe.
  package init(
    _ info: MediaInfo, threads: Int = 2, isRough: Bool = false,
    isCancelled: @escaping CancellationCheck = { false }
  ) throws(MediaError) {
    self.info = info
    self.threads = threads
    self.isRough = isRough
    self.isCancelled = isCancelled
    file = try InputFile(path: info.path, isCancelled: isCancelled)
  }

  /// Reads [start, end) of the picture and, if asked for, of the sound.
  ///
  /// - Parameters:
  ///   - start: play time in seconds. The picture on show at `start` comes first, though it began
  ///     earlier; sound frames that reach over an edge come whole.
  ///   - end: play time in seconds.
  ///   - picture: takes each frame in order of time; `nil` leaves pictures undecoded.
  ///   - sound: takes each run of samples; `nil`, or a source without sound, leaves it undecoded.
  /// - Returns: whether a picture at or after `end` was met: if not, the source ended first.
  /// - Throws: what decoding throws, `interrupted`, and what the takers throw.
  @discardableResult
  package func read(
    from start: Double, to end: Double, picture: Take?, sound: Take? = nil
  ) throws(MediaError) -> Bool {
    var maySkip = sound == nil && Self.skippable.contains(info.video.codec)
    var tries = Self.runUps[...]
    while let runUp = tries.first {
      let target = max(0, start - (sound == nil ? runUp : max(runUp, Self.soundRunUp)))
      let isFromFirstByte = runUp == .infinity
      // A seek finds pictures: sound may be stored before the first of them.
      if isFromFirstByte, sound != nil {
        file = try InputFile(path: info.path, isCancelled: isCancelled)
      }
      let pass = try Pass(
        file, info, start: start, end: end, picture: picture, sound: sound, threads: threads)
      if !isFromFirstByte || sound == nil { try pass.seek(to: target) }
      pass.mayStartLate = isFromFirstByte || target == 0 && sound == nil
      pass.maySkip = maySkip
      if isRough { pass.pictureDecoder?.leaveRough() }
      if try run(pass) {
        faults += pass.faults
        return pass.metEnd
      }
      // A picture that is on show for long may have been among those left out: once more, with all.
      if pass.skippedTooMuch {
        maySkip = false
      } else {
        tries = target == 0 ? tries.suffix(tries.count == 1 ? 0 : 1) : tries.dropFirst()
      }
    }
    return false
  }

  /// Codecs in which a picture that is marked as not referred to is never needed by another.
  private static let skippable: Set<String> = ["h264", "mpeg1video", "mpeg2video", "mpeg4"]

  /// Answers false when the attempt was in vain; nothing was handed on then.
  private func run(_ pass: Pass) throws(MediaError) -> Bool {
    let packet = try Packet()
    while !pass.isDone, try file.read(into: packet) {
      try pass.take(packet)
      if pass.isVoid { return false }
      try pass.noteProgress(packet, margin: Self.interleaving)
    }
    try pass.finish()
    return !pass.isVoid
  }
}
