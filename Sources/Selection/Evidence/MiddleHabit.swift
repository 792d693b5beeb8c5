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

  /// What counts as resting there.
  let constants: SelectionConstants

  /// Without a habit.
  init(_ constants: SelectionConstants = SelectionConstants()) { self.constants = constants }

  /// The habit of an audience.
  ///
  /// - Parameters:
  ///   - summary: the audience.
  ///   - stretches: what the video is divided into; where people react is left out.
  ///   - constants: what counts as resting at the middle.
  init(
    of summary: TimelineSummary, beside stretches: [Stretch],
    _ constants: SelectionConstants = SelectionConstants()
  ) {
    self.constants = constants
    var isQuiet = [Bool](repeating: true, count: summary.bins.count)
    for stretch in stretches where stretch.kind != .gathering {
      for bin in stretch.bins { isQuiet[bin] = false }
    }
    let offsets = zip(summary.bins, isQuiet).compactMap { bin, isQuiet in
      isQuiet ? Self.offset(of: bin, aspect: summary.aspect) : nil
    }
    let reach = constants.middleReach
    let near = offsets.count { ($0 * $0).sum() < reach * reach }
    usual = Double(near) / Double(max(1, offsets.count))
  }

  /// Whether a window's gathering is no more than this habit.
  func explains(_ window: WindowFigures) -> Bool {
    guard constants.middleHabit.contains(usual), let offset = window.middleOffset else {
      return false
    }
    return offset <= constants.middleOffset && window.agreement <= constants.middleAgreement
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
