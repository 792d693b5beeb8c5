import ArgumentParser
import CutLists
import Foundation
import Logging
import Nightly

/// What every command understands.
struct GlobalOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("The library: its gazecut.yaml, or its folder.", valueName: "file"),
    completion: .file(extensions: ["yaml"]))
  var config: String?

  @Flag(help: "Say only what went wrong.")
  var quiet = false

  @Flag(help: "Say more.")
  var verbose = false

  @Flag(help: "Log as JSON, one object a line, on standard error.")
  var jsonLog = false

  mutating func validate() throws {
    if quiet && verbose { throw ValidationError("--quiet and --verbose exclude each other.") }
  }

  /// The library the command works on.
  func library() throws -> LibraryFolder {
    try LibraryFolder.find(
      configuration: config, environment: ProcessInfo.processInfo.environment,
      directory: FileManager.default.currentDirectoryPath)
  }

  /// Where progress goes.
  var reporter: ProgressReporter {
    ProgressReporter(style: ProgressReporter.style(quiet: quiet || jsonLog))
  }

  /// Whether the log is that of a scheduled run, kept and read by others: standard error is no
  /// terminal, and `--quiet` or `--json-log` was given or systemd started it.
  ///
  /// Messages then call files that may tell who watched by number and content.
  var isScheduled: Bool {
    guard isatty(STDERR_FILENO) == 0 else { return false }
    return quiet || jsonLog || ProcessInfo.processInfo.environment["INVOCATION_ID"] != nil
  }

  /// Where the log goes.
  func logger(clearing reporter: ProgressReporter) -> Logger {
    // A person reads the result; a machine's log tells of a night that went well, too.
    let usual: Logger.Level = jsonLog ? .info : .notice
    let level: Logger.Level = quiet ? .error : verbose ? .debug : usual
    let isJSON = jsonLog
    return Logger(label: "gazecut") { _ in
      StandardErrorLog(level: level, isJSON: isJSON, before: { reporter.clear() })
    }
  }
}
