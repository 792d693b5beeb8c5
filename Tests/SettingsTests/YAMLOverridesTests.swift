import EditDecisions
import Framing
import Overrides
import Settings
import Testing

/// Overrides in gazecut.yaml, in the notation that the template shows.
@Suite struct YAMLOverridesTests {
  private func loader(_ lines: String...) throws -> SettingsLoader {
    let yaml = "videos:\n  trip:\n" + lines.map { "    \($0)\n" }.joined()
    return try SettingsLoader(yaml: yaml, path: "gazecut.yaml", environment: [:])
  }

  @Test func everyKindOfOverrideIsRead() throws {
    let loader = try loader(
      "never: [3:10-3:30]", "always: [1:27-1:45]",
      "moved: [{near: 2:05, start: -2, end: +1.5}]",
      "framing: [{in: 1:27-1:45, layout: fit}, {in: 4:00-4:20, window: {x: 410}}, "
        + "{in: 2:05, hold: true}]")
    #expect(
      loader.videos["trip"]?.wishes.map(\.description) == [
        "never 3:10-3:30", "always 1:27-1:45", "move 2:05 start -2 end +1.5",
        "frame 1:27-1:45 layout fit", "frame 4:00-4:20 x 410", "frame 2:05 hold",
      ])
    #expect(!loader.hasSettings("trip"))
  }

  @Test func framingIsReadAsSettingsIfItIsAMap() throws {
    let loader = try loader("framing: {maximumSpeed: 0.2}", "never: []")
    #expect(try loader.settings(for: "trip").framing.maximumSpeed == 0.2)
    #expect(loader.videos["trip"]?.wishes == [])
  }

  @Test(arguments: [
    ("never: 3:10-3:30", "'never' must be a list"), ("never: [3:30-3:10]", "START-END"),
    ("moved: [2:05]", "'moved' must contain maps"),
    ("moved: [{near: 2:05}]", "by how many seconds"),
    ("moved: [{near: 2:05, strat: 1}]", "did you mean 'start'?"),
    ("framing: [{in: 1:27, layout: oval}]", "crop, stack, wide or fit"),
    ("framing: [{in: 1:27}]", "write exactly one of layout, window and hold"),
    ("framing: [{in: 1:27, hold: false}]", "'hold' can only be true"),
    ("framing: [{in: 1:27, window: 410}]", "'window' must contain maps"),
    ("framing: [{in: 1:27, window: {}}]", "say how"),
    ("framing: [{layout: fit}]", "not a play time"),
  ])
  func invalidOverrideErrorNamesItsLine(line: String, message: String) {
    #expect {
      try loader("source: a.mp4", line)
    } throws: { "\($0)".hasPrefix("gazecut.yaml:4:") && "\($0)".contains(message) }
  }

  @Test func contradictingOverridesAreRejected() {
    #expect {
      try loader("never: [3:10-3:30]", "always: [3:00-3:20]")
    } throws: {
      "\($0)" == "gazecut.yaml:2: trip: 'never 3:10-3:30' and 'always 3:00-3:20' contradict each "
        + "other: both contain 3:10-3:20"
    }
  }
}
