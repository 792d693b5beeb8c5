import CProcess
import Foundation
import TestMaterial
import Testing

/// Help, exit codes, and errors for wrong arguments.
@Suite(.waitsForPrograms) struct CommandLineTests {
  static let commands = [
    "init", "intake", "import", "formats", "run", "plan", "work", "record", "regenerate", "wish",
    "restore", "mark", "explain", "report", "export", "schema",
    "status", "cite", "check", "backup", "forget", "disclose", "prune", "remove", "doctor",
  ]

  /// A command with its help, from the dump of all commands.
  private struct CommandHelp: Decodable {
    struct Argument: Decodable {
      struct Name: Decodable { var name: String }
      var names: [Name]?
    }
    var commandName: String
    var discussion: String?
    var arguments: [Argument]?
    var subcommands: [CommandHelp]?

    /// `formats` has a default subcommand; its options are found there.
    func has(_ option: String) -> Bool {
      (arguments ?? []).contains { ($0.names ?? []).contains { $0.name == option } }
        || (subcommands ?? []).contains { $0.has(option) }
    }
  }

  @Test func everyCommandHasHelpWithExamples() throws {
    struct HelpDump: Decodable { var command: CommandHelp }
    let dump = try Program.run(["--experimental-dump-help"]).output
    let whole = try JSONDecoder().decode(HelpDump.self, from: Data(dump.utf8)).command
    let told = (whole.subcommands ?? []).filter { $0.commandName != "help" }
    #expect(told.map(\.commandName).sorted() == Self.commands.sorted())
    for command in told {
      let text = command.discussion ?? ""
      #expect(text.contains("EXAMPLES") && text.contains("gazecut \(command.commandName)"))
      #expect(command.has("config"), "\(command.commandName)")
    }
  }

  @Test func helpListsAllPublicCommands() throws {
    let help = try Program.run(["--help"]).output
    for command in Self.commands { #expect(help.contains("\n  \(command) ")) }
    #expect(!help.contains("\n  worker "))
    #expect(try Program.run(["status", "--help"]).output.contains("EXAMPLES"))
  }

  @Test(arguments: [
    ["run", "--format", "otio"], ["run", "--format", "json"], ["frobnicate"],
    ["--nope"], ["regenerate", "walk", "--moment", "10-20", "--moment", "15-25"],
  ])
  func wrongArgumentsAreUsageErrors(arguments: [String]) throws {
    let outcome = try Program.run(arguments)
    #expect(outcome.status == 64)
    #expect(outcome.output.isEmpty)
    // Same prefix as the errors of every command.
    #expect(outcome.errors.hasPrefix("error: "), "\(outcome.errors)")
  }

  @Test func misspelledCommandsGetASuggestion() throws {
    let near = try Program.run(["improt", "--nope"]).errors
    let hint = "error: there is no command 'improt'; did you mean 'import'?"
    #expect(near.hasPrefix(hint), "\(near)")
    let far = try Program.run(["frobnicate"]).errors
    #expect(far.hasPrefix("error: there is no command 'frobnicate'; `gazecut --help` lists them"))
    #expect(try Program.run(["help", "import"]).status == 0)
    let help = try Program.run(["help", "improt"])
    #expect(help.status == 64 && help.errors.hasPrefix(hint), "\(help)")
  }

  @Test func versionIsOneLine() throws {
    let outcome = try Program.run(["--version"])
    #expect(outcome.status == 0)
    #expect(outcome.output.split(separator: "\n").count == 1)
  }

  @Test(arguments: ["bash", "zsh", "fish"]) func completionScriptsAreGenerated(shell: String) throws
  {
    let outcome = try Program.run(["--generate-completion-script", shell])
    #expect(outcome.status == 0)
    #expect(outcome.output.contains("regenerate"))
  }

  @Test func withoutALibraryTheErrorNamesInit() throws {
    let outcome = try Program.run(["status"], in: "/")
    #expect(outcome.status == 66)
    #expect(outcome.errors.contains("gazecut init"))
  }

  @Test func initKeepsExistingSettings() throws {
    let library = try TestLibrary(yaml: "selection:\n  count: 2\n")
    let outcome = try library.gazecut("init", library.folder)
    #expect(outcome.status == 0)
    #expect(try library.text("gazecut.yaml") == "selection:\n  count: 2\n")
  }

  @Test func unknownSettingsGetASuggestion() throws {
    let library = try TestLibrary(yaml: "selection:\n  cout: 2\n")
    let outcome = try library.gazecut("status")
    #expect(outcome.status == 78)
    #expect(outcome.errors.contains("gazecut.yaml:2"))
    #expect(outcome.errors.contains("selection.count"))
    // The library exists; only its settings are wrong.
    let doctor = try library.gazecut("doctor")
    #expect(doctor.status == 78 && doctor.output.contains("WRONG"), "\(doctor.output)")
    #expect(!doctor.output.contains("MISSING"), "\(doctor.output)")
  }

  @Test func settingsInTheEnvironmentAreValidated() throws {
    let library = try TestLibrary()
    let wrong = try library.gazecut(
      "status", environment: ["GAZECUT_SELECTION_COUNT": "many"])
    #expect(wrong.status == 78)
    #expect(wrong.errors.contains("GAZECUT_SELECTION_COUNT"))
    let right = try library.gazecut("status", environment: ["GAZECUT_SELECTION_COUNT": "3"])
    #expect(right.status == 0)
  }

  @Test func formatsListsImportFormats() throws {
    let outcome = try Program.run(["formats"])
    #expect(outcome.status == 0)
    for format in ["timeline", "detections", "seetube"] {
      #expect(outcome.output.contains(format))
    }
  }

  @Test func doctorReportsAudiencesWithoutASource() throws {
    let library = try TestLibrary()
    try library.importAudience(.walk())
    let outcome = try library.gazecut("doctor")
    #expect(outcome.output.contains("walk: it has an audience but no source"))
    // A source that gazecut.yaml names is missing if its file does not exist.
    let named = "videos: {walk: {source: away/walk.mp4}}\n"
    try library.write("gazecut.yaml", TestLibrary.quickSettings + "\n" + named)
    let doctor = try library.gazecut("doctor").output
    #expect(doctor.contains("0 found") && doctor.contains("that gazecut.yaml names does not exist"))
  }

  /// A worker tries each access on this kernel.
  ///
  /// Landlock restricts files since its first version and the network since its fourth.
  @Test func doctorReportsWhatTheSandboxBlocks() throws {
    let text = try Program.run(["doctor"], in: "/").output
    let line = try #require(
      text.split(separator: "\n").first { $0.contains("blocked while rendering") })
    var wanted = ["unlimited memory"]
    let version = gazecut_landlock_version()
    if version >= 1 { wanted += ["other files", "other folders", "other programs"] }
    if version >= 4 { wanted.append("the network") }
    for reach in wanted { #expect(line.contains(reach), "Landlock \(version): \(line)") }
    #expect(text.contains("not blocked by this kernel") == (version < 4))
  }

  @Test func doctorListsFFmpegAndSQLite() throws {
    let outcome = try Program.run(["doctor"], in: "/")
    #expect(outcome.status == 0)
    for part in ["libavfilter", "libx264", "SQLite"] { #expect(outcome.output.contains(part)) }
  }
}
