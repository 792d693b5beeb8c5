import Audience
import Selection
import Settings
import Testing

@Suite struct SelectionSettingsTests {
  private func load(_ yaml: String, _ flags: String...) throws -> SelectionSettings {
    let loader = try SettingsLoader(yaml: yaml, path: "gazecut.yaml", environment: [:])
    return try loader.settings(for: "trip", flags: flags).selection
  }

  @Test(arguments: [
    "selection.viewers: age=child\n", "selection: {viewers: {age: child}}\n",
    "videos:\n  trip: {selection.viewers: age=child}\n",
  ])
  func aPartIsNamedByItsLabels(_ yaml: String) throws {
    #expect(try load(yaml).viewers == AudiencePart(text: "age=child"))
    #expect(try load(yaml, "selection.viewers=all").viewers == .everyone)
    let both = try load(yaml, "selection.viewers=age=adult,room=lab").viewers
    #expect(both.labels.map(\.description) == ["age=adult", "room=lab"])
  }

  @Test func whatIsNoLabelIsRefused() {
    for text in ["child", "age=", "age=a,age=b", ""] {
      #expect(throws: SettingsError.self) { _ = try load("", "selection.viewers=\(text)") }
    }
  }

  @Test func thresholdsAreSettingsWithRanges() throws {
    let moved = try load(
      "", "selection.leastReaction=0.2", "selection.leastReactingViewers=3",
      "selection.leastStrength=0.4", "selection.leastScore=0.5", "selection.leastGatheringZ=3",
      "selection.stretchCost=4", "selection.leastCore=5")
    #expect(moved.leastReaction == 0.2 && moved.leastReactingViewers == 3)
    #expect(moved.leastStrength == 0.4 && moved.leastScore == 0.5)
    #expect(moved.leastGatheringZ == 3 && moved.stretchCost == 4 && moved.leastCore == 5)
    for flag in [
      "selection.leastReaction=1.1", "selection.leastScore=-0.1", "selection.leastCore=0",
      "selection.stretchCost=nan", "selection.leastStrength=strong",
    ] {
      #expect(throws: SettingsError.self) { _ = try load("", flag) }
    }
  }

  @Test func eachThresholdChangesTheDigest() throws {
    let loader = try SettingsLoader(yaml: "", path: "gazecut.yaml", environment: [:])
    let flags =
      Setting.all.map(\.key).filter {
        $0.hasPrefix("selection.least") || $0 == "selection.stretchCost"
      }.map { "\($0)=1" } + ["selection.viewers=age=child"]
    #expect(flags.count == 8)
    let digests = Set(
      try ([[]] + flags.map { [$0] }).map { try loader.settings(for: nil, flags: $0).digest })
    #expect(digests.count == 9)
  }
}
