import Settings
import Testing

/// What is wrong with gazecut.yaml is said in one line that begins with its place.
@Suite struct SettingsFileTests {
  private func refusal(
    _ yaml: String, flags: [String] = [], environment: [String: String] = [:]
  ) -> String {
    do {
      let loader = try SettingsLoader(yaml: yaml, path: "gazecut.yaml", environment: environment)
      _ = try loader.settings(for: "trip", flags: flags)
      return "taken"
    } catch {
      return "\(error)"
    }
  }

  @Test(arguments: [
    ("render:\n  crf: 20\n\n# more\nrender: {width: 180}\n", 1, "render", 5),
    ("render:\n  crf: 20\n  width: 180\n  crf: 21\n", 2, "crf", 4),
    ("a: 1\nrender:\n  \"crf\": 20\n  crf: 21\n", 3, "crf", 4),
    ("render: {crf: 20, width: 2,\n  crf: 21}\n", 1, "crf", 2),
    ("videos:\n  trip: {source: a}\n  walk: {source: b}\n  trip: {source: c}\n", 2, "trip", 4),
    ("videos:\n  trip:\n    source: a\n    source: c\n", 3, "source", 4),
    ("run:\nrun:\nrun:\n", 1, "run", 2),
    // Two repeated keys of one mapping: the first of them in the alphabet.
    ("run:\nfold:\nrun:\nfold:\n", 2, "fold", 4),
    // The same setting in both ways of writing it.
    ("render.crf: 20\nrender:\n  width: 180\n  crf: 21\n", 1, "render.crf", 4),
    ("videos:\n  trip:\n    render.crf: 20\n    render: {crf: 21}\n", 3, "render.crf", 4),
  ])
  func aRepeatedKeyNamesBothLines(yaml: String, first: Int, key: String, second: Int) {
    #expect(
      refusal(yaml)
        == "gazecut.yaml:\(first): '\(key)' is set here and in line \(second); remove one")
  }

  @Test(arguments: [
    ("selection:\n  count: [1\n", "3:1"), ("selection: {count: 1\nrun:\n", "2:4"),
    ("render:\n\tcrf: 20\n", "2:1"), ("render:\n  crf: 'twenty\n", "3:1"),
    ("render: *nowhere\n", "1:9"), ("run:\n  memory: \u{7}\n", "2:11"),
    ("a: b: c\n", "1:5"), ("count: 1\n  width: 2\n", "2:8"),
  ])
  func textThatIsNotYAMLHasLineAndColumn(yaml: String, place: String) {
    let said = refusal(yaml)
    #expect(said.hasPrefix("gazecut.yaml:\(place): this is not YAML: "), "\(said)")
    #expect(!said.contains("\n"), "\(said)")
  }

  @Test(arguments: ["../x", "a b", "-x", "ünter", "x/y", "\"\""])
  func anIdUnderVideosKeepsTheRule(id: String) {
    let said = refusal("run:\nvideos:\n  fine-1.a_b: {source: a}\n  \(id): {source: b}\n")
    #expect(said.hasPrefix("gazecut.yaml:4: "), "\(said)")
    #expect(said.contains("1 to 64 letters, digits"), "\(said)")
  }

  /// How a night works is no single video's; what is kept of one, and who is told, is.
  @Test(arguments: [
    "run: {workers: 1}", "run.memory: 2GB", "run.report: off", "run.before: [fetch]",
    "intake.settle: 5", "library: {networkDisk: on}",
  ])
  func aSettingOfNoSingleVideoIsRefusedUnderVideos(own: String) {
    let said = refusal("videos:\n  trip:\n    render.crf: 20\n    \(own)\n")
    #expect(said.hasPrefix("gazecut.yaml:4: '"), "\(said)")
    #expect(said.hasSuffix("' applies to all videos; write it outside of videos:"), "\(said)")
    #expect(refusal(own + "\n") == "taken")
  }

  @Test(arguments: ["[a.mp4]", "{path: a.mp4}", "", "~", "''"])
  func aSourceIsOnePath(written: String) {
    let said = refusal("videos:\n  trip:\n    source: \(written)\n")
    #expect(said == "gazecut.yaml:3: 'source' must be the path of one file")
  }

  @Test(arguments: [
    "library: {keepSamples: 30, keepRetired: 1}", "library.videos: elsewhere",
    "library.output: /srv/out", "run.notify: [tell, it]",
  ])
  func aSettingOfOneVideoIsTakenUnderVideos(own: String) {
    #expect(refusal("videos:\n  trip:\n    \(own)\n") == "taken")
  }

  @Test func aConflictIsBlamedOnTheLineThatMadeIt() {
    let short = "selection:\n  count: 3\n  maximumLength: 30\n"
    let conflict =
      "selection.minimumLength (40 s) is longer than selection.maximumLength (30 s); "
      + "selection.maximumLength is set in gazecut.yaml:3"
    #expect(refusal(short + "  minimumLength: 40\n") == "gazecut.yaml:4: " + conflict)
    #expect(
      refusal(short + "videos:\n  trip:\n    selection.minimumLength: 40\n")
        == "gazecut.yaml:6: " + conflict)
    #expect(
      refusal(short, environment: ["GAZECUT_SELECTION_MINIMUM_LENGTH": "40"])
        == "GAZECUT_SELECTION_MINIMUM_LENGTH: " + conflict)
    #expect(refusal(short, flags: ["selection.minimumLength=40"]) == "--set: " + conflict)
    // A flag that has nothing to do with it is not blamed.
    #expect(
      refusal(short + "  minimumLength: 40\n", flags: ["render.crf=20"])
        == "gazecut.yaml:4: " + conflict)
    // What was given is not blamed for what stands elsewhere without a word of it.
    #expect(
      refusal("render.preset: slow\n", flags: ["render.encoder=h264_vaapi"]).hasSuffix(
        "for h264_vaapi, not 'slow'; render.preset is set in gazecut.yaml:1"))
    let long = "render: {profile: shorts}\nselection:\n  maximumLength: 300\n"
    #expect(refusal(long + "  minimumLength: 200\n").hasPrefix("gazecut.yaml:4: "))
  }
}
