internal import Audience

/// How often an audience looks at the middle of the picture when it does not react: eyes rest there
/// when nothing holds them (Tatler 2007).
///
/// In a laugh at nothing in the picture more eyes rest there than otherwise, which looks like a
/// gathering. What tells it from one: it is at the middle throughout, whatever is shown, in an
/// audience that rests there anyhow, and gathers little more than that audience does.
struct MiddleHabit: Hashable, Sendable {
  /// Share of the half seconds without a reaction whose densest cluster lies at the middle, 0…1.
  var usual = 0.0

  /// How far from the middle a cluster of resting eyes lies, picture heights: noise of a few looks.
  static let reach = 0.15
  /// Shares at which it is a habit of the audience.
  ///
  /// .41 to .55 where eyes rest there between what is shown (planted, seeds 1 to 12). Eyes that hardly leave it are held by what is shown there: .67 and
  /// more where that is at the middle for eight minutes.
  static let habitual = 0.4...0.6
  /// A window whose clusters lie nearer to the middle on the average, heights, does not follow what
  /// is shown: .04 and less in laughs; of delights one in fifty.
  static let mostOffset = 0.045
  /// What gathers more above chance than this is looked at, wherever it is: up to .056 in laughs, .06
  /// and more in delights of the same hard audiences, .23 in easy ones.
  static let mostAgreement = 0.06

  /// Without a habit.
  init() {}

  /// The habit of an audience.
  ///
  /// - Parameters:
  ///   - summary: the audience.
  ///   - stretches: what the video is divided into; where people react is left out.
  init(of summary: TimelineSummary, beside stretches: [Stretch]) {
    var isQuiet = [Bool](repeating: true, count: summary.bins.count)
    for stretch in stretches where stretch.kind != .gathering {
      for bin in stretch.bins { isQuiet[bin] = false }
    }
    let offsets = zip(summary.bins, isQuiet).compactMap { bin, isQuiet in
      isQuiet ? Self.offset(of: bin, aspect: summary.aspect) : nil
    }
    let near = offsets.count { ($0 * $0).sum() < Self.reach * Self.reach }
    usual = Double(near) / Double(max(1, offsets.count))
  }

  /// Whether a window's gathering is no more than this habit.
  func explains(_ window: WindowFigures) -> Bool {
    guard Self.habitual.contains(usual), let offset = window.middleOffset else { return false }
    return offset <= Self.mostOffset && window.agreement <= Self.mostAgreement
  }

  /// How far from the middle the densest clusters of some bins lie on the average, picture heights;
  /// `nil` without any.
  static func meanOffset(of bins: ArraySlice<BinSummary>, aspect: Double) -> Double? {
    let offsets = bins.compactMap { offset(of: $0, aspect: aspect) }
    guard !offsets.isEmpty else { return nil }
    let mean = offsets.reduce(.zero, +) / Double(offsets.count)
    return (mean * mean).sum().squareRoot()
  }

  private static func offset(of bin: BinSummary, aspect: Double) -> SIMD2<Double>? {
    bin.clusters.first.map { SIMD2(($0.center.x - 0.5) * aspect, $0.center.y - 0.5) }
  }
}
