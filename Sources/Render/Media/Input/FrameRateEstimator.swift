import CFFmpeg

/// Determines the frame rate of a video stream, for which libav gives two estimates.
enum FrameRateEstimator {
  /// Frame rates that cameras and editing programs produce.
  private static let usual = [
    Rational(12, 1), Rational(15, 1), Rational(24000, 1001), Rational(24, 1), Rational(25, 1),
    Rational(30000, 1001), Rational(30, 1), Rational(48, 1), Rational(50, 1),
    Rational(60000, 1001), Rational(60, 1), Rational(120_000, 1001), Rational(120, 1),
  ]

  /// The frame rate according to the stream's header, and whether it is variable.
  ///
  /// libav gives two estimates: `r_frame_rate` is the lowest rate at which all timestamps can be
  /// represented exactly, and `avg_frame_rate` is frames divided by seconds. If they agree within 2
  /// %, the first is correct. Otherwise the rate is variable, and the average is used, rounded to a
  /// usual rate if one is within 0.5 %.
  static func rate(of stream: UnsafeMutablePointer<AVStream>) -> (Rational, isVariable: Bool) {
    let grid = unsafe stream.pointee.r_frame_rate
    let average = unsafe stream.pointee.avg_frame_rate
    switch (isBelievable(grid), isBelievable(average)) {
    case (true, true):
      let (grid, average) = (Rational(grid), Rational(average))
      if abs(grid.value / average.value - 1) <= 0.02 { return (grid, false) }
      return (roundedToUsualRate(average.value), true)
    case (true, false): return (Rational(grid), false)
    case (false, true): return (roundedToUsualRate(Rational(average).value), false)
    case (false, false): return (Rational(25, 1), true)
    }
  }

  /// Minimum frame rate that is believed, in frames per second.
  private static let minimumRate = 0.05
  /// Maximum frame rate in frames per second, at which faster videos are read.
  private static let maximumRate = 1000.0

  private static func isBelievable(_ rate: AVRational) -> Bool {
    Rational.usable(rate) && Rational(rate).value >= minimumRate
  }

  /// Measures the frame rate from the timestamps of packets, if libav's two estimates differ.
  ///
  /// A variable rate is replaced by the lowest usual rate whose frame duration is at most the
  /// shortest common step. Each frame is then shown within half a frame of its time, and no frame
  /// is dropped. The position of `file` changes.
  static func measured(
    _ stream: UnsafeMutablePointer<AVStream>, in file: InputFile
  ) throws(MediaError) -> (rate: Rational, isVariable: Bool) {
    let guess: (rate: Rational, isVariable: Bool) = unsafe rate(of: stream)
    let positions = try unsafe steps(of: stream, in: file)
    guard guess.isVariable else {
      // Without a packet index, both estimates describe only the beginning of the file.
      let rates = positions.compactMap(commonRate)
      guard let first = rates.first, abs(first / guess.rate.value - 1) <= 0.02,
        let maximumRate = rates.max(), maximumRate > 1.003 * guess.rate.value
      else { return guess }
      return (usual(atLeast: maximumRate), true)
    }
    let steps = positions.joined().sorted()
    guard steps.count >= 3 else { return guess }
    let shortest = steps[steps.count / 10]
    let common = steps.filter { $0 > 0.75 * shortest && $0 < 1.25 * shortest }
    let step = common.reduce(0, +) / Double(max(1, common.count))
    guard step > 0 else { return guess }
    let isEven = Double(common.count) >= 0.98 * Double(steps.count)
    guard !isEven else { return (roundedToUsualRate(1 / step), false) }
    return (usual(atLeast: 1 / step), true)
  }

  /// Positions at which timestamps are read, as shares of the duration: the rate may change within
  /// a file, because a phone slows down in the dark, and an advert has its own.
  private static let positions = (0..<16).map { Double($0) / 16 }
  private static let packetsPerPosition = 60

  /// Frame rate at one position, from the most common step between frames; `nil` if unclear.
  private static func commonRate(_ steps: [Double]) -> Double? {
    guard steps.count >= 12 else { return nil }
    let median = steps.sorted()[steps.count / 2]
    let common = steps.filter { $0 > 0.75 * median && $0 < 1.25 * median }
    // If frames are missing, or two steps alternate, this position gives no rate.
    guard common.count * 10 >= steps.count * 9 else { return nil }
    return Double(common.count) / common.reduce(0, +)
  }

  /// Seconds between consecutive frames, at each of the positions.
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
    for position in positions {
      if position == 0 {
        try file.rewind(stream: index)
      } else {
        try file.seek(stream: index, before: Int64(bounding: Double(start) + position * duration))
      }
      var stamps: [Int64] = []
      while stamps.count < packetsPerPosition, try file.read(into: packet) {
        guard packet.stream == index, !packet.isDiscarded, let shown = packet.presentation else {
          continue
        }
        if shown > seenUntil { stamps.append(shown) }
      }
      stamps.sort()
      // Drop the last ones: frames displayed between them may be stored later in the file.
      if stamps.count == packetsPerPosition { stamps.removeLast(8) }
      steps.append(
        zip(stamps, stamps.dropFirst()).map { (Double($1) - Double($0)) * base }.filter { $0 > 0 })
      seenUntil = max(seenUntil, stamps.last ?? seenUntil)
    }
    return steps
  }

  /// The lowest usual rate that is at least `rate`, less 1.5 % for rounded timestamps.
  static func usual(atLeast rate: Double) -> Rational {
    nearest(to: rate, within: 0.015) ?? usual.first { $0.value >= rate } ?? Rational(120, 1)
  }

  private static func roundedToUsualRate(_ rate: Double) -> Rational {
    nearest(to: rate, within: 0.005)
      ?? Rational(Int(bounding: min(maximumRate, max(minimumRate, rate)) * 1000), 1000)
  }

  private static func nearest(to rate: Double, within share: Double) -> Rational? {
    let nearest = usual.min { abs($0.value - rate) < abs($1.value - rate) }
    return nearest.flatMap { abs($0.value / rate - 1) <= share ? $0 : nil }
  }
}
