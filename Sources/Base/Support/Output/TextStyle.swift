import Foundation
import Synchronization

/// The meaning of a part of a text; a terminal shows each meaning in its own colour.
package enum TextStyle: Int, Sendable {
  // Codes of ECMA-48, SGR.
  case error = 31
  case warning = 33
  case done = 32
  case detail = 2

  /// The text between the escape sequences of its colour.
  func colored(_ text: some StringProtocol) -> String { "\u{1B}[\(rawValue)m\(text)\u{1B}[0m" }
}

/// When output is coloured: `--color`.
package enum ColorMode: String, CaseIterable, Sendable {
  /// On a terminal, unless `NO_COLOR` is set (no-color.org) or `TERM` is `dumb`.
  case auto
  case always, never

  private static let current = Mutex(ColorMode.auto)

  /// Sets the mode of this process, before anything is printed.
  package static func use(_ mode: ColorMode) { current.withLock { $0 = mode } }

  /// Whether text to a descriptor is coloured.
  package static func paints(_ descriptor: Int32) -> Bool {
    current.withLock { $0 }.paints(
      isTerminal: isatty(descriptor) == 1, environment: ProcessInfo.processInfo.environment)
  }

  func paints(isTerminal: Bool, environment: [String: String]) -> Bool {
    switch self {
    case .always: true
    case .never: false
    case .auto:
      isTerminal && environment["NO_COLOR", default: ""].isEmpty && environment["TERM"] != "dumb"
    }
  }
}

/// Colours for tables and summaries, by the form of their lines.
package enum ColoredText {
  /// Paints details dim, what is done green and what failed red.
  ///
  /// Details are the legend of a table (`Columns: ...`) and lines indented by five or more spaces.
  /// The text itself never contains escape sequences, so nothing in it can choose a colour.
  package static func lines(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      style(of: line)?.colored(line) ?? String(line)
    }.joined(separator: "\n")
  }

  private static func style(of line: Substring) -> TextStyle? {
    let words = line.drop { $0 == " " }
    if words.isEmpty { return nil }
    if words.hasPrefix("Columns: ") || line.hasPrefix("     ") { return .detail }
    if words.hasPrefix("Done ") { return .done }
    if words.hasPrefix("failed ") || words.contains("  failed ") { return .error }
    return nil
  }
}
