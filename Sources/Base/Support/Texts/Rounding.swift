/// The precision of each kind of number in documents; numbers are rounded before they are used.
package enum Rounding {
  /// Rounds a time in seconds to 1 ms.
  package static func time(_ seconds: Double) -> Double { round(seconds, decimals: 3) }
  /// Rounds a position or size in pixels to 0.1.
  package static func pixels(_ value: Double) -> Double { round(value, decimals: 1) }
  /// Rounds a share or a score to 0.01.
  package static func share(_ value: Double) -> Double { round(value, decimals: 2) }
  /// Rounds a mean number of viewers to 0.1.
  package static func viewers(_ value: Double) -> Double { round(value, decimals: 1) }
  /// Rounds a sum of 0.5 s bins to 0.1 s.
  package static func span(_ seconds: Double) -> Double { round(seconds, decimals: 1) }

  package static func round(_ value: Double, decimals: Int) -> Double {
    guard value.isFinite else { return 0 }
    // From 1e12 on, a Double has too few digits to round. `DecisionValidator` rejects such numbers.
    guard abs(value) < 1e12 else { return value }
    let steps = Double(scale(decimals))
    return (value * steps).rounded() / steps
  }

  private static func scale(_ decimals: Int) -> Int {
    (0..<decimals).reduce(1) { scale, _ in scale * 10 }
  }

  /// Formats a share as a percentage, for example `83 %`.
  package static func percent(_ share: Double) -> String { text(share * 100, decimals: 0) + " %" }

  /// Formats a number with exactly `decimals` decimals, independent of the locale.
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
