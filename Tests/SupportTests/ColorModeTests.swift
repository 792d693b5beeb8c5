import Testing
@testable import Support

@Suite struct ColorModeTests {
  @Test func coloursAreUsedOnlyOnATerminal() {
    #expect(ColorMode.auto.paints(isTerminal: true, environment: ["TERM": "xterm"]))
    #expect(!ColorMode.auto.paints(isTerminal: false, environment: ["TERM": "xterm"]))
  }

  @Test func noColorVariableAndDumbTerminalsDisableColours() {
    #expect(!ColorMode.auto.paints(isTerminal: true, environment: ["NO_COLOR": "1"]))
    #expect(ColorMode.auto.paints(isTerminal: true, environment: ["NO_COLOR": ""]))
    #expect(!ColorMode.auto.paints(isTerminal: true, environment: ["TERM": "dumb"]))
  }

  @Test func explicitModeOverridesTerminalAndEnvironment() {
    #expect(ColorMode.always.paints(isTerminal: false, environment: ["NO_COLOR": "1"]))
    #expect(!ColorMode.never.paints(isTerminal: true, environment: [:]))
  }

  @Test func detailsAreDimmedAndTextIsUnchanged() {
    let text = "Done in 7 s\n  failed    1 video\n  #  from\n     framing   crop\n\n"
    let colored = ColoredText.lines(text)
    #expect(colored.contains("\u{1B}[32mDone in 7 s\u{1B}[0m"))
    #expect(colored.contains("\u{1B}[31m  failed    1 video\u{1B}[0m"))
    #expect(colored.contains("\u{1B}[2m     framing   crop\u{1B}[0m"))
    #expect(colored.contains("\n  #  from\n"))
    #expect(colored.replacing(/\u{1B}\[[0-9]*m/, with: "") == text)
  }
}
