/// Parses and formats play times in the usual forms: `87`, `87.5`, `1:27`, `1:02:05.5`.
package enum PlayTime {
  package static func seconds(_ text: String) -> Double? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard (1...3).contains(parts.count) else { return nil }
    var total = 0.0
    for (index, part) in parts.enumerated() {
      let isLast = index == parts.count - 1
      guard part.allSatisfy({ ("0"..."9").contains($0) || $0 == "." }), part.first != ".",
        let value = Double(part), isLast || !part.contains("."), index == 0 || value < 60
      else { return nil }
      total = total * 60 + value
    }
    return total
  }

  /// Parses `START-END`; `nil` also if it ends before it starts.
  package static func window(_ text: String) -> ClosedRange<Double>? {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 2, let start = seconds(parts[0]), let end = seconds(parts[1]), end > start
    else { return nil }
    return start...end
  }

  /// Formats seconds, for example as `1:27` or `1:02:05.5`: to 1 ms, without trailing zeros.
  package static func text(_ seconds: Double) -> String {
    var text = clock(seconds, decimals: 3)
    while text.hasSuffix("0") { text.removeLast() }
    return text.hasSuffix(".") ? String(text.dropLast()) : text
  }

  package static func text(_ span: ClosedRange<Double>) -> String {
    text(span.lowerBound, span.upperBound)
  }

  /// A time range for display, to 0.1 s: `1:27.0-1:45.5`.
  package static func shown(_ start: Double, _ end: Double) -> String {
    clock(start) + "-" + clock(max(start, end))
  }

  /// Formats a time range; an end before the start is shown as the start.
  package static func text(_ start: Double, _ end: Double) -> String {
    text(start) + "-" + text(max(start, end))
  }

  private static let longest = 360_000_000.0

  /// A play time for display, to 0.1 s: `1:12.0` or `1:02:05.5`.
  package static func clock(_ seconds: Double, decimals: Int = 1) -> String {
    // Limit to a range that fits an Int. NaN and infinity are shown as 0.
    let shown = seconds.isFinite ? min(max(0, seconds), longest) : 0
    let milliseconds = Int((Rounding.round(shown, decimals: decimals) * 1000).rounded())
    let (hours, minutes) = (milliseconds / 3_600_000, milliseconds / 60_000 % 60)
    let rest = Rounding.text(Double(milliseconds % 60_000) / 1000, decimals: decimals)
    let tail = rest.count < 3 + decimals ? "0" + rest : rest
    guard hours > 0 else { return "\(minutes):\(tail)" }
    return "\(hours):\(minutes < 10 ? "0" : "")\(minutes):\(tail)"
  }
}
