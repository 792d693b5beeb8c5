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
    var (low, high) = (0, spans.count)
    while low < high {
      let middle = (low + high) / 2
      if spans[middle].from <= time + slack { low = middle + 1 } else { high = middle }
    }
    guard low > 0, time <= (spans[low - 1].to ?? .infinity) + slack else {
      return nil
    }
    return (low - 1, max(0, time - spans[low - 1].from))
  }
}
