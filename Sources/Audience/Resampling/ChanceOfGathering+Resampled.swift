internal import Density

/// A number for each resampled audience.
struct ResampleLanes: Sendable {
  private var first: SIMD16<Float>
  private var last: SIMD4<Float>

  /// How many audiences are resampled.
  static let count = 20

  static let zero = ResampleLanes(first: .zero, last: .zero)

  private init(first: SIMD16<Float>, last: SIMD4<Float>) {
    (self.first, self.last) = (first, last)
  }

  /// The lanes of a function of the resample's number.
  init(_ value: (Int) -> Float) {
    self = .zero
    for number in 0..<16 { first[number] = value(number) }
    for number in 0..<4 { last[number] = value(16 + number) }
  }

  subscript(number: Int) -> Float { number < 16 ? first[number] : last[number - 16] }

  /// Adds other lanes as often as a factor says.
  @inline(__always)
  mutating func add(_ other: ResampleLanes, times factor: Float) {
    first += other.first * factor
    last += other.last * factor
  }

  static func + (a: ResampleLanes, b: ResampleLanes) -> ResampleLanes {
    ResampleLanes(first: a.first + b.first, last: a.last + b.last)
  }

  static func - (a: ResampleLanes, b: ResampleLanes) -> ResampleLanes {
    ResampleLanes(first: a.first - b.first, last: a.last - b.last)
  }

  static func * (a: ResampleLanes, b: ResampleLanes) -> ResampleLanes {
    ResampleLanes(first: a.first * b.first, last: a.last * b.last)
  }
}

/// Pairs of looks of all resampled audiences at once: each counts as often as both of its viewers
/// are drawn.
///
/// A viewer who is drawn twice is no pair: whoever agrees with a copy of itself tells nothing.
struct PairLanes: Sendable {
  fileprivate var value = ResampleLanes.zero
  fileprivate var weight = ResampleLanes.zero
}

/// What the looks of one bin give to every resample.
struct ResampledPairs: Sendable {
  fileprivate var within = PairLanes()
  /// With the looks of the next bin.
  fileprivate var between = PairLanes()
  /// Looks, their weight, and what the places alone give by weight.
  fileprivate var looks = ResampleLanes.zero
  fileprivate var weight = ResampleLanes.zero
  fileprivate var places = ResampleLanes.zero
}

/// Some looks, and how often each of them counts in each resample.
private struct DrawnLooks {
  let looks: Looks
  let draws: [ResampleLanes]
  /// The same multiplied by the look's weight.
  let weights: [ResampleLanes]

  init(_ looks: Looks, _ viewers: [ResampleLanes]) {
    self.looks = looks
    draws = looks.map { viewers[$0.viewer] }
    weights = looks.map {
      var weight = ResampleLanes.zero
      weight.add(viewers[$0.viewer], times: $0.weight)
      return weight
    }
  }
}

extension ChanceOfGathering {
  /// How close the looks of each resample are, against the chance that the crowd itself gives.
  ///
  /// - Parameters:
  ///   - straight: the pairs of every bin, with those of the resamples.
  ///   - learned: what the crowd, shifted in time, gave.
  /// - Returns: for each bin a figure a resample; `nil` with too little gaze.
  func resampled(_ straight: [StraightPairs], _ learned: Learned) -> [[LookAgreement?]] {
    let search = self
    let none = ResampledPairs()
    return Parallel.map(binCount) { bin in
      let here = straight[bin].resampled ?? none
      let before = bin > 0 ? (straight[bin - 1].resampled ?? none).between : PairLanes()
      let value = here.within.value + here.between.value + before.value
      let weight = here.within.weight + here.between.weight + before.weight
      return (0..<ResampleLanes.count).map { number in
        guard learned.count >= 10, here.looks[number] >= 3, weight[number] > 0 else { return nil }
        let places = Double(here.places[number] / here.weight[number]) - search.field.mean
        let mean = Double(value[number] / weight[number])
        let looks = Double(here.looks[number])
        let deviation = learned.agreementDeviation / (looks * (looks - 1) / 2).squareRoot()
        return LookAgreement(
          value: search.rounded(mean - search.settings.habit * places),
          byChance: search.rounded(learned.agreement),
          deviation: search.rounded(max(1e-4, deviation)))
      }
    }
  }

  /// The pairs of a bin's looks, and of them with the next bin's: of the audience, and of each
  /// resample.
  func resampledPairs(
    _ now: Looks, _ next: Looks, _ draws: [ResampleLanes]
  ) -> (within: PairSum, between: PairSum, resampled: ResampledPairs) {
    let (drawn, drawnNext) = (DrawnLooks(now, draws), DrawnLooks(next, draws))
    var found = ResampledPairs()
    for (place, look) in now.enumerated() {
      found.looks.add(drawn.draws[place], times: 1)
      found.weight.add(drawn.draws[place], times: look.weight)
      found.places.add(drawn.draws[place], times: look.weight * field.value(at: look))
    }
    found.within.weight = Self.weight(within: drawn)
    found.between.weight = Self.weight(between: drawn, and: drawnNext)
    let room = max(now.count, next.count)
    var (within, between) = (ResampleLanes.zero, ResampleLanes.zero)
    return withUnsafeTemporaryAllocation(of: Int32.self, capacity: max(1, room)) { near in
      let ofNow = kernel.pairs(within: now) { look, others, kernel in
        within.add(
          drawn.weights[look] * Self.sum(of: drawn.weights, others, kernel, near), times: 1)
      }
      let ofBoth = kernel.pairs(between: now, and: next) { look, others, kernel in
        between.add(
          drawn.weights[look] * Self.sum(of: drawnNext.weights, others, kernel, near), times: 1)
      }
      (found.within.value, found.between.value) = (within, between)
      return (ofNow, ofBoth, found)
    }
  }

  /// Weights by the kernel, added up; `near` is room for a number a look.
  @inline(__always)
  private static func sum(
    of weights: [ResampleLanes], _ others: Range<Int>, _ kernel: UnsafePointer<Float>,
    _ near: UnsafeMutableBufferPointer<Int32>
  ) -> ResampleLanes {
    // Most pairs lie far apart; what they give is lost in the rounding. Which do is told first: as
    // a branch it could not be foretold.
    var count = 0
    for place in others {
      near[count] = Int32(truncatingIfNeeded: place)
      count += kernel[place] > leastKernel ? 1 : 0
    }
    var sum = ResampleLanes.zero
    for index in 0..<count {
      let place = Int(near[index])
      sum.add(weights[place], times: kernel[place])
    }
    return sum
  }

  /// exp(−11.5), a hundred-thousandth.
  private static var leastKernel: Float { 1e-5 }

  /// The weights of all pairs of one bin's looks, each with the sum of those before it.
  private static func weight(within looks: DrawnLooks) -> ResampleLanes {
    var (found, before) = (ResampleLanes.zero, ResampleLanes.zero)
    for weight in looks.weights {
      found.add(weight * before, times: 1)
      before.add(weight, times: 1)
    }
    return found
  }

  /// The weights of all pairs of two bins' looks, but of one viewer's; both in order of viewers.
  private static func weight(
    between looks: DrawnLooks, and others: DrawnLooks
  ) -> ResampleLanes {
    var (found, all) = (ResampleLanes.zero, ResampleLanes.zero)
    for weight in others.weights { all.add(weight, times: 1) }
    var place = 0
    for (look, weight) in zip(looks.looks, looks.weights) {
      while place < others.looks.count, others.looks[place].viewer < look.viewer { place += 1 }
      var rest = all
      if place < others.looks.count, others.looks[place].viewer == look.viewer {
        rest.add(others.weights[place], times: -1)
      }
      found.add(weight * rest, times: 1)
    }
    return found
  }
}
