import ArgumentParser
import CProcess
import Foundation
import Logging
import Nightly

/// The command line: arguments in, exit code out.
@main
struct Gazecut: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "gazecut",
    abstract: "Cuts the moments an audience smiled at out of a video, framed on what they watched.",
    discussion: """
      gazecut reads stored gaze and emotion timelines, finds the moments in which people kept \
      smiling or were surprised while their eyes gathered on one thing, and cuts them out of the \
      source: upright shorts and one landscape reel.

      EXAMPLES
        gazecut init ~/library                                a folder to work in
        gazecut import timeline night/*.jsonl --video trip    what viewers did
        gazecut run --dry-run                                 what would be cut, and why
        gazecut run                                           cut it

      The library is the folder of --config, else of GAZECUT_LIBRARY, else the nearest folder \
      upwards that holds gazecut.yaml.

      EXIT CODES
      \(ExitStatus.allCases.map { "  \($0.rawValue)\t\($0.meaning)" }.joined(separator: "\n"))

      COMPLETION
        gazecut --generate-completion-script bash > /etc/bash_completion.d/gazecut
      """,
    version: GazecutVersion.text,
    subcommands: [
      InitCommand.self, ImportCommand.self, FormatsCommand.self, RunCommand.self,
      RegenerateCommand.self, ExplainCommand.self, StatusCommand.self, SchemaCommand.self,
      ForgetCommand.self, RemoveCommand.self, DoctorCommand.self, WorkerCommand.self,
    ])

  static func main() async {
    do {
      // The parser knows one help of a command; each format has its own.
      if let help = FormatGuide.help(for: Array(CommandLine.arguments.dropFirst())) {
        print(help)
        return try requireWritten()
      }
      var command = try parseAsRoot()
      if var asynchronous = command as? any AsyncParsableCommand {
        try await asynchronous.run()
      } else {
        try command.run()
      }
      try requireWritten()
    } catch let error {
      finish(with: error)
    }
  }

  /// What was printed may have gone to a full disk, which nobody notices until the buffer is empty.
  private static func requireWritten() throws {
    guard gazecut_output_failed() == 0 else {
      throw CommandFailure(
        .inputOutputFailed,
        "the result could not be written to standard output: \(String(cString: strerror(errno)))")
    }
  }

  private static func finish(with error: any Error) -> Never {
    // The parser's own errors (usage, help, version) know their text and their code.
    let code = exitCode(for: error)
    if !(error is CommandFailure), code == .success || code == .validationFailure {
      exit(withError: error)
    }
    let failure = CommandFailure(describing: error)
    tell(failure)
    Foundation.exit(failure.status.rawValue)
  }

  /// The last word of a command that failed; a line of JSON where the log is JSON.
  private static func tell(_ failure: CommandFailure) {
    guard CommandLine.arguments.contains("--json-log") else {
      FileHandle.standardError.write(Data("Error: \(failure.message)\n".utf8))
      return
    }
    let log = StandardErrorLog(level: .error, isJSON: true, before: {})
    log.write(
      level: .error, message: failure.message, details: ["exit": "\(failure.status.rawValue)"])
  }
}
