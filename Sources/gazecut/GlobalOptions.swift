import ArgumentParser
import Foundation
import Ingest
import Logging
import Support
import Workspace

/// What every command understands.
struct GlobalOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("The library folder, or its gazecut.yaml.", valueName: "file"),
    completion: .file(extensions: ["yaml"]))
  var config: String?

  @Flag(help: "Print errors only.")
  var quiet = false

  @Flag(help: "Print more.")
  var verbose = false

  @Flag(help: "Log JSON to standard error, one object per line.")
  var jsonLog = false

  // The parser checks the value; `Gazecut.colorMode` uses it before anything else is parsed.
  @Option(help: "Colour the output: auto (on a terminal, unless NO_COLOR is set), always or never.")
  var color: ColorMode = .auto

  mutating func validate() throws {
    if quiet && verbose { throw ValidationError("--quiet and --verbose exclude each other.") }
  }

  /// The library the command works on, by its `--set` values where it has any.
  func library(set: [String] = []) throws -> LibraryFolder {
    let library = try LibraryFolder.find(configuration: config, flags: set)
    // Every command refuses a library whose `timelines:` is wrong.
    _ = try library.inputSources()
    return library
  }

  /// The library's gazecut.yaml, which nobody has read yet.
  func configuration() throws -> String { try LibraryFolder.locate(configuration: config) }

  var reporter: ProgressReporter {
    ProgressReporter(style: ProgressReporter.style(quiet: quiet || jsonLog))
  }

  /// Progress of a command whose result is short work: a bar on a terminal, and no lines in a log
  /// without `--verbose`.
  var barOnly: ProgressReporter {
    let isTerminal = isatty(STDERR_FILENO) == 1
    return ProgressReporter(
      style: ProgressReporter.style(quiet: quiet || jsonLog || !isTerminal && !verbose))
  }

  /// Whether what is told may be kept, and read by others: standard output or standard error is no
  /// terminal.
  ///
  /// Messages then call files that may tell who watched by number and content.
  var isKept: Bool { isatty(STDOUT_FILENO) == 0 || isatty(STDERR_FILENO) == 0 }

  var logger: Logger {
    // A person reads the result; a machine's log tells of a night that went well, too.
    let usual: Logger.Level = jsonLog ? .info : .notice
    let level: Logger.Level = quiet ? .error : verbose ? .debug : usual
    let isJSON = jsonLog
    return Logger(label: "gazecut") { _ in
      StandardErrorLog(logLevel: level, isJSON: isJSON)
    }
  }
}

extension ArgumentHelp {
  /// Of `--set`, wherever decisions are made.
  static let settings = ArgumentHelp(
    "Override a setting, for example selection.count=3. Repeatable.", valueName: "key=value")
}

extension ColorMode: ExpressibleByArgument {}
