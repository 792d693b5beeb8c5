import Foundation
import SampleAudience
import TestMaterial
import Testing

/// A reader of `gazecut formats` and of a format's help can import a file without the source.
@Suite(.waitsForPrograms) struct FormatHelpTests {
  static let formats = [
    "arkit", "bids", "coco", "detections", "firebase", "mot", "seetube", "seeyoutube", "sqlite",
    "table", "timeline", "vision", "xdf", "yolo",
  ]
  static let presets = [
    "eev", "facereader", "imotions", "neon", "openface", "pupil", "pyfeat", "tobii", "webgazer",
  ]

  /// What `gazecut formats` prints, asked for once.
  private static let list = Result { try Program.run(["formats"]).output }

  private func expectHelp(_ help: Program.Outcome, _ words: String) {
    #expect(help.status == 0 && help.errors.isEmpty)
    for part in [
      "OVERVIEW: ", "It carries: ", "USAGE: gazecut import \(words) ", "A FILE LOOKS LIKE\n",
      "UNITS, AND WHAT GOES WRONG\n", "OPTIONS\n", "EXAMPLES\n  gazecut import ",
    ] {
      #expect(help.output.contains(part), "\(words): \(part)")
    }
  }

  @Test(arguments: formats) func everyFormatHasHelp(_ format: String) throws {
    let help = try Program.run(["import", format, "--help"])
    expectHelp(help, format)
    #expect(try Program.run(["help", "import", format]).output == help.output)
    // Every option that the list names is explained.
    let list = try Self.list.get().split(separator: "\n")
    let line = try #require(list.first { $0.hasPrefix(format + " ") })
    let options = line.split(separator: " ").filter { $0.hasPrefix("--") }
    // The summaries name options too, with a comma after them or a word of their own.
    for option in options where !option.hasSuffix(",") {
      #expect(help.output.contains("\n  \(option) <"), "\(option)")
    }
  }

  @Test(arguments: presets) func everyPresetHasHelp(_ preset: String) throws {
    expectHelp(
      try Program.run(["import", "table", "--preset", preset, "--help"]), "table --preset \(preset)"
    )
    let listed = try Self.list.get()
    #expect(listed.contains("\ntable --preset \(preset) "))
  }

  @Test func tableHelpListsTheRolesOfMap() throws {
    let help = try Program.run(["import", "table", "-h"]).output
    for role in ["time=COLUMN[:UNIT]", "start=first", "gaze=UNIT", "viewer=", "scores=share"] {
      #expect(help.contains(role))
    }
  }

  @Test func presetUsedAsFormatGetsASuggestion() throws {
    let library = try TestLibrary()
    let outcome = try library.gazecut("import", "tobii", "export.tsv")
    #expect(outcome.status == 64)
    #expect(outcome.errors.contains("gazecut import table --preset tobii"))
  }

  /// What `formats show` prints reads the preset's own sample, given as a file of one's own.
  @Test(arguments: presets) func shownPresetsReadTheirSampleFiles(_ preset: String) throws {
    let library = try TestLibrary()
    try library.add(TestVideo.meadow, as: "meadow")
    try library.write("ours.json", try Program.run(["formats", "show", preset]).output)
    let sample = try #require(SampleImport.all.first { $0.name == preset })
    let arguments = sample.arguments.map {
      $0 == "--preset" ? "--preset-file" : $0 == preset ? library.path("ours.json") : $0
    }
    let outcome = try Program.run(
      ["import"] + arguments + [MeadowLibrary.files(of: sample)[0], "--check"],
      environment: ["GAZECUT_LIBRARY": library.folder])
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.output.contains("meadow"))
  }

  /// Every command that is shown anywhere names a format and options that the format knows.
  @Test(
    arguments: ["README.md", "samples/README.md"]
      + [
        "AudienceParts", "Formats", "ImportCurves", "ImportDatabases", "ImportDetections",
        "ImportEyeTrackers", "ImportFaces", "ImportLabs", "ImportOwnFiles", "ImportWebcams",
      ].map { "Sources/gazecut/Manual.docc/\($0).md" })
  func documentedImportCommandsUseExistingOptions(_ page: String) throws {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let text = try String(contentsOf: root.appendingPathComponent(page), encoding: .utf8)
    let lines = text.split(separator: "\n").filter { $0.hasPrefix("    gazecut import ") }
    #expect(!lines.isEmpty)
    for line in lines where !line.contains("FORMAT") {
      let words = line.split(separator: " ").dropFirst(2).map(String.init)
      let format = words[0]
      let known = try Self.list.get().split(separator: "\n").first { $0.hasPrefix(format + " ") }
      // These are said of the command, not of a format.
      let options = Set(words.filter { $0.hasPrefix("--") })
        .subtracting(["--check", "--replace", "--readmit"])
      guard format != "auto" else { continue }
      let listed = Set((known ?? "").split(separator: " ").map(String.init))
      #expect(options.isSubset(of: listed), "\(line)")
    }
  }
}
