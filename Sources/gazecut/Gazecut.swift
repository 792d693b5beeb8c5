import ArgumentParser
import Dispatch
import Foundation
import Ingest
import Logging
import Rendering
import Support
import Workspace

@main
struct Gazecut: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "gazecut",
    abstract: "Cut the moments that viewers liked, framed on what they watched.",
    discussion: """
      gazecut imports recorded gaze and facial expressions, finds the moments in which viewers \
      smiled or were surprised while looking at the same thing, and renders them: vertical shorts \
      and a landscape highlight reel.

      EXAMPLES
        # make a library folder
        gazecut init ~/library

        # show what would be cut, and why
        gazecut run --dry-run

        # import new data and render the clips
        gazecut run

      The library is the folder of --config. Otherwise it is the folder in GAZECUT_LIBRARY. \
      Otherwise it is the nearest parent folder with a gazecut.yaml.

      EXIT CODES
      \(ExitStatus.allCases.map { "  \($0.rawValue)\t\($0.meaning)" }.joined(separator: "\n"))

      COMPLETION
        gazecut --generate-completion-script bash > /etc/bash_completion.d/gazecut
      """,
    version: GazecutVersion.text,
    groupedSubcommands: [
      CommandGroup(name: "Start", subcommands: [InitCommand.self, DoctorCommand.self]),
      CommandGroup(
        name: "Import", subcommands: [IntakeCommand.self, ImportCommand.self, FormatsCommand.self]),
      CommandGroup(
        name: "Cut",
        subcommands: [
          RunCommand.self, RegenerateCommand.self, WishCommand.self, RestoreCommand.self,
        ]),
      CommandGroup(
        name: "Review",
        subcommands: [
          StatusCommand.self, ReportCommand.self, ExplainCommand.self, CiteCommand.self,
        ]),
      CommandGroup(
        name: "Publish", subcommands: [ExportCommand.self, MarkCommand.self, SchemaCommand.self]),
      CommandGroup(
        name: "Render On Other Machines",
        subcommands: [PlanCommand.self, WorkCommand.self, RecordCommand.self]),
      CommandGroup(
        name: "Data Protection",
        subcommands: [DiscloseCommand.self, ForgetCommand.self, PruneCommand.self]),
      CommandGroup(
        name: "Maintenance",
        subcommands: [CheckCommand.self, BackupCommand.self, RemoveCommand.self]),
    ])

  static func main() {
    do { try AddressSpaceCheck.require() } catch { end(by: error) }
    SignalHandler.install(logsJSON: Self.logsJSON)
    StandardStreams.prepare()
    if let mode = Self.colorMode { ColorMode.use(mode) }
    // A run starts this worker for one video or file. It sets its limits before a second thread
    // exists.
    if CommandLine.arguments.dropFirst() == ["worker"] { Worker.run() }
    let isOver = DispatchSemaphore(value: 0)
    Task.detached {
      await command()
      isOver.signal()
    }
    isOver.wait()
  }

  private static func command() async {
    do {
      // The parser has one help per command, but each import format has its own.
      if let help = FormatGuide.help(for: Array(CommandLine.arguments.dropFirst())) {
        print(help)
        return try StandardStreams.requireWrittenOutput()
      }
      let words = CommandLine.arguments.dropFirst()
      // For an unknown command, the parser would print the general help.
      let word = words.first == "help" ? words.dropFirst().first : words.first
      try requireKnown(word ?? "--help")
      var command = try parseAsRoot()
      if var asynchronous = command as? any AsyncParsableCommand {
        try await asynchronous.run()
      } else {
        try command.run()
      }
      StandardStreams.clearLine()
      try StandardStreams.requireWrittenOutput()
    } catch let error {
      finish(with: error)
    }
  }

  /// Throws for an unknown command, which the parser would treat as a superfluous argument.
  private static func requireKnown(_ word: String) throws {
    let names = configuration.subcommands.compactMap { $0.configuration.commandName } + ["help"]
    guard !word.hasPrefix("-"), !names.contains(word) else { return }
    throw ValidationError(
      "there is no command '\(word)'"
        + SpellingSuggestion.hint(
          for: word, among: names, otherwise: "; `gazecut --help` lists them"))
  }

  /// The value of `--color`, which is also used for errors in the arguments.
  private static var colorMode: ColorMode? {
    let words = CommandLine.arguments
    let value = words.lastIndex(of: "--color").flatMap { words.dropFirst($0 + 1).first }
    let joined = words.last { $0.hasPrefix("--color=") }?.dropFirst("--color=".count)
    return (value ?? joined.map(String.init)).flatMap(ColorMode.init)
  }

  private static let renamed = "Unknown option '--proof'. It is called --preview now"

  private static var logsJSON: Bool { CommandLine.arguments.contains("--json-log") }

  private static func finish(with error: any Error) -> Never {
    // The parser's own errors (usage, help, version) have a text and an exit code.
    let code = exitCode(for: error)
    if !(error is CommandFailure), code == .success || code == .validationFailure {
      end(by: error, code)
    }
    end(by: CommandFailure(describing: error))
  }

  private static func end(by failure: CommandFailure) -> Never {
    printError(failure)
    Foundation.exit(failure.status.rawValue)
  }

  /// Prints help and version as a result, and usage errors to the log.
  private static func end(by error: any Error, _ code: ArgumentParser.ExitCode) -> Never {
    let text = fullMessage(for: error, columns: nil)
    guard code == .success else {
      // Errors of all commands start in the same way.
      let plain = text.replacing("Unknown option '--proof'", with: Self.renamed)
      let alike = plain.hasPrefix("Error: ") ? "error: " + plain.dropFirst("Error: ".count) : plain
      StandardStreams.log(alike + "\n", mark: .error)
      Foundation.exit(code.rawValue)
    }
    if !text.isEmpty { print(text) }
    do {
      try StandardStreams.requireWrittenOutput()
      Foundation.exit(code.rawValue)
    } catch {
      end(by: CommandFailure(describing: error))
    }
  }

  /// Prints the error of a failed command, as a line of JSON if the log is JSON.
  private static func printError(_ failure: CommandFailure) {
    guard logsJSON else {
      return StandardStreams.log(
        TerminalText.entry("error: \(failure.message)") + "\n", mark: .error)
    }
    let log = StandardErrorLog(logLevel: .error, isJSON: true)
    log.write(
      level: .error, message: failure.message,
      details: ["exit": .stringConvertible(failure.status.rawValue)])
  }
}
