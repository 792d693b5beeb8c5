/// A candidate without the seconds that were added to reach the least length and show only a sliver
/// of another scene.
///
/// What led to a reaction, and what it decays in, stays: that is what an edge is fitted to. Only
/// what is beyond these on a side was added for the length alone; where a cut lies so near its edge
/// that less than `leastScene` of the scene there would be seen, the edge goes to the cut.
struct Unstretched {
  /// With the edges moved, never into the core.
  private(set) var candidate: Candidate
  /// Seconds that were given up before and after.
  private(set) var before = 0.0, after = 0.0

  /// Seconds of another scene below which it is not worth showing.
  static let leastScene = 2.0
  private static let slack = 1e-6

  /// Takes such seconds away.
  ///
  /// - Parameters:
  ///   - candidate: as it was placed.
  ///   - cuts: of the source, in order.
  init(_ candidate: Candidate, _ cuts: [Double]) {
    self.candidate = candidate
    if candidate.start < candidate.coreStart - MomentChooser.leadIn - Self.slack {
      for cut in cuts where isSliver(from: self.candidate.start, to: cut) {
        guard cut <= candidate.coreStart else { break }
        before = cut - candidate.start
        self.candidate.start = milliseconds(cut)
      }
    }
    if candidate.end > candidate.coreEnd + MomentChooser.tail + Self.slack {
      for cut in cuts.reversed() where isSliver(from: cut, to: self.candidate.end) {
        guard cut >= candidate.coreEnd else { break }
        after = candidate.end - cut
        self.candidate.end = milliseconds(cut)
      }
    }
  }

  private func isSliver(from start: Double, to end: Double) -> Bool {
    end > start + Self.slack && end < start + Self.leastScene - Self.slack
  }

  /// Why a clip is shorter than it should be, in figures.
  func reason(length: Double, least: Double) -> String {
    let slivers = [(before, "before"), (after, "after")].filter { $0.0 > 0 }
      .map { "\(tenths($0.0)) s \($0.1)" }
    let shown = slivers.isEmpty ? "less than a second" : slivers.joined(separator: " and ")
    return "\(tenths(length)) s, not \(tenths(least)): the rest would show \(shown) of another "
      + "scene"
  }
}
