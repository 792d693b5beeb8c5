/// When viewers stop watching: how many watch for the last time in each time bin.
///
/// A viewer watches until the last bin that a session of the viewer has a sample in, also if there
/// are gaps before.
package struct Departures: Hashable, Sendable {
  private var last: [Int]
  /// Viewers who watched at all.
  package private(set) var viewers = 0

  init(binCount: Int) { last = Array(repeating: 0, count: binCount) }

  /// Adds a viewer.
  mutating func add(_ viewer: ViewerBins) {
    guard let bin = viewer.isWatching.lastIndex(of: true) else { return }
    last[bin] += 1
    viewers += 1
  }

  /// For each bin, the share of the viewers who watch then or later, 0…1; it never rises.
  package var shares: [Double] {
    var left = viewers
    return last.map { gone in
      defer { left -= gone }
      return Double(left) / Double(max(1, viewers))
    }
  }
}
