internal import Media

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
