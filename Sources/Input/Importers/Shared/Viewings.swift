import Audience

/// When a stimulus was shown in a recording: once, or several times, each a viewing of its own.
struct Viewings {
  /// Seconds on the recording's clock; `to` is `nil` where nothing tells the end.
  typealias Span = (from: Double, to: Double?)

  private let spans: [Span]

  /// Takes the spans in any order.
  init(_ spans: [Span]) { self.spans = spans.sorted { $0.from < $1.from } }

  /// The viewing at a time of the clock, from 0, and how long it had lasted; `nil` outside of all.
  ///
  /// A millionth of a second before it began is its beginning: clocks are not told more finely, and
  /// a first sample is not lost to the last bit.
  func place(_ time: Double) -> (index: Int, play: Double)? {
    let slack = 1e-6
    let begun = spans.partitionPoint { $0.from <= time + slack }
    guard begun > 0, time <= (spans[begun - 1].to ?? .infinity) + slack else { return nil }
    return (begun - 1, max(0, time - spans[begun - 1].from))
  }
}
