import Audience

/// The intervals in which the video was shown in a recording.
///
/// Each is a viewing of its own.
struct ViewingIntervals {
  /// Seconds on the recording's clock.
  ///
  /// `to` is `nil` if the end is not known.
  typealias Span = (from: Double, to: Double?)

  private let spans: [Span]

  /// Creates viewings from intervals in any order.
  init(_ spans: [Span]) { self.spans = spans.sorted { $0.from < $1.from } }

  /// Returns the index and play time of the viewing at a time of the clock.
  ///
  /// `nil` outside of all.
  ///
  /// The start has a tolerance of 1 µs, so that rounding does not lose a first sample.
  func place(_ time: Double) -> (index: Int, play: Double)? {
    let slack = 1e-6
    let begun = spans.partitionPoint { $0.from <= time + slack }
    guard begun > 0, time <= (spans[begun - 1].to ?? .infinity) + slack else { return nil }
    return (begun - 1, max(0, time - spans[begun - 1].from))
  }
}
