import CFFmpeg

/// Decodes ranges of a source and passes on frames with play times, one at a time; not thread-safe.
///
/// It seeks to the key frame before a range, decodes from there, and delivers only the frames of
/// the range. The file stays open between ranges.
package final class RangeReader {
  package let info: MediaInfo
  /// Number of damaged frames that were missing in the ranges read so far.
  package private(set) var faults = 0
  private var file: InputFile
  private let isCancelled: CancellationCheck
  private let threads: Int
  private let isRough: Bool

  package typealias Take = (Frame) throws(MediaError) -> Void

  /// How many seconds before a range to seek, in turn: a seek by decoding time may end at a key
  /// frame that is displayed too late.
  private static let seekOffsets: [Double] = [0, 0.25, 2, 12, .infinity]
  /// Minimum seconds to seek before a range with sound, which some files store up to one second
  /// before its video.
  private static let minimumSoundOffset = 1.0
  /// Maximum seconds by which one stream in a file may be ahead of another.
  private static let maximumInterleaving = 10.0

  /// Opens a source; the number of decoding threads does not affect the frames.
  ///
  /// `isRough` skips the deblocking filter, which saves an eighth of the decoding time.
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

  /// Reads the play times from `start` up to but excluding `end`, in seconds.
  ///
  /// The frame displayed at `start` comes first, even if it begins earlier; the others follow in
  /// display order. Audio frames that cross `start` or `end` are delivered whole. What has no
  /// `Take` is not decoded.
  ///
  /// - Returns: whether a frame at or after `end` was found. If not, the source ended first.
  /// - Throws: `interrupted`, errors of decoding, and errors of `picture` and `sound`.
  @discardableResult
  package func read(
    from start: Double, to end: Double, picture: Take?, sound: Take? = nil
  ) throws(MediaError) -> Bool {
    var maySkip = sound == nil && Self.codecsWithSkippableFrames.contains(info.video.codec)
    var tries = Self.seekOffsets[...]
    while let seekOffset = tries.first {
      let target = max(
        0, start - (sound == nil ? seekOffset : max(seekOffset, Self.minimumSoundOffset)))
      let isFromFirstByte = seekOffset == .infinity
      // Seeking uses the video, but sound may be stored before the first video packet.
      if isFromFirstByte, sound != nil {
        file = try InputFile(path: info.path, isCancelled: isCancelled)
      }
      let pass = try RangePass(
        file, info, start: start, end: end, picture: picture, sound: sound, threads: threads)
      // Seek by the video stream even for sound alone: many files index no other stream.
      if !isFromFirstByte || sound == nil { try file.seek(info.video, before: target) }
      pass.mayStartLate = isFromFirstByte || target == 0 && sound == nil
      pass.maySkip = maySkip
      if isRough { pass.pictureDecoder?.disableDeblocking() }
      if try run(pass) {
        faults += pass.faults
        return pass.hasReachedEnd
      }
      // The frame displayed at `start` may have been skipped: repeat without skipping.
      if pass.mustRepeatWithoutSkipping {
        maySkip = false
      } else {
        tries = target == 0 ? tries.suffix(tries.count == 1 ? 0 : 1) : tries.dropFirst()
      }
    }
    return false
  }

  /// Codecs in which a frame marked as unreferenced is never needed by another frame.
  private static let codecsWithSkippableFrames: Set<String> = [
    "h264", "mpeg1video", "mpeg2video", "mpeg4",
  ]

  /// Runs one attempt; returns `false` if it failed and no frame was delivered.
  private func run(_ pass: RangePass) throws(MediaError) -> Bool {
    let packet = try Packet()
    while !pass.isDone, try file.read(into: packet) {
      try pass.take(packet)
      if pass.hasFailed { return false }
      try pass.noteProgress(packet, margin: Self.maximumInterleaving)
    }
    try pass.finish()
    return !pass.hasFailed
  }
}
