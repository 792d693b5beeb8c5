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

/// Pairs of looks of all resampled audiences at once: the kernel of a pair is asked for once, and
/// counts as often as both of its viewers are drawn.
///
/// A viewer who is drawn twice is no pair: whoever agrees with a copy of itself tells nothing.
private struct PairLanes: Sendable {
  var value = ResampleLanes.zero
  var weight = ResampleLanes.zero
}

/// What the looks of one bin give to every resample.
private struct BinPairs: Sendable {
  var within = PairLanes()
  /// With the looks of the next bin.
  var between = PairLanes()
  /// Looks, their weight, and what the places alone give by weight.
  var looks = ResampleLanes.zero
  var weight = ResampleLanes.zero
  var places = ResampleLanes.zero
}

extension ChanceOfGathering {
  /// How close the looks of each resample are, against the chance that the crowd itself gives.
  ///
  /// - Parameters:
  ///   - draws: how often each viewer of the crowd is drawn.
  ///   - learned: what the crowd, shifted in time, gave.
  /// - Returns: for each bin a figure a resample; `nil` with too little gaze.
  func resampled(_ draws: ResampleDraws, _ learned: Learned) -> [[LookAgreement?]] {
    let search = self
    let own = evenDraw(of: draws.viewers.count, atMost: settings.agreementViewers)
      .map { draws.viewers[$0] }
    let bins = Parallel.map(binCount) { search.binPairs($0, own) }
    return Parallel.map(binCount) { bin in
      let (here, before) = (bins[bin], bin > 0 ? bins[bin - 1].between : PairLanes())
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

  private func binPairs(_ bin: Int, _ draws: [ResampleLanes]) -> BinPairs {
    let still = [Int](repeating: 0, count: looks.viewerCount)
    let now = looks.looks(in: bin, shifts: still, binCount: binCount)
    var found = BinPairs()
    for look in now {
      let draw = draws[look.viewer]
      found.looks.add(draw, times: 1)
      found.weight.add(draw, times: look.weight)
      found.places.add(draw, times: look.weight * field.value(at: look))
    }
    let drawn = now.map { draws[$0.viewer] }
    found.within.weight = Self.weight(within: now, drawn)
    for (index, look) in now.enumerated() {
      add(look, now[(index + 1)...], draws, to: &found.within.value)
    }
    guard bin + 1 < binCount else { return found }
    let next = looks.looks(in: bin + 1, shifts: still, binCount: binCount)
    let then = next.map { draws[$0.viewer] }
    found.between.weight = Self.weight(between: now, drawn, and: next, then)
    for look in now { add(look, next[...], draws, to: &found.between.value) }
    return found
  }

  private func add(
    _ look: Look, _ others: ArraySlice<Look>, _ draws: [ResampleLanes],
    to value: inout ResampleLanes
  ) {
    let (table, scale) = (kernel.table, kernel.scale)
    var sum = ResampleLanes.zero
    for other in others where other.viewer != look.viewer {
      let (dx, dy) = (look.x - other.x, look.y - other.y)
      let place = (dx * dx + dy * dy) * scale
      // Most pairs lie far apart; what they give is lost in the rounding.
      guard place < 736 else { continue }
      sum.add(draws[other.viewer], times: table[Int(place)] * other.weight)
    }
    value.add(draws[look.viewer] * sum, times: look.weight)
  }

  /// The weights of all pairs of one bin's looks, each with the sum of those before it.
  private static func weight(within looks: [Look], _ drawn: [ResampleLanes]) -> ResampleLanes {
    var (found, before) = (ResampleLanes.zero, ResampleLanes.zero)
    for (look, draw) in zip(looks, drawn) {
      found.add(draw * before, times: look.weight)
      before.add(draw, times: look.weight)
    }
    return found
  }

  /// The weights of all pairs of two bins' looks, but of one viewer's; both in order of viewers.
  private static func weight(
    between looks: [Look], _ drawn: [ResampleLanes], and others: [Look],
    _ othersDrawn: [ResampleLanes]
  ) -> ResampleLanes {
    var (found, all) = (ResampleLanes.zero, ResampleLanes.zero)
    for (other, draw) in zip(others, othersDrawn) { all.add(draw, times: other.weight) }
    var place = 0
    for (look, draw) in zip(looks, drawn) {
      while place < others.count, others[place].viewer < look.viewer { place += 1 }
      var rest = all
      if place < others.count, others[place].viewer == look.viewer {
        rest.add(othersDrawn[place], times: -others[place].weight)
      }
      found.add(draw * rest, times: look.weight)
    }
    return found
  }
}
