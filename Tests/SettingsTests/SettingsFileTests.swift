import Settings
import Testing

/// Errors in gazecut.yaml are one line that begins with the file and line number.
@Suite struct SettingsFileTests {
  private func errorMessage(
    _ yaml: String, flags: [String] = [], environment: [String: String] = [:]
  ) -> String {
    do {
      let loader = try SettingsLoader(yaml: yaml, path: "gazecut.yaml", environment: environment)
      _ = try loader.settings(for: "trip", flags: flags)
      return "accepted"
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
    // If two keys of one mapping are repeated, the error names the alphabetically first.
    ("run:\nfold:\nrun:\nfold:\n", 2, "fold", 4),
    // The same setting, once as a dotted key and once in a section.
    ("render.crf: 20\nrender:\n  width: 180\n  crf: 21\n", 1, "render.crf", 4),
    ("videos:\n  trip:\n    render.crf: 20\n    render: {crf: 21}\n", 3, "render.crf", 4),
  ])
  func repeatedKeyErrorNamesBothLines(yaml: String, first: Int, key: String, second: Int) {
    #expect(
      errorMessage(yaml)
        == "gazecut.yaml:\(first): '\(key)' is set here and in line \(second); remove one")
  }

  @Test(arguments: [
    ("selection:\n  count: [1\n", "3:1"), ("selection: {count: 1\nrun:\n", "2:4"),
    ("render:\n\tcrf: 20\n", "2:1"), ("render:\n  crf: 'twenty\n", "3:1"),
    ("render: *nowhere\n", "1:9"), ("run:\n  memory: \u{7}\n", "2:11"),
    ("a: b: c\n", "1:5"), ("count: 1\n  width: 2\n", "2:8"),
  ])
  func invalidYAMLErrorHasLineAndColumn(yaml: String, place: String) {
    let message = errorMessage(yaml)
    #expect(message.hasPrefix("gazecut.yaml:\(place): this is not YAML: "), "\(message)")
    #expect(!message.contains("\n"), "\(message)")
  }

  @Test(arguments: ["../x", "a b", "-x", "ünter", "x/y", "\"\""])
  func invalidVideoIDIsRejectedWithItsLine(id: String) {
    let message = errorMessage("run:\nvideos:\n  fine-1.a_b: {source: a}\n  \(id): {source: b}\n")
    #expect(message.hasPrefix("gazecut.yaml:4: "), "\(message)")
    #expect(message.contains("1 to 64 letters, digits"), "\(message)")
  }

  /// Settings of a run as a whole cannot be set per video.
  @Test(arguments: [
    "run: {workers: 1}", "run.memory: 2GB", "run.report: off", "run.before: [fetch]",
    "intake.settle: 5", "library: {networkDisk: on}",
  ])
  func globalSettingIsRejectedUnderVideos(own: String) {
    let message = errorMessage("videos:\n  trip:\n    render.crf: 20\n    \(own)\n")
    #expect(message.hasPrefix("gazecut.yaml:4: '"), "\(message)")
    #expect(message.hasSuffix("' applies to all videos; write it outside of videos:"), "\(message)")
    #expect(errorMessage(own + "\n") == "accepted")
  }

  @Test(arguments: ["[a.mp4]", "{path: a.mp4}", "", "~", "''"])
  func sourceMustBeOnePath(written: String) {
    let message = errorMessage("videos:\n  trip:\n    source: \(written)\n")
    #expect(message == "gazecut.yaml:3: 'source' must be the path of one file")
  }

  @Test(arguments: [
    "library: {keepSamples: 30, keepRetired: 1}", "library.videos: elsewhere",
    "library.output: /srv/out", "run.notify: [tell, it]",
  ])
  func perVideoSettingIsAcceptedUnderVideos(own: String) {
    #expect(errorMessage("videos:\n  trip:\n    \(own)\n") == "accepted")
  }

  @Test func conflictErrorNamesTheLineThatCausedIt() {
    let short = "selection:\n  count: 3\n  maximumLength: 30\n"
    let conflict =
      "selection.minimumLength (40 s) is longer than selection.maximumLength (30 s); "
      + "selection.maximumLength is set in gazecut.yaml:3"
    #expect(errorMessage(short + "  minimumLength: 40\n") == "gazecut.yaml:4: " + conflict)
    #expect(
      errorMessage(short + "videos:\n  trip:\n    selection.minimumLength: 40\n")
        == "gazecut.yaml:6: " + conflict)
    #expect(
      errorMessage(short, environment: ["GAZECUT_SELECTION_MINIMUM_LENGTH": "40"])
        == "GAZECUT_SELECTION_MINIMUM_LENGTH: " + conflict)
    #expect(errorMessage(short, flags: ["selection.minimumLength=40"]) == "--set: " + conflict)
    // The error does not name an unrelated flag.
    #expect(
      errorMessage(short + "  minimumLength: 40\n", flags: ["render.crf=20"])
        == "gazecut.yaml:4: " + conflict)
    // The error also names the file's line that conflicts with the flag.
    #expect(
      errorMessage("render.preset: slow\n", flags: ["render.encoder=h264_vaapi"]).hasSuffix(
        "for h264_vaapi, not 'slow'; render.preset is set in gazecut.yaml:1"))
    let long = "render: {profile: shorts}\nselection:\n  maximumLength: 300\n"
    #expect(errorMessage(long + "  minimumLength: 200\n").hasPrefix("gazecut.yaml:4: "))
  }
}
