import Foundation
import SampleAudience
import TestMaterial
import Testing

/// The help of formats explains how to import a file.
@Suite(.waitsForPrograms) struct FormatHelpTests {
  static let formats = [
    "arkit", "bids", "coco", "detections", "firebase", "mot", "seetube", "seeyoutube", "sqlite",
    "table", "timeline", "vision", "xdf", "yolo",
  ]
  static let presets = [
    "eev", "facereader", "imotions", "neon", "openface", "pupil", "pyfeat", "tobii", "webgazer",
  ]

  /// The output of `gazecut formats`, run once.
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
    // The help explains every option that the list names.
    let list = try Self.list.get().split(separator: "\n")
    let line = try #require(list.first { $0.hasPrefix(format + " ") })
    let options = line.split(separator: " ").filter { $0.hasPrefix("--") }
    // Summaries name options too, followed by a comma or another word.
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

  /// A preset printed by `formats show` and used as a file reads the sample of that preset.
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

  /// Documented commands name an existing format and options that it has.
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
      // These options belong to the command, not to a format.
      let options = Set(words.filter { $0.hasPrefix("--") })
        .subtracting(["--check", "--replace", "--readmit"])
      guard format != "auto" else { continue }
      let listed = Set((known ?? "").split(separator: " ").map(String.init))
      #expect(options.isSubset(of: listed), "\(line)")
    }
  }
}
