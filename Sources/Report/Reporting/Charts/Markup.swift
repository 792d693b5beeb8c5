import EditDecisions
import Foundation
import Support

/// Text and numbers as they stand in HTML, in SVG and in JSON inside HTML.
enum Markup {
  /// Text with what means something in HTML escaped, in quotation marks too.
  static func escaped(_ text: String) -> String {
    text.unicodeScalars.map { marks[$0] ?? String($0) }.joined()
  }

  /// A page in which control characters, and those that turn the direction of writing, are shown
  /// as `\u{202e}`: a caption must not turn the words around it.
  static func withoutControls(_ html: String) -> String {
    TerminalText.escaped(html, where: isControl)
  }

  /// Whether a character is of C0 or C1, or turns the direction of writing.
  ///
  /// Line ends and tabs do not count. Neither do the marks U+200E and U+200F, because they do not
  /// change the direction of other text.
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

  /// JSON that may stand in a script element: nothing in it ends the element or begins a comment.
  static func escapedForScript(_ json: String) -> String {
    json.unicodeScalars.map { scalar in
      scalar == "<" || (0x2028...0x2029).contains(scalar.value) || isControl(scalar)
        ? "\\u" + String(scalar.value + 0x10000, radix: 16).dropFirst() : String(scalar)
    }.joined()
  }

  /// A relative address of a file: names in any script survive, and mean nothing to the address.
  static func address(_ path: String) -> String {
    let allowed = CharacterSet(
      charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/")
    return path.addingPercentEncoding(withAllowedCharacters: allowed) ?? ""
  }

  /// A number with at most two decimals and no needless zero.
  static func number(_ value: Double) -> String {
    let hundredths = (value.isFinite ? value * 100 : 0).rounded()
    let whole = Int(hundredths)
    guard !whole.isMultiple(of: 100) else { return String(whole / 100) }
    let text = Rounding.text(Double(whole) / 100, decimals: 2)
    return text.hasSuffix("0") ? String(text.dropLast()) : text
  }

  /// A number with at most one decimal: what no eye would tell apart.
  static func tenth(_ value: Double) -> String { number((value * 10).rounded() / 10) }

  /// A share as `83 %`; what is not known as a dash.
  static func percent(_ share: Double?) -> String {
    share.map(Rounding.percent) ?? "–"
  }

  /// Play time as `1:27`, or with tenths as `1:27.5`.
  static func clock(_ time: Double, tenths: Bool = false) -> String {
    let shown = tenths ? Rounding.span(time) : time.rounded()
    return String(PlayTime.clock(shown).dropLast(tenths ? 0 : 2))
  }

  /// Two play times with tenths of a second, for example `1:27.4 to 1:45.0`.
  static func span(_ start: Double, _ end: Double) -> String {
    "\(clock(start, tenths: true)) to \(clock(end, tenths: true))"
  }
}
