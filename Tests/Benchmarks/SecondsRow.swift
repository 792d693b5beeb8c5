import Foundation

/// One line of the table of choosing: a figure beside a simple way's and its target.
struct SecondsRow {
  /// Whose it is.
  let audience: String
  /// Whether constants were found on it (`tuned`), it reports, or was kept back.
  let use: String
  let viewers: String
  /// What is measured.
  let figure: String
  let found: [Double]
  var simple: [Double]?
  let target: Target
  /// What else is worth knowing.
  var beside = ""

  /// What a figure is to be, number by number; shorter where not all of them have one.
  enum Target {
    case least([Double])
    case most([Double])
    case none

    func isReached(by found: [Double]) -> Bool {
      func hundredths(_ value: Double) -> Double { (value * 100).rounded() }
      switch self {
      case .least(let least):
        return zip(found, least).allSatisfy { hundredths($0) >= hundredths($1) }
      case .most(let most):
        return zip(found, most).allSatisfy { hundredths($0) <= hundredths($1) }
      case .none: return true
      }
    }

    var text: String {
      switch self {
      case .least(let least): "≥ " + SecondsRow.text(least)
      case .most(let most): "≤ " + SecondsRow.text(most)
      case .none: ""
      }
    }
  }

  /// Whether the target is reached, to the hundredth.
  var isMissed: Bool { !target.isReached(by: found) }

  /// The head of the table, as the manual has it.
  static func printHead() {
    print("| audience | constants | viewers | figure | gazecut | simple | target | | beside |")
    print("|---|---|---|---|---|---|---|---|---|")
  }

  /// Prints the line at once.
  func report() {
    let cells = [
      audience, use, viewers, figure, Self.text(found), simple.map(Self.text) ?? "", target.text,
      isMissed ? "**missed**" : "", beside,
    ]
    print("| " + cells.joined(separator: " | ") + " |")
    fflush(nil)
  }

  /// Numbers to the hundredth.
  static func text(_ values: [Double]) -> String {
    values.map { String(format: "%.2f", $0) }.joined(separator: " / ")
  }
}
