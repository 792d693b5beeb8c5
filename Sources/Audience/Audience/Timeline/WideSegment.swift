/// A segment whose gaze one vertical window does not hold, but a wider layout does.
package struct WideSegment: Hashable, Sendable {
  /// The time bins of the segment.
  package var bins: Range<Int>
  /// `stack` for two crops, one above the other; `wide` for a wide crop.
  package var layout: String
  /// Share of the gaze points that the layout holds, 0…1.
  package var held: Double

  package init(bins: Range<Int>, layout: String, held: Double) {
    self.bins = bins
    self.layout = layout
    self.held = held
  }
}

extension TimelineSummary {
  /// The wide segment that shares at least half of its time bins with a core (intersection over
  /// union).
  package func wideSegment(of core: Range<Int>) -> WideSegment? {
    wideSegments.first { segment in
      let shared = segment.bins.clamped(to: core).count
      return shared > 0 && 2 * shared >= segment.bins.count + core.count - shared
    }
  }
}
