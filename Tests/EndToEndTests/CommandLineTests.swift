import CProcess
import Foundation
import TestMaterial
import Testing

/// What a person meets first: help, exit codes, and what is not there yet.
@Suite(.waitsForPrograms) struct CommandLineTests {
  static let commands = [
    "init", "import", "formats", "run", "plan", "work", "record", "regenerate", "wish",
    "restore", "explain",
    "report", "export", "schema", "status", "check", "backup", "forget", "disclose",
    "prune", "remove", "doctor",
  ]

  @Test(arguments: commands) func everyCommandHasHelpWithExamples(command: String) throws {
    let outcome = try Program.run([command, "--help"])
    #expect(outcome.status == 0)
    #expect(outcome.output.contains("EXAMPLES"))
    #expect(outcome.output.contains("gazecut \(command)"))
    // `formats` does its work in a subcommand that need not be named; its options are there.
    let options = try command == "formats" ? Program.run(["formats", "list", "--help"]) : outcome
    #expect(options.output.contains("--config"))
  }

  @Test func helpNamesWhatThereIsAndNothingElse() throws {
    let help = try Program.run(["--help"]).output
    for command in Self.commands { #expect(help.contains("\n  \(command) ")) }
    #expect(!help.contains("\n  worker "))
  }

  @Test(arguments: [
    ["run", "--format", "otio"], ["run", "--format", "json"], ["frobnicate"],
    ["--nope"], ["regenerate", "walk", "--moment", "10-20", "--moment", "15-25"],
  ])
  func whatIsNotThereIsAUsageError(arguments: [String]) throws {
    let outcome = try Program.run(arguments)
    #expect(outcome.status == 64)
    #expect(outcome.output.isEmpty)
    #expect(!outcome.errors.isEmpty)
  }

  @Test func versionIsOneLine() throws {
    let outcome = try Program.run(["--version"])
    #expect(outcome.status == 0)
    #expect(outcome.output.split(separator: "\n").count == 1)
  }

  @Test(arguments: ["bash", "zsh", "fish"]) func completionIsWritten(shell: String) throws {
    let outcome = try Program.run(["--generate-completion-script", shell])
    #expect(outcome.status == 0)
    #expect(outcome.output.contains("regenerate"))
  }

  @Test func withoutALibraryTheMessageSaysWhatToDo() throws {
    let outcome = try Program.run(["status"], in: "/")
    #expect(outcome.status == 66)
    #expect(outcome.errors.contains("gazecut init"))
  }

  @Test func initNeverOverwrites() throws {
    let library = try TestLibrary(yaml: "selection:\n  count: 2\n")
    let outcome = try library.gazecut("init", library.folder)
    #expect(outcome.status == 0)
    #expect(try library.text("gazecut.yaml") == "selection:\n  count: 2\n")
  }

  @Test func anUnknownSettingNamesTheNearest() throws {
    let library = try TestLibrary(yaml: "selection:\n  cout: 2\n")
    let outcome = try library.gazecut("status")
    #expect(outcome.status == 78)
    #expect(outcome.errors.contains("gazecut.yaml:2"))
    #expect(outcome.errors.contains("selection.count"))
  }

  @Test func environmentStandsOverTheFileAndIsChecked() throws {
    let library = try TestLibrary()
    let wrong = try library.gazecut(
      "status", environment: ["GAZECUT_SELECTION_COUNT": "many"])
    #expect(wrong.status == 78)
    #expect(wrong.errors.contains("GAZECUT_SELECTION_COUNT"))
    let right = try library.gazecut("status", environment: ["GAZECUT_SELECTION_COUNT": "3"])
    #expect(right.status == 0)
  }

  @Test func formatsListsWhatCanBeImported() throws {
    let outcome = try Program.run(["formats"])
    #expect(outcome.status == 0)
    for format in ["timeline", "detections", "seetube"] {
      #expect(outcome.output.contains(format))
    }
  }

  @Test func doctorNamesAnAudienceWithoutItsSource() throws {
    let library = try TestLibrary()
    try library.importAudience(.walk())
    let outcome = try library.gazecut("doctor")
    #expect(outcome.output.contains("walk: it has an audience and no source"))
  }

  /// Tried from within a worker, on this kernel: Landlock knows files since its first version, and
  /// the network since its fourth.
  @Test func whatRendersReachesNothingElse() throws {
    let text = try Program.run(["doctor"], in: "/").output
    let line = try #require(text.split(separator: "\n").first { $0.contains("out of reach") })
    var wanted = ["memory without end"]
    let version = gazecut_landlock_version()
    if version >= 1 { wanted += ["other files", "other folders", "other programs"] }
    if version >= 4 { wanted.append("the network") }
    for reach in wanted { #expect(line.contains(reach), "Landlock \(version): \(line)") }
    #expect(text.contains("not held off by this kernel") == (version < 4))
  }

  @Test func doctorSaysWhatIsThere() throws {
    let outcome = try Program.run(["doctor"], in: "/")
    #expect(outcome.status == 0)
    for part in ["libavfilter", "libx264", "SQLite"] { #expect(outcome.output.contains(part)) }
  }
}
