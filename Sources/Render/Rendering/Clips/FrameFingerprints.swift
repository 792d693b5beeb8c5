import EditDecisions
import Media
import Support

/// Fingerprints of output frames before encoding, with which the finished file is verified.
struct FrameFingerprints: Sendable {
  private struct Mark {
    var frame: Int
    /// Play time in seconds of the source frame that should be shown.
    var wanted: Double
    /// Play time in seconds of the source frame that is shown.
    var used: Double
  }

  private var marks: [Mark] = []
  /// The fingerprint of each output frame.
  private var signatures: [Int: FrameFingerprint] = [:]
  private var slots: [Int] = []

  /// Begins a segment and marks its first, middle and last slot.
  mutating func begin(_ grid: FrameTimeGrid) {
    let frames = grid.frames
    slots = [frames.lowerBound, frames.lowerBound + frames.count / 2, frames.upperBound - 1]
  }

  /// Records a frame before it is encoded; `used` is the play time of the source frame in seconds.
  mutating func consider(
    _ picture: Frame, frame: Int, slot: Int, on grid: FrameTimeGrid, used: Double
  ) {
    signatures[frame] = picture.signature
    guard slots.contains(slot) else { return }
    marks.append(Mark(frame: frame, wanted: grid.time(slot), used: used))
  }

  /// Returns the last frame, and the key frame at or before each marked frame, because decoding
  /// others may require hundreds of frames.
  func compared(keys: [Int], last: Int) -> [Int] {
    let near = marks.map { mark in
      mark.frame == last ? last : keys.last { $0 <= mark.frame } ?? mark.frame
    }
    return Set(near).filter { signatures[$0] != nil }.sorted()
  }

  /// The mean difference to the recorded frame, in steps of 8-bit luma.
  func difference(of signature: FrameFingerprint, at frame: Int) -> Double? {
    signatures[frame]?.difference(from: signature)
  }

  /// Seconds by which a shown frame may be older than the packet times require, which drift.
  private static let tolerance = 1.0

  /// Throws `invalidData` if an outdated frame is shown.
  ///
  /// Frames are compared with the packet times of the source, which no decoder has changed.
  func verify(
    of source: MediaInfo, as name: String, isCancelled: @escaping CancellationCheck
  ) throws(MediaError) {
    let times = try source.pictureTimes(at: marks.map(\.wanted), isCancelled: isCancelled)
    for (mark, time) in zip(marks, times) {
      guard let time, time - mark.used > Self.tolerance else { continue }
      throw MediaError(
        .invalidData, operation: "verify what was written to", path: name,
        detail:
          "its frame \(mark.frame) shows the source at \(Rounding.time(mark.used)) s, instead of "
          + "\(Rounding.time(time)) s")
    }
  }
}
