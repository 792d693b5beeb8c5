/// Text from files, made fit for a terminal.
///
/// A label in a detections file, or a reason in an edited document, may hold escape sequences that
/// colour the screen, move the cursor or turn the line around. They are shown, not obeyed.
package enum TerminalText {
  /// The same text with every control character written as `\u{1b}`.
  ///
  /// Control characters are those of C0 and C1, delete, the line and paragraph separators, and the
  /// marks that turn the direction of writing (Unicode TR 36, 2.10).
  ///
  /// - Parameter text: any text.
  /// - Returns: one line of text without control characters.
  package static func escaped(_ text: String) -> String { escaped(text, where: isControl) }

  /// Writes some characters as `\u{1b}`.
  ///
  /// - Parameters:
  ///   - text: any text.
  ///   - isEscaped: whether a character is written so.
  /// - Returns: the text with these characters as `\u{1b}`.
  package static func escaped(
    _ text: String, where isEscaped: (Unicode.Scalar) -> Bool
  ) -> String {
    guard text.unicodeScalars.contains(where: isEscaped) else { return text }
    var out = ""
    for scalar in text.unicodeScalars {
      if isEscaped(scalar) {
        out += "\\u{" + String(scalar.value, radix: 16) + "}"
      } else {
        out.unicodeScalars.append(scalar)
      }
    }
    return out
  }

  /// The same for text of several lines: ends of lines and tabs stay.
  package static func lines(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: isControl) else { return text }
    // A line's end of two characters is one letter to Swift.
    let lines = text.replacing("\r\n", with: "\n").split(
      separator: "\n", omittingEmptySubsequences: false)
    return lines.map { line in
      line.split(separator: "\t", omittingEmptySubsequences: false).map { escaped(String($0)) }
        .joined(separator: "\t")
    }.joined(separator: "\n")
  }

  /// The same for an entry of a log: further lines of it are indented, so that nothing in it can
  /// pass for another entry.
  package static func entry(_ text: String) -> String {
    lines(text).replacing("\n", with: "\n    ")
  }

  /// A word as a shell takes it: quoted where it is not plain.
  package static func shellWord(_ word: String) -> String {
    let isPlain = word.wholeMatch(of: /[A-Za-z0-9_.,:=@%+\/-]+/) != nil
    return isPlain ? word : "'" + word.replacing("'", with: "'\\''") + "'"
  }

  /// Characters that a line of sentences has at most.
  package static let width = 120

  /// Lines of at most `width` characters, broken at spaces; a longer word is broken where it must.
  ///
  /// - Parameters:
  ///   - text: one line, which is escaped.
  ///   - width: characters a line may have, `indent` included.
  ///   - indent: what every line begins with.
  /// - Returns: at least one line.
  package static func wrapped(
    _ text: String, width: Int = TerminalText.width, indent: String
  ) -> [String] {
    let room = max(1, width - indent.count)
    var lines: [String] = []
    var line = ""
    for word in escaped(text).split(separator: " ", omittingEmptySubsequences: false) {
      var rest = word
      if !line.isEmpty, line.count + 1 + rest.count > room {
        lines.append(line)
        line = ""
      }
      while rest.count > room {
        lines.append(String(rest.prefix(room)))
        rest = rest.dropFirst(room)
      }
      line += (line.isEmpty ? "" : " ") + rest
    }
    return (lines + [line]).map { indent + $0 }
  }

  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F..<0xA0, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069: true
    default: false
    }
  }
}
