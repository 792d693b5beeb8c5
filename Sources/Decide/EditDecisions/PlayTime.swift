/// Reads play times as people write them: `87`, `87.5`, `1:27`, `1:02:05.5`.
package enum PlayTime {
  /// Seconds; `nil` when the text is no play time.
  package static func seconds(_ text: String) -> Double? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard (1...3).contains(parts.count) else { return nil }
    var total = 0.0
    for (index, part) in parts.enumerated() {
      let isLast = index == parts.count - 1
      guard part.allSatisfy({ ("0"..."9").contains($0) || $0 == "." }), part.first != ".",
        let value = Double(part),
        isLast || !part.contains("."), index == 0 || value < 60
      else { return nil }
      total = total * 60 + value
    }
    return total
  }

  /// `START-END` in play times; `nil` when it is none or ends before it starts.
  package static func window(_ text: String) -> ClosedRange<Double>? {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 2, let start = seconds(parts[0]), let end = seconds(parts[1]),
      end > start
    else { return nil }
    return start...end
  }

  /// Seconds as a person writes them: `1:27`, `1:02:05.5`; to 1 ms, without needless zeros.
  package static func text(_ seconds: Double) -> String {
    var text = DecisionTable.clock(seconds)
    while text.hasSuffix("0") { text.removeLast() }
    return text.hasSuffix(".") ? String(text.dropLast()) : text
  }

  /// A stretch as a person writes it: `1:27-1:45`.
  package static func text(_ span: ClosedRange<Double>) -> String {
    text(span.lowerBound, span.upperBound)
  }

  /// The same by its ends; one that ends before it starts is none.
  package static func text(_ start: Double, _ end: Double) -> String {
    text(start) + "-" + text(max(start, end))
  }
}
