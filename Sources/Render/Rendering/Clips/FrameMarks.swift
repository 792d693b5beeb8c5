internal import EditDecisions
internal import Media
import Support

/// What the pictures of an output were when they were made, to know them again in the file.
struct FrameMarks: Sendable {
  /// One picture of the output.
  private struct Mark {
    /// The number of the frame in the output.
    var frame: Int
    /// Play time of the source for which it was made, in seconds.
    var wanted: Double
    /// Play time of the source picture that it was made of, in seconds.
    var used: Double
  }

  private var marks: [Mark] = []
  /// What each frame of the output shows.
  private var signatures: [Int: FrameFingerprint] = [:]
  private var slots: [Int] = []

  /// Begins a stretch: its first, its middle and its last slot are marked.
  mutating func begin(_ grid: FrameGrid) {
    let frames = grid.frames
    slots = [frames.lowerBound, frames.lowerBound + frames.count / 2, frames.upperBound - 1]
  }

  /// Looks at a picture as it is handed to the encoder.
  ///
  /// - Parameters:
  ///   - picture: what is encoded.
  ///   - frame: its number in the output.
  ///   - slot: its place on the source's clock.
  ///   - grid: that clock.
  ///   - used: play time of the source picture that is shown, in seconds.
  mutating func consider(
    _ picture: Frame, frame: Int, slot: Int, on grid: FrameGrid, used: Double
  ) {
    signatures[frame] = picture.signature
    guard slots.contains(slot) else { return }
    marks.append(Mark(frame: frame, wanted: grid.time(slot), used: used))
  }

  /// The frames by which a file is compared: the last, and for each that is marked the one before
  /// it that decodes by itself, which costs one picture where another costs hundreds.
  ///
  /// - Parameters:
  ///   - keys: frames that decode by themselves, in order.
  ///   - last: the last frame.
  /// - Returns: frames of which it is known what they show, in order.
  func compared(keys: [Int], last: Int) -> [Int] {
    let near = marks.map { mark in
      mark.frame == last ? last : keys.last { $0 <= mark.frame } ?? mark.frame
    }
    return Set(near).filter { signatures[$0] != nil }.sorted()
  }

  /// How far a picture is from what a frame was when it was made, steps of 8-bit luma.
  func difference(of signature: FrameFingerprint, at frame: Int) -> Double? {
    signatures[frame]?.difference(from: signature)
  }
}

extension FrameMarks {
  /// Seconds by which the picture shown may be older than the one that the source's packets tell
  /// of: clocks in files wander, and some packets hold no picture of their own.
  private static let tolerance = 1.0

  /// Compares with what the source's packets say, which no decoder has touched.
  ///
  /// - Throws: `invalidData` when a picture is shown that had long been replaced by another.
  func verify(
    of source: MediaInfo, as name: String, isCancelled: @escaping CancellationCheck
  ) throws(MediaError) {
    let times = try source.pictureTimes(at: marks.map(\.wanted), isCancelled: isCancelled)
    for (mark, time) in zip(marks, times) {
      guard let time, time - mark.used > Self.tolerance else { continue }
      throw MediaError(
        .invalidData, operation: "verify what was written to", path: name,
        detail: "its frame \(mark.frame) shows the source at \(Rounding.time(mark.used)) s, where "
          + "a picture of \(Rounding.time(time)) s is on show")
    }
  }
}
