internal import EditDecisions
internal import Media
import Support

/// The clock of a clip: output frames at a constant rate, counted from play time 0.
///
/// Source frame at time t takes slot round(t × rate), and a slot shows the last frame that took it
/// or an earlier one (ffmpeg's `fps=round=near`). On a source of constant rate that gives each
/// frame its own slot, whatever its time stamps were rounded to; an uneven one is made even.
struct FrameGrid: Hashable, Sendable {
  /// Frames a second.
  let rate: Rational
  /// Slots that are shown.
  let frames: Range<Int>

  /// The frames of [start, end), at least one.
  ///
  /// The one nearest `start` is the first, the one nearest `end` the first left out.
  init(rate: Rational, start: Double, end: Double) {
    self.rate = rate
    let first = Self.slot(start, rate)
    frames = first..<max(first + 1, Self.slot(end, rate))
  }

  /// The source's rate, divided by the smallest whole number that brings it to `maximum`.
  static func rate(for source: Rational, maximum: Int) -> Rational {
    let share = source.value / Double(max(1, maximum))
    let divisor = max(1, Int(bounding: (share - 0.001).rounded(.up)))
    return Rational(source.numerator, source.denominator * divisor)
  }

  /// Where a play time falls.
  func slot(_ time: Double) -> Int { Self.slot(time, rate) }

  /// The play time of a slot, in seconds.
  func time(_ slot: Int) -> Double {
    Double(slot) * Double(rate.denominator) / Double(rate.numerator)
  }

  private static func slot(_ time: Double, _ rate: Rational) -> Int {
    // Halfway times, as in every second frame of a source at twice the rate, must all go one way
    // whatever the last bit of their seconds says.
    Int(bounding: (time * rate.value + 0.5 + 1e-4).rounded(.down))
  }
}

/// Turns source frames at any times into one frame per slot of a grid.
final class SlotFiller {
  private let grid: FrameGrid
  private let take: (Frame, _ slot: Int) throws(MediaError) -> Void
  private var current: Frame?
  private var next: Int
  /// Seconds by which a source may end before a stretch does.
  ///
  /// Durations in files are rounded, and sound often outlasts the picture.
  private static let toleratedShortfall = 0.25

  /// Fills the slots of `grid`, handing each to `take` in order.
  init(grid: FrameGrid, take: @escaping (Frame, Int) throws(MediaError) -> Void) {
    self.grid = grid
    self.take = take
    next = grid.frames.lowerBound
  }

  /// Takes the next source frame, in order of time.
  func push(_ frame: Frame) throws(MediaError) {
    let slot = grid.slot(frame.time)
    if let current { try fill(with: current, before: slot) }
    current = frame
  }

  /// Fills the slots that are left with the last frame.
  ///
  /// - Parameters:
  ///   - source: where the frames came from.
  ///   - metEnd: whether frames go on after the grid, so that the last one is on show till then.
  /// - Throws: `invalidData` when the source ended well before the stretch.
  func finish(_ source: MediaInfo, metEnd: Bool) throws(MediaError) {
    let end = grid.time(grid.frames.upperBound)
    let ended = current.map { $0.time + grid.time(1) } ?? 0
    // The last picture of an uneven source may stay for long, and any while the sound goes on.
    let staysOn = source.pictureEnd.map { ended >= $0 - Self.toleratedShortfall } ?? false
    let lasts = source.video.isVariable || staysOn ? max(ended, source.duration) : ended
    guard let current, metEnd || end - lasts <= Self.toleratedShortfall else {
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
