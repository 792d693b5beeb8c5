/// Makes text from files safe to print on a terminal.
///
/// Labels in detection files and reasons in edited documents may contain escape sequences that
/// change colours, move the cursor or reverse the text direction. Their codes are printed instead.
package enum TerminalText {
  /// Replaces each control character by its code, for example `\u{1b}`; the result is one line.
  ///
  /// Control characters are those of C0 and C1, DEL, line and paragraph separators, and
  /// bidirectional formatting characters (Unicode TR 36, 2.10).
  package static func escaped(_ text: String) -> String { escaped(text, where: isControl) }

  package static func escaped(_ text: String, where isEscaped: (Unicode.Scalar) -> Bool) -> String {
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

  /// Escapes text of several lines; line ends and tabs are kept.
  package static func lines(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: isControl) else { return text }
    // In Swift, "\r\n" is one character, so convert it first.
    let lines = text.replacing("\r\n", with: "\n").split(
      separator: "\n", omittingEmptySubsequences: false)
    return lines.map { line in
      line.split(separator: "\t", omittingEmptySubsequences: false).map { escaped(String($0)) }
        .joined(separator: "\t")
    }.joined(separator: "\n")
  }

  /// Escapes a log entry and indents its further lines, so that they cannot imitate other entries.
  package static func entry(_ text: String) -> String {
    lines(text).replacing("\n", with: "\n    ")
  }

  /// Quotes a word for a POSIX shell if necessary.
  package static func shellWord(_ word: String) -> String {
    let isPlain = word.wholeMatch(of: /[A-Za-z0-9_.,:=@%+\/-]+/) != nil
    return isPlain ? word : "'" + word.replacing("'", with: "'\\''") + "'"
  }

  package static let width = 80

  /// Escapes text and wraps it at spaces to a width with the indent, into at least one line.
  package static func wrapped(
    _ text: String, width: Int = TerminalText.width, indent: String
  ) -> [String] {
    let room = max(1, width - indent.count)
    var lines: [String] = []
    var line = ""
    for word in words(of: escaped(text)) {
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

  /// A name, and next to it its text from a column on, escaped and wrapped.
  package static func labelled(
    _ name: String, _ text: String, indent: Int, column: Int
  ) -> [String] {
    let lines = wrapped(text, indent: String(repeating: " ", count: column))
    let head = String(repeating: " ", count: indent) + escaped(name)
    return [
      head + String(repeating: " ", count: max(1, column - head.count))
        + (lines.first ?? "").dropFirst(column)
    ] + lines.dropFirst()
  }

  /// The words of a line; a number and its unit (`62 %`, `10.0 s`) count as one word.
  private static func words(of line: String) -> [Substring] {
    line.split(separator: " ", omittingEmptySubsequences: false).reduce(into: []) { words, word in
      let isUnit = word.first == "%" || word.prefix { $0.isLetter } == "s"
      guard isUnit, let last = words.last, last.last?.isNumber == true else {
        return words.append(word)
      }
      // Both are slices of the same text, with a space between them.
      words[words.count - 1] = line[last.startIndex..<word.endIndex]
    }
  }

  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F..<0xA0, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069: true
    default: false
    }
  }
}
