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
    switch (isBelievable(grid), isBelievable(average)) {
    case (true, true):
      let (grid, average) = (Rational(grid), Rational(average))
      if abs(grid.value / average.value - 1) <= 0.02 { return (grid, false) }
      return (snapped(average.value), true)
    case (true, false): return (Rational(grid), false)
    case (false, true): return (snapped(Rational(average).value), false)
    case (false, false): return (Rational(25, 1), true)
    }
  }

  /// Frames a second; a file that says less says nothing of use.
  private static let slowest = 0.05
  /// Frames a second; a camera that is faster is read at this rate.
  private static let fastest = 1000.0

  private static func isBelievable(_ rate: AVRational) -> Bool {
    Rational.usable(rate) && Rational(rate).value >= slowest
  }

  /// The rate of a stream; where libav's guesses differ, by the times of its packets.
  ///
  /// A varying source gets the lowest usual rate at which its shortest common step is a whole slot:
  /// each frame is then shown within half a slot of its time, and none is left out.
  ///
  /// - Parameters:
  ///   - stream: the picture stream.
  ///   - file: its file; left anywhere.
  /// - Returns: the rate, and whether frames come at uneven times.
  /// - Throws: `interrupted`, or what seeking throws.
  static func measured(
    _ stream: UnsafeMutablePointer<AVStream>, in file: InputFile
  ) throws(MediaError) -> (rate: Rational, isVariable: Bool) {
    let guess: (rate: Rational, isVariable: Bool) = unsafe rate(of: stream)
    let places = try unsafe steps(of: stream, in: file)
    guard guess.isVariable else {
      // Both guesses are of the beginning, in containers without a table of all packets.
      let rates = places.compactMap(commonRate)
      guard let first = rates.first, abs(first / guess.rate.value - 1) <= 0.02,
        let fastest = rates.max(), fastest > 1.003 * guess.rate.value
      else { return guess }
      return (usual(atLeast: fastest), true)
    }
    let steps = places.joined().sorted()
    guard steps.count >= 3 else { return guess }
    let shortest = steps[steps.count / 10]
    let common = steps.filter { $0 > 0.75 * shortest && $0 < 1.25 * shortest }
    let step = common.reduce(0, +) / Double(max(1, common.count))
    guard step > 0 else { return guess }
    let isEven = Double(common.count) >= 0.98 * Double(steps.count)
    guard !isEven else { return (snapped(1 / step), false) }
    return (usual(atLeast: 1 / step), true)
  }

  /// Where in a file its steps are looked at, as shares of its length: a dark room slows a phone,
  /// and an advert has its own rate.
  private static let places = (0..<16).map { Double($0) / 16 }
  /// Packets looked at in each place.
  private static let packets = 60

  /// Frames per second in one place, by the most common step; `nil` if there are too few.
  private static func commonRate(_ steps: [Double]) -> Double? {
    guard steps.count >= 12 else { return nil }
    let median = steps.sorted()[steps.count / 2]
    let common = steps.filter { $0 > 0.75 * median && $0 < 1.25 * median }
    // Where frames are lost, or come at two distances, this place says nothing.
    guard common.count * 10 >= steps.count * 9 else { return nil }
    return Double(common.count) / common.reduce(0, +)
  }

  /// Seconds from each shown frame to the next, in each of a few places of a file.
  private static func steps(
    of stream: UnsafeMutablePointer<AVStream>, in file: InputFile
  ) throws(MediaError) -> [[Double]] {
    let (index, base) = unsafe (Int(stream.pointee.index), Rational(stream.pointee.time_base).value)
    let length = unsafe stream.pointee.duration
    let whole = unsafe Double(file.context.pointee.duration) / Double(AV_TIME_BASE) / base
    let duration = length > 0 ? Double(length) : max(0, whole)
    let start = unsafe known(stream.pointee.start_time) ?? 0
    let packet = try Packet()
    var steps: [[Double]] = []
    var seenUntil = Int64.min
    for place in places {
      if place == 0 {
        try file.rewind(stream: index)
      } else {
        try file.seek(stream: index, before: Int64(bounding: Double(start) + place * duration))
      }
      var stamps: [Int64] = []
      while stamps.count < packets, try file.read(into: packet) {
        guard packet.stream == index, !packet.isDiscarded, let shown = packet.presentation else {
          continue
        }
        if shown > seenUntil { stamps.append(shown) }
      }
      stamps.sort()
      // The last ones may lack neighbours that are stored behind them.
      if stamps.count == packets { stamps.removeLast(8) }
      steps.append(
        zip(stamps, stamps.dropFirst()).map { (Double($1) - Double($0)) * base }.filter { $0 > 0 })
      seenUntil = max(seenUntil, stamps.last ?? seenUntil)
    }
    return steps
  }

  /// The lowest usual rate that is not under `rate`, but for what rounded time stamps make of it.
  static func usual(atLeast rate: Double) -> Rational {
    nearest(to: rate, within: 0.015) ?? usual.first { $0.value >= rate } ?? Rational(120, 1)
  }

  private static func snapped(_ rate: Double) -> Rational {
    nearest(to: rate, within: 0.005)
      ?? Rational(Int(bounding: min(fastest, max(slowest, rate)) * 1000), 1000)
  }

  private static func nearest(to rate: Double, within share: Double) -> Rational? {
    let nearest = usual.min { abs($0.value - rate) < abs($1.value - rate) }
    return nearest.flatMap { abs($0.value / rate - 1) <= share ? $0 : nil }
  }
}
