import Audience

/// The intervals in which the video was shown in a recording; each one is a separate viewing.
struct ViewingIntervals {
  /// An interval in seconds on the recording's clock; `to` is `nil` if the end is unknown.
  typealias Span = (from: Double, to: Double?)

  private let spans: [Span]

  init(_ spans: [Span]) { self.spans = spans.sorted { $0.from < $1.from } }

  /// The index and play time of the viewing at a time of the clock; `nil` outside all viewings.
  ///
  /// The start has a tolerance of 1 µs, so that rounding does not lose a first sample.
  func place(_ time: Double) -> (index: Int, play: Double)? {
    let slack = 1e-6
    let begun = spans.partitionPoint { $0.from <= time + slack }
    guard begun > 0, time <= (spans[begun - 1].to ?? .infinity) + slack else { return nil }
    return (begun - 1, max(0, time - spans[begun - 1].from))
  }
}
