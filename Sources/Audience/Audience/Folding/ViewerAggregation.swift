/// Aggregates one viewer's sessions into time bins, independently of all other viewers.
package struct ViewerAggregation: Sendable {
  /// Seconds without a sample after which the viewer is no longer watching.
  static let gapSeconds = 2.0
  /// Weight of gaze with low confidence or during a saccade; certain gaze has 255.
  ///
  /// It is not 0, so that the gaze of noisy trackers counts at all. At 10 Hz with 1.1° of noise,
  /// the saccade labels of I-DT have an F1 of only 0.15.
  static let uncertainWeight = UInt8(128)
  /// Seconds from an event in the video to the reaction in the viewer's face.
  ///
  /// The onset takes 0.3 to 0.4 s (Dimberg 1998), and a classifier recognizes the emotion later.
  package static let faceDelay = 0.7
  /// Time bins of the running median over a viewer's level.
  static let smoothing = 5

  private let duration: Double
  private let binCount: Int
  private let isWide: Bool
  private let weights: SIMD8<Float>
  private let counted: EmotionSet

  /// `duration` is in seconds, `aspect` is width / height of the frame.
  package init(duration: Double, aspect: Double, settings: AggregationSettings) {
    self.duration = duration
    binCount = TimeBins.count(for: duration)
    isWide = aspect >= 1
    var weights = settings.emotions.lanes * Float(ViewerBins.fullLevel / 255)
    weights[7] = 0
    self.weights = weights
    counted = settings.counted
  }

  /// Combines all samples of a viewer's sessions, oldest first, into one value per time bin.
  package func fold(_ sessions: [SampleColumns]) -> ViewerAggregate {
    var bins = ViewerBins(binCount: binCount)
    var gaze: [GazeItem] = []
    var faces: [FaceItem] = []
    var hasSamples = false
    for (number, session) in sessions.enumerated() {
      let order = Self.order(of: session, within: duration)
      guard !order.isEmpty else { continue }
      hasSamples = true
      collect(session, order, UInt8(clamping: number), &bins, &gaze, &faces)
    }
    guard hasSamples else { return .unfit("no samples inside the video") }
    // If all gaze has low confidence (for example derived from head pose), count all of it.
    if !gaze.contains(where: \.isSure) {
      for index in gaze.indices { gaze[index].isSure = true }
    }
    aggregate(BinnedItems(gaze, binCount: binCount) { Int($0.bin) }, into: &bins)
    aggregate(BinnedItems(faces, binCount: binCount) { Int($0.bin) }, into: &bins)
    bins.levels = Self.smoothed(bins.levels)
    return .bins(bins)
  }
}

/// A gaze sample with a position, inside or outside the frame.
private struct GazeItem {
  var bin: Int32
  var x: Int16, y: Int16
  var weight: UInt8
  var session: UInt8
  /// Whether it has full confidence, or no sample of the viewer has; gaze coverage counts it.
  var isSure: Bool
}

/// The largest weighted emotion score of one face sample.
private struct FaceItem {
  var bin: Int32
  var level: UInt16
  var emotion: UInt8
}

extension ViewerAggregation {
  /// Indices of the samples inside the video, in order of time.
  private static func order(of session: SampleColumns, within duration: Double) -> [Int] {
    let times = session.milliseconds
    var isOrdered = true
    var last = Int32.min
    var inside: [Int] = []
    inside.reserveCapacity(times.count)
    for (index, time) in times.enumerated() where time >= 0 && Double(time) / 1000 < duration {
      isOrdered = isOrdered && last <= time
      last = time
      inside.append(index)
    }
    return isOrdered ? inside : inside.sorted { (times[$0], $0) < (times[$1], $1) }
  }

  /// Median sampling interval in seconds; samples with equal times are skipped.
  private static func interval(_ session: SampleColumns, _ order: [Int]) -> Double {
    var steps: [Double] = []
    steps.reserveCapacity(order.count)
    for (previous, next) in zip(order, order.dropFirst()) {
      let step = session.milliseconds[next] - session.milliseconds[previous]
      if step > 0 { steps.append(Double(step) / 1000) }
    }
    return median(steps)
  }

  private func collect(
    _ session: SampleColumns, _ order: [Int], _ number: UInt8, _ bins: inout ViewerBins,
    _ gaze: inout [GazeItem], _ faces: inout [FaceItem]
  ) {
    // If the sampling interval is over 0.6 s, a sample also counts for the time bins around it: up
    // to half an interval away, at most 1 s.
    let (interval, width, last) = (Self.interval(session, order), TimeBins.length, binCount - 1)
    let (isSlow, reach) = (interval > 1.2 * width, min(1, interval / 2))
    func range(_ time: Double) -> ClosedRange<Int> {
      let earliest = isSlow ? Int(max(0, time - reach + width / 2) / width) : Int(time / width)
      let latest = isSlow ? Int(max(0, time + reach - width / 2) / width) : earliest
      return min(last, earliest)...min(last, max(earliest, latest))
    }
    let reported = ReportedEmotions(session, order)
    bins.reported.formUnion(reported.union)
    let hasLevels = reported.hasScores(counted)
    gaze.reserveCapacity(gaze.count + order.count)
    faces.reserveCapacity(faces.count + order.count)
    var lastTime = -Double.infinity
    var lastBin = 0
    for index in order {
      let time = Double(session.milliseconds[index]) / 1000
      let bin = min(binCount - 1, Int(time / TimeBins.length))
      let first = time - lastTime <= Self.gapSeconds ? lastBin : bin
      for watched in first...max(first, bin) { bins.isWatching[watched] = true }
      (lastTime, lastBin) = (time, bin)
      let state = session.states[index]
      if SampleColumns.hasGaze(state) {
        let isSure = SampleColumns.hasConfidentGaze(state)
        let isCertain = isSure && !SampleColumns.isSaccade(state)
        let weight = isCertain ? UInt8.max : Self.uncertainWeight
        for bin in range(time) {
          gaze.append(
            GazeItem(
              bin: Int32(bin), x: session.x[index], y: session.y[index], weight: weight,
              session: number, isSure: isSure))
        }
      }
      guard hasLevels, time >= Self.faceDelay, let face = session.faceLanes(at: index) else {
        continue
      }
      let (level, emotion) = strongest(face)
      for bin in range(time - Self.faceDelay) {
        faces.append(FaceItem(bin: Int32(bin), level: level, emotion: emotion))
      }
    }
  }

  @inline(__always)
  private func strongest(_ face: SIMD8<UInt8>) -> (level: UInt16, emotion: UInt8) {
    let scores = SIMD8<Float>(face) * weights
    let most = scores.max()
    guard most > 0 else { return (0, Emotion.neutral.rawValue) }
    var lane = 0
    while scores[lane] < most { lane += 1 }
    return (UInt16(most.rounded()), UInt8(lane))
  }

  private func aggregate(_ gaze: BinnedItems<GazeItem>, into bins: inout ViewerBins) {
    let limit = Int16(SampleQuantization.steps)
    func isInside(_ step: Int16) -> Bool { step >= 0 && step <= limit }
    var xs: [Int16] = []
    var ys: [Int16] = []
    for bin in 0..<binCount {
      let all = gaze[bin]
      guard !all.isEmpty else { continue }
      bins.isWatching[bin] = true
      let sure = all.count(where: \.isSure)
      var middle = all[all.startIndex + all.count / 2]
      if sure > 0 {
        var left = sure / 2
        for item in all where item.isSure {
          if left == 0 {
            middle = item
            break
          }
          left -= 1
        }
        let along = isWide ? middle.x : middle.y
        if isInside(along) { bins.along[bin] = along }
      }
      // The mean of two sessions would not be a gaze point, so use the samples of one session only.
      let usable = all.filter { $0.session == middle.session && isInside($0.x) && isInside($0.y) }
      guard !usable.isEmpty else { continue }
      xs.removeAll(keepingCapacity: true)
      ys.removeAll(keepingCapacity: true)
      var weight = 0
      for item in usable {
        xs.append(item.x)
        ys.append(item.y)
        weight += Int(item.weight)
      }
      let (x, y) = (Self.sortedMedian(&xs), Self.sortedMedian(&ys))
      let glance = usable[usable.count / 2]
      (bins.x[bin], bins.y[bin]) = (x, y)
      bins.weights[bin] = UInt8(weight / usable.count)
      bins.sampleOffsetX[bin] = GazeRow.offsetStep(Int(glance.x) - Int(x))
      bins.sampleOffsetY[bin] = GazeRow.offsetStep(Int(glance.y) - Int(y))
    }
  }

  private func aggregate(_ faces: BinnedItems<FaceItem>, into bins: inout ViewerBins) {
    var levels: [UInt16] = []
    for bin in 0..<binCount {
      let all = faces[bin]
      guard let first = all.first else { continue }
      bins.isWatching[bin] = true
      levels.removeAll(keepingCapacity: true)
      var strongest = first
      for item in all {
        levels.append(item.level)
        if item.level > strongest.level { strongest = item }
      }
      bins.levels[bin] = Self.sortedMedian(&levels)
      bins.emotions[bin] = strongest.emotion
    }
  }

  /// The median, or the mean of the two middle values; sorts `values`.
  @inline(__always)
  private static func sortedMedian<Value: FixedWidthInteger>(_ values: inout [Value]) -> Value {
    if values.count > 1 { values.sort() }
    let high = values[values.count / 2]
    guard values.count.isMultiple(of: 2) else { return high }
    return Value((Int(values[values.count / 2 - 1]) + Int(high)) / 2)
  }

  /// Running median over the time bins with a known face.
  static func smoothed(_ levels: [UInt16]) -> [UInt16] {
    let reach = smoothing / 2
    var near: [UInt16] = []
    var smoothed = levels
    for bin in levels.indices where levels[bin] != ViewerBins.unknownLevel {
      near.removeAll(keepingCapacity: true)
      for place in max(0, bin - reach)...min(levels.count - 1, bin + reach)
      where levels[place] != ViewerBins.unknownLevel { near.append(levels[place]) }
      smoothed[bin] = sortedMedian(&near)
    }
    return smoothed
  }
}

private struct ReportedEmotions {
  private(set) var union = EmotionSet()
  private var isPartial = false

  init(_ session: SampleColumns, _ order: [Int]) {
    var first: UInt8?
    for index in order where SampleColumns.hasFace(session.states[index]) {
      let emotions = session.told[index]
      guard emotions & 0x7F != 0 else { continue }
      union.formUnion(EmotionSet(rawValue: emotions))
      isPartial = isPartial || emotions & 0x80 != 0 || emotions != first ?? emotions
      first = emotions
    }
  }

  /// Whether the given emotions have a known score in each sample.
  ///
  /// A source that reports only the strongest emotions of a sample gives 0 for the others.
  func hasScores(_ counted: EmotionSet) -> Bool {
    !union.isEmpty && (isPartial || !union.isDisjoint(with: counted))
  }
}
