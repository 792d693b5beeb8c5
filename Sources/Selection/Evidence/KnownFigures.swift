internal import Audience

/// Which emotions count, and how much: all of the settings that the figures of a bin depend on.
struct CountedEmotions: Hashable, Sendable {
  /// How much each class counts.
  let weights: EmotionVector
  /// The classes that count at all.
  let kinds: EmotionSet
  /// Strength from which a face counts as reacting.
  let leastStrength: Float

  init(_ settings: SelectionSettings) {
    weights = settings.weights
    kinds = settings.counted
    leastStrength = Float(settings.leastStrength)
  }
}

/// The figures of all bins of an audience, for those who ask the chooser again and again: only what
/// was altered since is made anew, so an answer costs what was altered and not what all faces do.
struct KnownFigures: Sendable {
  private let figures: [BinFigures]
  private let counting: CountedEmotions

  init(_ summary: TimelineSummary, _ settings: SelectionSettings) {
    let counting = CountedEmotions(settings)
    let bins = summary.bins
    figures = Parallel.map(bins.count) { BinFigures(bins[$0], index: $0, counting) }
    self.counting = counting
  }

  /// The figures of an altered audience.
  ///
  /// - Parameters:
  ///   - summary: the audience, as it is outside `altered`.
  ///   - settings: what counts; where other emotions do, all is made anew.
  ///   - altered: the bins in which it may be another one.
  /// - Returns: figures, bin by bin.
  func figures(
    of summary: TimelineSummary, _ settings: SelectionSettings, altered: Range<Int>
  ) -> [BinFigures] {
    guard CountedEmotions(settings) == counting, figures.count == summary.bins.count else {
      return KnownFigures(summary, settings).figures
    }
    var copy = figures
    for index in altered.clamped(to: copy.indices) {
      copy[index] = BinFigures(summary.bins[index], index: index, counting)
    }
    return copy
  }
}
