internal import CFFmpeg

/// Which of libav's two guesses of a frame rate to believe.
enum FrameRateChoice {
  /// Rates that cameras and editors make.
  private static let usual = [
    Rational(12, 1), Rational(15, 1), Rational(24000, 1001), Rational(24, 1), Rational(25, 1),
    Rational(30000, 1001), Rational(30, 1), Rational(48, 1), Rational(50, 1),
    Rational(60000, 1001), Rational(60, 1), Rational(120_000, 1001), Rational(120, 1),
  ]

  /// The rate of a stream, and whether its frames come at uneven times.
  ///
  /// `r_frame_rate` is the finest grid on which all time stamps lie, `avg_frame_rate` frames over
  /// seconds. Where they agree within 2 % (a lost frame, a rounded duration) the grid is the rate;
  /// where they do not, the rate varies, and the average, on a usual rate if one is within 0.5 %,
  /// stands for it.
  static func rate(of stream: UnsafeMutablePointer<AVStream>) -> (Rational, isVariable: Bool) {
    let grid = unsafe stream.pointee.r_frame_rate
    let average = unsafe stream.pointee.avg_frame_rate
    switch (Rational.usable(grid), Rational.usable(average)) {
    case (true, true):
      let (grid, average) = (Rational(grid), Rational(average))
      if abs(grid.value / average.value - 1) <= 0.02 { return (grid, false) }
      return (snapped(average), true)
    case (true, false): return (Rational(grid), false)
    case (false, true): return (snapped(Rational(average)), false)
    case (false, false): return (Rational(25, 1), true)
    }
  }

  private static func snapped(_ rate: Rational) -> Rational {
    let nearest = usual.min { abs($0.value - rate.value) < abs($1.value - rate.value) }
    if let nearest, abs(nearest.value / rate.value - 1) <= 0.005 { return nearest }
    return Rational(max(1, Int((rate.value * 1000).rounded())), 1000)
  }
}
