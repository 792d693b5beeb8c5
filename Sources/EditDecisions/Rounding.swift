/// How finely each kind of number is written; applied before anything uses the number.
package enum Rounding {
  /// Seconds, to 1 ms.
  package static func time(_ seconds: Double) -> Double { round(seconds, steps: 1000) }
  /// Picture pixels, to 0.1.
  package static func pixels(_ value: Double) -> Double { round(value, steps: 10) }
  /// Shares and scores, to 0.01.
  package static func share(_ value: Double) -> Double { round(value, steps: 100) }
  /// Mean numbers of viewers, to 0.1.
  package static func viewers(_ value: Double) -> Double { round(value, steps: 10) }
  /// Sums of half-second bins, to 0.1 s.
  package static func span(_ seconds: Double) -> Double { round(seconds, steps: 10) }

  private static func round(_ value: Double, steps: Double) -> Double {
    guard value.isFinite else { return 0 }
    // From 1e12 on doubles have no digits left to round; the check of a document refuses them.
    guard abs(value) < 1e12 else { return value }
    return (value * steps).rounded() / steps
  }

  /// `value` with exactly `decimals` digits after the point, whatever the locale.
  package static func text(_ value: Double, decimals: Int) -> String {
    var scale = 1
    for _ in 0..<decimals { scale *= 10 }
    guard value.isFinite else { return text(0, decimals: decimals) }
    guard abs(value) < 1e12 else { return "\(value)" }
    let steps = Int((value * Double(scale)).rounded())
    let sign = steps < 0 ? "-" : ""
    guard decimals > 0 else { return sign + String(abs(steps)) }
    let fraction = String(abs(steps) % scale)
    let zeros = String(repeating: "0", count: decimals - fraction.count)
    return "\(sign)\(abs(steps) / scale).\(zeros)\(fraction)"
  }
}

extension DecisionDocument {
  /// The same document with every number as it is written.
  package func rounded() -> DecisionDocument { asWritten }
}

extension Moment {
  /// The same moment with every number as it is written.
  package func rounded() -> Moment { asWritten }
}
