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
  func viewersAreSelectedByLabels(_ yaml: String) throws {
    #expect(try load(yaml).viewers == AudienceSubset(text: "age=child"))
    #expect(try load(yaml, "selection.viewers=all").viewers == .everyone)
    let both = try load(yaml, "selection.viewers=age=adult,room=lab").viewers
    #expect(both.labels.map(\.description) == ["age=adult", "room=lab"])
  }

  @Test func invalidViewerLabelsAreRejected() {
    for text in ["child", "age=", "age=a,age=b", ""] {
      #expect(throws: SettingsError.self) { _ = try load("", "selection.viewers=\(text)") }
    }
  }

  @Test func thresholdsAreReadAndOutOfRangeValuesRejected() throws {
    let moved = try load(
      "", "selection.leastReaction=0.2", "selection.leastReactingViewers=3",
      "selection.leastHeld=0.4", "selection.leastSure=0.5")
    #expect(moved.leastReaction == 0.2 && moved.leastReactingViewers == 3)
    #expect(moved.leastHeld == 0.4 && moved.leastSure == 0.5)
    for flag in [
      "selection.leastReaction=1.1", "selection.leastSure=-0.1",
      "selection.leastReactingViewers=nan", "selection.leastHeld=much",
    ] {
      #expect(throws: SettingsError.self) { _ = try load("", flag) }
    }
  }

  /// The error names the replacement for flags, environment variables and both forms in the file.
  @Test(arguments: [
    ("selection.falseMoments", "use selection.leastReaction or selection.leastSure"),
    ("fold.faceLag", "0.7 s"),
  ])
  func removedSettingIsRejectedWithItsReplacement(key: String, instead: String) throws {
    let name = key.reduce(into: "GAZECUT_") { name, letter in
      name += letter == "." ? "_" : (letter.isUppercase ? "_" : "") + letter.uppercased()
    }
    let ways: [() throws -> Void] = [
      { _ = try load("", "\(key)=0.5") }, { _ = try load("\(key): 0.5\n") },
      { _ = try load("videos:\n  trip: {\(key): 0.5}\n") },
      {
        let loader = try SettingsLoader(yaml: "", path: "gazecut.yaml", environment: [name: "1"])
        _ = try loader.settings(for: "trip", flags: [])
      },
    ]
    for way in ways {
      let error = #expect(throws: SettingsError.self) { try way() }
      let message = try #require(error).message
      #expect(message.contains("was removed: ") && message.contains(instead), "\(message)")
    }
    #expect(!Setting.all.contains { $0.key == key })
  }

  @Test func eachThresholdChangesTheDigest() throws {
    let loader = try SettingsLoader(yaml: "", path: "gazecut.yaml", environment: [:])
    let flags =
      Setting.all.map(\.key).filter {
        $0.hasPrefix("selection.least")
      }.map { "\($0)=1" } + ["selection.viewers=age=child"]
    #expect(flags.count == 5)
    let digests = Set(
      try ([[]] + flags.map { [$0] }).map { try loader.settings(for: nil, flags: $0).digest })
    #expect(digests.count == 6)
  }
}
