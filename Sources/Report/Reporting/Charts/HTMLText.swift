import Foundation
import Support

/// Formats text and numbers for HTML, SVG and JSON inside HTML.
enum HTMLText {
  /// Escapes text for HTML, also inside quotation marks.
  static func escaped(_ text: String) -> String {
    text.unicodeScalars.map { marks[$0] ?? String($0) }.joined()
  }

  /// Replaces control characters of a page by their code, for example `\u{202e}`.
  ///
  /// So a bidirectional control character in a caption cannot reverse the text around it.
  static func withoutControls(_ html: String) -> String {
    TerminalText.escaped(html, where: isControl)
  }

  /// Whether a character is a C0 or C1 control, or changes the direction of text.
  ///
  /// Line ends and tabs do not count. The marks U+200E and U+200F do not count either, because they
  /// do not change the direction of other text.
  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x09, 0x0A, 0x0D: false
    case 0..<0x20, 0x7F..<0xA0: true
    case 0x202A...0x202E, 0x2066...0x2069: true
    default: false
    }
  }

  private static let marks: [Unicode.Scalar: String] = [
    "<": "&lt;", ">": "&gt;", "&": "&amp;", "\"": "&quot;", "'": "&#39;",
  ]

  /// Escapes JSON for a script element, so that nothing ends the element or starts a comment.
  static func escapedForScript(_ json: String) -> String {
    json.unicodeScalars.map { scalar in
      scalar == "<" || (0x2028...0x2029).contains(scalar.value) || isControl(scalar)
        ? "\\u" + String(scalar.value + 0x10000, radix: 16).dropFirst() : String(scalar)
    }.joined()
  }

  /// A relative URL of a file, with other characters than letters, digits and `-._~/` escaped.
  static func address(_ path: String) -> String {
    let allowed = CharacterSet(
      charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/")
    return path.addingPercentEncoding(withAllowedCharacters: allowed) ?? ""
  }

  /// A number with at most two decimals and no trailing zeros.
  static func number(_ value: Double) -> String {
    let hundredths = (value.isFinite ? value * 100 : 0).rounded()
    let whole = Int(hundredths)
    guard !whole.isMultiple(of: 100) else { return String(whole / 100) }
    let text = Rounding.text(Double(whole) / 100, decimals: 2)
    return text.hasSuffix("0") ? String(text.dropLast()) : text
  }

  /// A number with at most one decimal; more would be invisible.
  static func numberWithOneDecimal(_ value: Double) -> String {
    number((value * 10).rounded() / 10)
  }

  /// A share as `83 %`; a dash if it is `nil`.
  static func percent(_ share: Double?) -> String { share.map(Rounding.percent) ?? "–" }

  /// A play time as `1:27`, or with tenths as `1:27.5`.
  static func clock(_ time: Double, tenths: Bool = false) -> String {
    let shown = tenths ? Rounding.span(time) : time.rounded()
    return String(PlayTime.clock(shown).dropLast(tenths ? 0 : 2))
  }

  /// Two play times with tenths of a second, for example `1:27.4 to 1:45.0`.
  static func span(_ start: Double, _ end: Double) -> String {
    "\(clock(start, tenths: true)) to \(clock(end, tenths: true))"
  }
}
