import Support
import Testing

@Suite struct TerminalTextTests {
  /// Line ends and tabs are kept; other control characters are escaped.
  @Test func controlCharactersAreEscaped() {
    #expect(TerminalText.lines("a\tb\nc\r\n") == "a\tb\nc\n")
    #expect(TerminalText.lines("\u{1b}[31mred\n\u{9b}m") == #"\u{1b}[31mred"# + "\n" + #"\u{9b}m"#)
    #expect(TerminalText.lines("a\rb\u{202e}c") == #"a\u{d}b\u{202e}c"#)
  }

  @Test func linesFitTheTerminal() {
    let row = "  ok    sandbox  blocked while rendering: other files, other folders"
    #expect(TerminalText.fitted(row, columns: nil) == row)
    #expect(TerminalText.fitted(row, columns: 80) == row)
    // Below the last cell of a row.
    #expect(
      TerminalText.fitted(row, columns: 50) == """
          ok    sandbox  blocked while rendering: other
                         files, other folders
        """)
    // Indented, if that cell begins in the right half.
    #expect(
      TerminalText.fitted("a                           failed 1x: it is empty", columns: 40) == """
        a                           failed 1x:
            it is empty
        """)
    // Commands and long names stay whole.
    let command = "`gazecut status --sessions walk --verbose lists all`"
    #expect(
      TerminalText.fitted("see \(command) of them\n", columns: 40) == "see\n\(command)\nof them\n")
    let name = String(repeating: "x", count: 60)
    #expect(TerminalText.fitted("at \(name) now", columns: 40) == "at\n\(name)\nnow")
  }

  @Test func numbersAreNotSeparatedFromTheirUnit() {
    let lines = TerminalText.wrapped("it is 62 % now, for 10.0 s each", width: 12, indent: "")
    #expect(lines == ["it is 62 %", "now, for", "10.0 s each"])
  }
}
