import Support
import Testing

@Suite struct TerminalTextTests {
  /// Lines and tabs stay; what would steer a terminal is shown.
  @Test func linesOnlyDraw() {
    #expect(TerminalText.lines("a\tb\nc\r\n") == "a\tb\nc\n")
    #expect(TerminalText.lines("\u{1b}[31mred\n\u{9b}m") == #"\u{1b}[31mred"# + "\n" + #"\u{9b}m"#)
    #expect(TerminalText.lines("a\rb\u{202e}c") == #"a\u{d}b\u{202e}c"#)
  }

  @Test func aNumberStaysWithItsUnit() {
    let lines = TerminalText.wrapped("it is 62 % now, for 10.0 s each", width: 12, indent: "")
    #expect(lines == ["it is 62 %", "now, for", "10.0 s each"])
  }
}
