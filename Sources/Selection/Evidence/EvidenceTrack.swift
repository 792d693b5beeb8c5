internal import Audience

/// Both sides of the evidence over the bins, each against the video's own baseline.
///
/// Sums over any window come from prefix sums, so a window's evidence costs nothing to ask for.
struct EvidenceTrack {
  let count: Int
  /// The baselines, and the deviations of single bins.
  let reactionBase: Double
  let gatheringBase: Double
  let reactionDeviation: Double
  let gatheringDeviation: Double
  private let reactionSums: [Double]
  private let reactingSums: [Double]
  private let gatheringSums: [Double]
  /// Number of bins with gaze figures up to each bin.
  private let gatheringCounts: [Double]

  /// - Parameters:
  ///   - figures: bin by bin.
  ///   - constants: what a baseline may be.
  init(_ figures: [BinFigures], _ constants: SelectionConstants = SelectionConstants()) {
    count = figures.count
    let reactions = figures.map(\.reaction)
    let agreements = figures.map { $0.agreement }
    let known = agreements.compactMap { $0?.value }
    let middle = quantile(reactions, 0.5)
    reactionBase = min(middle, constants.mostUsualReaction)
    let chance = agreements.compactMap { $0?.byChance }.first ?? 0
    let usual = quantile(known, constants.usualGathering) - chance
    gatheringBase = chance + min(constants.mostUsualGathering, max(0, usual))
    let spread = 1.4826 * quantile(reactions.map { abs($0 - middle) }, 0.5)
    let least = constants.reactionDeviation
    reactionDeviation = min(2 * least, max(least, spread))
    let deviations = agreements.compactMap { $0?.deviation }
    gatheringDeviation = max(constants.gatheringDeviation, quantile(deviations, 0.5))
    reactionSums = prefixSums(reactions)
    reactingSums = prefixSums(figures.map(\.reactingOfOneMore))
    gatheringSums = prefixSums(agreements.map { $0?.value ?? 0 })
    gatheringCounts = prefixSums(agreements.map { $0 == nil ? 0 : 1 })
  }

  /// Mean reaction over a window of bins.
  func reaction(_ bins: Range<Int>) -> Double {
    (reactionSums[bins.upperBound] - reactionSums[bins.lowerBound]) / Double(max(1, bins.count))
  }

  /// Mean share of those who react over a window of bins.
  func reacting(_ bins: Range<Int>) -> Double {
    (reactingSums[bins.upperBound] - reactingSums[bins.lowerBound]) / Double(max(1, bins.count))
  }

  /// Mean agreement over a window of bins; `nil` where less than half of them know it.
  func agreement(_ bins: Range<Int>) -> Double? {
    let known = gatheringCounts[bins.upperBound] - gatheringCounts[bins.lowerBound]
    guard known * 2 >= Double(bins.count), known > 0 else { return nil }
    return (gatheringSums[bins.upperBound] - gatheringSums[bins.lowerBound]) / known
  }

  /// Log likelihood gained by a reaction of its own level in the window, against the baseline.
  func reactionEvidence(_ bins: Range<Int>) -> Double {
    gain(reaction(bins) - reactionBase, bins.count, deviation: reactionDeviation)
  }

  /// Log likelihood gained by a gathering of its own level in the window.
  func gatheringEvidence(_ bins: Range<Int>) -> Double {
    guard let agreement = agreement(bins) else { return 0 }
    return gain(agreement - gatheringBase, bins.count, deviation: gatheringDeviation)
  }

  /// n d² / 2σ², halved since neighbouring bins are smoothed into each other.
  private func gain(_ above: Double, _ count: Int, deviation: Double) -> Double {
    guard above > 0 else { return 0 }
    return Double(count) * above * above / (4 * deviation * deviation)
  }
}

/// Sums of the values before each index, one more than there are values.
func prefixSums(_ values: [Double]) -> [Double] {
  var sums = [0.0]
  sums.reserveCapacity(values.count + 1)
  for value in values { sums.append(sums[sums.count - 1] + value) }
  return sums
}

/// The value below which a share of the values lies; 0 of nothing.
func quantile(_ values: [Double], _ share: Double) -> Double {
  guard !values.isEmpty else { return 0 }
  let sorted = values.sorted()
  return sorted[min(sorted.count - 1, Int(share * Double(sorted.count)))]
}
