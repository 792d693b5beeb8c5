/// A segment whose gaze a wider layout covers, but one vertical window does not.
package struct WideSegment: Hashable, Sendable {
  package var bins: Range<Int>
  /// `stack` for two crops, one above the other; `wide` for a wide crop.
  package var layout: String
  /// Share of the gaze points that the layout covers, 0…1.
  package var held: Double

  package init(bins: Range<Int>, layout: String, held: Double) {
    (self.bins, self.layout, self.held) = (bins, layout, held)
  }
}

extension TimelineSummary {
  /// The wide segment with an intersection over union of at least half with a core.
  package func wideSegment(of core: Range<Int>) -> WideSegment? {
    wideSegments.first { segment in
      let shared = segment.bins.clamped(to: core).count
      return shared > 0 && 2 * shared >= segment.bins.count + core.count - shared
    }
  }
}
