/// How many viewers have their last sample in each time bin; earlier gaps do not count.
package struct ViewerDepartures: Hashable, Sendable {
  private var last: [Int]
  package private(set) var viewers = 0

  init(binCount: Int) { last = Array(repeating: 0, count: binCount) }

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
