internal import Density
import Glibc

/// What the same viewers show when each is shifted in time: agreement and gathering by chance.
///
/// Each viewer is shifted circularly by at least a tenth of the video, which keeps that viewer's
/// own habits (the middle of the picture first of all) and breaks what happens together. Chance
/// differs from bin to bin only by how many look, so it is learned from an even spread of bins.
struct ChanceOfGathering: Sendable {
  let settings: FoldSettings
  let aspect: Double
  let binCount: Int
  let looks: LookTable
  let kernel: PairKernel
  let field: FieldOfPlaces

  /// Five seconds, the shortest video that can give a moment.
  private static let leastBins = 10

  /// What is known of a bin.
  struct Figures: Sendable {
    var chance: GatheringByChance?
    var agreement: LookAgreement?
  }

  init(settings: FoldSettings, aspect: Double, viewers: [[AudienceRow?]], binCount: Int) {
    self.settings = settings
    self.aspect = aspect
    self.binCount = binCount
    looks = LookTable(viewers, most: settings.agreementViewers, aspect: aspect)
    kernel = PairKernel(deviation: settings.kernel)
    field = FieldOfPlaces(
      looks, binCount: binCount, deviation: settings.kernel, aspect: aspect)
  }

  /// The figures of every bin.
  ///
  /// - Parameter draws: how often each viewer is drawn into the resampled audiences; `nil` where
  ///   there are none.
  /// - Returns: the figures; and for each bin the agreement in each resample.
  func figures(
    resampledBy draws: ResampleDraws? = nil
  ) -> (all: [Figures], resampled: [[LookAgreement?]]) {
    let search = self
    let drawn = draws.map { draws in
      evenDraw(of: draws.viewers.count, atMost: settings.agreementViewers)
        .map { draws.viewers[$0] }
    }
    let straight = Parallel.map(binCount) { search.straightPairs(in: $0, drawn) }
    guard binCount >= Self.leastBins, looks.viewerCount >= 3 else {
      let none = [LookAgreement?](repeating: nil, count: ResampleLanes.count)
      return (straight.map { _ in Figures() }, draws == nil ? [] : straight.map { _ in none })
    }
    let learned = learn()
    let all = straight.indices.map { figures(for: observed(in: $0, straight), learned) }
    return (all, draws == nil ? [] : resampled(straight, learned))
  }

  /// The looks of a bin with each other and with those of the next, as they were.
  struct StraightPairs: Sendable {
    var within = PairSum()
    var between = PairSum()
    /// What the places alone give, mean over the bin's looks.
    var places = 0.0
    /// The same of each resample, where there are any.
    var resampled: ResampledPairs?
  }

  /// Asks for the kernel of each pair once, for the audience and for all resamples.
  private func straightPairs(in bin: Int, _ draws: [ResampleLanes]?) -> StraightPairs {
    let still = [Int](repeating: 0, count: looks.viewerCount)
    let now = looks.looks(in: bin, shifts: still, binCount: binCount)
    let next =
      bin + 1 < binCount
      ? looks.looks(in: bin + 1, shifts: still, binCount: binCount) : Looks()
    var found = StraightPairs(places: field.mean(over: now))
    if let draws {
      (found.within, found.between, found.resampled) = resampledPairs(now, next, draws)
    } else {
      (found.within, found.between) = (
        kernel.pairs(within: now), kernel.pairs(between: now, and: next)
      )
    }
    return found
  }

  private func observed(in bin: Int, _ straight: [StraightPairs]) -> PairSum {
    var sum = straight[bin].within
    if bin > 0 { sum.add(straight[bin - 1].between) }
    sum.add(straight[bin].between)
    return withoutHabit(sum, places: straight[bin].places)
  }

  /// What the places alone give is no agreement.
  private func withoutHabit(_ sum: PairSum, places: Double) -> PairSum {
    var sum = sum
    sum.sum -= settings.habit * (places - field.mean) * sum.weight
    return sum
  }

  private func figures(for observed: PairSum, _ learned: Learned) -> Figures {
    guard observed.looks >= 3, observed.weight > 0, learned.count >= 10 else { return Figures() }
    let pairs = Double(observed.looks * (observed.looks - 1)) / 2
    let deviation = learned.agreementDeviation / pairs.squareRoot()
    return Figures(
      chance: GatheringByChance(
        share: rounded(learned.share), deviation: rounded(learned.shareDeviation)),
      agreement: LookAgreement(
        value: rounded(observed.mean), byChance: rounded(learned.agreement),
        deviation: rounded(max(1e-4, deviation))))
  }

  func rounded(_ value: Double) -> Double { (value * 1e5).rounded() / 1e5 }

  /// What shifted viewers gave, over an even spread of bins.
  struct Learned: Sendable {
    var count = 0
    var agreement = 0.0
    /// For a single pair; that of many pairs is smaller by the root of their number.
    var agreementDeviation = 0.0
    var share = 0.0
    var shareDeviation = 0.0
  }

  private func learn() -> Learned {
    let evaluated = max(1, settings.shifts * binCount / 2000)
    let search = self
    let found = Parallel.map(settings.shifts) { search.sums(number: $0, every: evaluated) }
    let all = found.flatMap(\.self)
    // Every fourth is clustered, too.
    let places = stride(from: 3, to: all.count, by: 4).map(\.self)
    let shares = Parallel.map(places.count) { number in
      let bin = all[places[number]].bin
      return search.share(in: bin, shifts: search.shifts(all[places[number]].shift))
    }
    return summary(all.map(\.sum), shares)
  }

  /// What the looks of one bin gave, all viewers shifted.
  private struct ShiftedSum: Sendable {
    var shift: Int
    var bin: Int
    var sum: PairSum
  }

  /// The pairs of an even spread of bins with enough looks.
  private func sums(number shift: Int, every step: Int) -> [ShiftedSum] {
    let shifts = shifts(shift)
    return stride(from: shift % step, to: binCount, by: step).compactMap { bin in
      let sum = pairs(in: bin, shifts: shifts)
      return sum.looks >= 3 && sum.weight > 0
        ? ShiftedSum(shift: shift, bin: bin, sum: sum) : nil
    }
  }

  private func shifts(_ number: Int) -> [Int] {
    looks.shifts(number: number, binCount: binCount, least: settings.leastShift)
  }

  private func summary(_ sums: [PairSum], _ shares: [Double]) -> Learned {
    var learned = Learned(count: sums.count)
    guard !sums.isEmpty, !shares.isEmpty else { return learned }
    learned.agreement = sums.reduce(0) { $0 + $1.mean } / Double(sums.count)
    let away = sums.map { sum in
      (sum.mean - learned.agreement) * (Double(sum.looks * (sum.looks - 1)) / 2).squareRoot()
    }
    let deviation = (away.reduce(0) { $0 + $1 * $1 } / Double(away.count)).squareRoot()
    // Chance is skewed: two deviations must leave out as much as they would of a bell.
    let high = away.sorted()[min(away.count - 1, away.count * 977 / 1000)]
    learned.agreementDeviation = max(deviation, high / 2)
    learned.share = shares.reduce(0, +) / Double(shares.count)
    let squares = shares.reduce(0) { $0 + ($1 - learned.share) * ($1 - learned.share) }
    learned.shareDeviation = (squares / Double(shares.count)).squareRoot()
    return learned
  }

  private func pairs(in bin: Int, shifts: [Int]) -> PairSum {
    let now = looks.looks(in: bin, shifts: shifts, binCount: binCount)
    var sum = kernel.pairs(within: now)
    for near in [bin - 1, bin + 1] where near >= 0 && near < binCount {
      let then = looks.looks(in: near, shifts: shifts, binCount: binCount)
      sum.add(kernel.pairs(between: now, and: then))
    }
    return withoutHabit(sum, places: field.mean(over: now))
  }

  private func share(in bin: Int, shifts: [Int]) -> Double {
    let points = looks.looks(in: bin, shifts: shifts, binCount: binCount, single: false).map {
      DensityPoint(
        x: Double($0.x), y: Double($0.y), viewer: $0.viewer, weight: Double($0.weight))
    }
    return LookLocating(aspect: aspect, noise: settings.gazeNoise).clustering(of: points)
      .largestShare
  }
}
