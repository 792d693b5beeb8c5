import EditDecisions
import Media
import Support

/// The time grid of a clip: output frames at a constant rate, counted from play time 0.
///
/// A source frame at time t gets slot round(t × rate). A slot shows the latest frame up to it, like
/// FFmpeg's `fps=round=near`. With a constant source rate, every frame gets its own slot despite
/// rounded time stamps. A variable rate becomes constant.
struct FrameTimeGrid: Hashable, Sendable {
  /// Frames per second.
  let rate: Rational
  /// The slots of the clip.
  let frames: Range<Int>

  /// Creates the slots from the frame nearest `start` up to the one nearest `end`, which is
  /// excluded; at least one.
  init(rate: Rational, start: Double, end: Double) {
    self.rate = rate
    let first = Self.slot(start, rate)
    frames = first..<max(first + 1, Self.slot(end, rate))
  }

  /// The source's frame rate divided by the smallest integer that makes it at most `maximum`.
  static func rate(for source: Rational, maximum: Int) -> Rational {
    let share = source.value / Double(max(1, maximum))
    let divisor = max(1, Int(bounding: (share - 0.001).rounded(.up)))
    return Rational(source.numerator, source.denominator * divisor)
  }

  func slot(_ time: Double) -> Int { Self.slot(time, rate) }

  func time(_ slot: Int) -> Double {
    Double(slot) * Double(rate.denominator) / Double(rate.numerator)
  }

  private static func slot(_ time: Double, _ rate: Rational) -> Int {
    // The tolerance rounds all halfway times up, despite rounding errors. They occur at every
    // second frame of a source with twice the rate.
    Int(bounding: (time * rate.value + 0.5 + 1e-4).rounded(.down))
  }
}

/// Converts source frames at any times to one frame per slot, which are passed on in order.
final class SlotFiller {
  private let grid: FrameTimeGrid
  private let take: (Frame, _ slot: Int) throws(MediaError) -> Void
  private var current: Frame?
  private var next: Int
  /// Seconds by which a source may end early, as durations are rounded and sound ends after the
  /// video.
  private static let toleratedShortfall = 0.25

  init(grid: FrameTimeGrid, take: @escaping (Frame, Int) throws(MediaError) -> Void) {
    self.grid = grid
    self.take = take
    next = grid.frames.lowerBound
  }

  /// Adds the next source frame, in order of time.
  func push(_ frame: Frame) throws(MediaError) {
    let slot = grid.slot(frame.time)
    if let current { try fill(with: current, before: slot) }
    current = frame
  }

  /// Fills the remaining slots with the last frame; throws `invalidData` if the source ended well
  /// before the segment.
  ///
  /// `hasReachedEnd` is whether the source continues after the grid, so that its last frame lasts
  /// until then.
  func finish(_ source: MediaInfo, hasReachedEnd: Bool) throws(MediaError) {
    let end = grid.time(grid.frames.upperBound)
    let ended = current.map { $0.time + grid.time(1) } ?? 0
    // The last frame of a variable-rate source may last long, and any last frame while sound
    // continues.
    let staysOn = source.pictureEnd.map { ended >= $0 - Self.toleratedShortfall } ?? false
    let lasts = source.video.isVariable || staysOn ? max(ended, source.duration) : ended
    guard let current, hasReachedEnd || end - lasts <= Self.toleratedShortfall else {
      throw MediaError(
        .invalidData, operation: "render", path: source.path,
        detail: "its picture ends at \(Rounding.time(ended)) s, before \(Rounding.time(end)) s")
    }
    try fill(with: current, before: grid.frames.upperBound)
  }

  private func fill(with frame: Frame, before slot: Int) throws(MediaError) {
    while next < min(slot, grid.frames.upperBound) {
      try take(frame, next)
      next += 1
    }
  }
}
