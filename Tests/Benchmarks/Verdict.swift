import Foundation

/// One figure of the judgement beside its target, and what bounds it where it is missed.
struct Verdict {
  /// What is measured.
  let figure: String
  /// What it is.
  let value: Double
  /// What it is to be.
  let target: Double
  /// Whether less is better.
  var isCeiling = false
  /// Decimal places.
  var places = 1
  /// What a simple way has; `nil` where none has the figure.
  var simple: Double?
  /// Why it is missed, in a line; the manual's page on judgement says more.
  var bound = ""

  /// Whether the target is reached, to the places it is written in.
  var isReached: Bool {
    let unit = pow(10.0, Double(places))
    let (own, wanted) = ((value * unit).rounded(), (target * unit).rounded())
    return isCeiling ? own <= wanted : own >= wanted
  }

  func report() {
    let value = String(format: "%.\(places)f", value)
    let target = String(format: "%@ %.\(places)f", isCeiling ? "<=" : ">=", target)
    print(
      HalvesBench.left(figure, 50) + HalvesBench.right(value, 7)
        + HalvesBench.right(target, 9) + "  " + (isReached ? "reached" : "missed: " + bound))
  }
}
