/// How finely each kind of number is written; applied before anything uses the number.
package enum Rounding {
  /// Seconds, to 1 ms.
  package static func time(_ seconds: Double) -> Double { round(seconds, decimals: 3) }
  /// Picture pixels, to 0.1.
  package static func pixels(_ value: Double) -> Double { round(value, decimals: 1) }
  /// Shares and scores, to 0.01.
  package static func share(_ value: Double) -> Double { round(value, decimals: 2) }
  /// Mean numbers of viewers, to 0.1.
  package static func viewers(_ value: Double) -> Double { round(value, decimals: 1) }
  /// Sums of half-second bins, to 0.1 s.
  package static func span(_ seconds: Double) -> Double { round(seconds, decimals: 1) }

  static func round(_ value: Double, decimals: Int) -> Double {
    guard value.isFinite else { return 0 }
    // From 1e12 on doubles have no digits left to round; the check of a document refuses them.
    guard abs(value) < 1e12 else { return value }
    let steps = Double(scale(decimals))
    return (value * steps).rounded() / steps
  }

  private static func scale(_ decimals: Int) -> Int {
    (0..<decimals).reduce(1) { scale, _ in scale * 10 }
  }

  /// A share as `83 %`.
  package static func percent(_ share: Double) -> String { text(share * 100, decimals: 0) + " %" }

  /// `value` with exactly `decimals` digits after the point, whatever the locale.
  package static func text(_ value: Double, decimals: Int) -> String {
    let scale = scale(decimals)
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
  package func rounded() -> DecisionDocument { Self.object.form.rounded(self) }
}

extension Moment {
  /// The same moment with every number as it is written.
  package func rounded() -> Moment { Self.object.form.rounded(self) }
}
