import ArgumentParser
import Foundation
import Ingest
import Logging
import Support
import Workspace

/// The options of all commands.
struct GlobalOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("The library folder, or its gazecut.yaml.", valueName: "file"),
    completion: .file(extensions: ["yaml"]))
  var config: String?

  @Flag(help: "Print errors only.") var quiet = false
  @Flag(help: "Print more.") var verbose = false
  @Flag(help: "Log JSON to standard error, one object per line.") var jsonLog = false

  // The parser checks the value; `Gazecut.colorMode` uses it before anything else is parsed.
  @Option(help: "Colour the output: auto (on a terminal, unless NO_COLOR is set), always or never.")
  var color: ColorMode = .auto

  mutating func validate() throws {
    if quiet && verbose { throw ValidationError("--quiet and --verbose exclude each other.") }
  }

  /// The library of the command, with its `--set` values.
  func library(set: [String] = []) throws -> LibraryFolder {
    let library = try LibraryFolder.find(configuration: config, flags: set)
    // Every command refuses a library whose `timelines:` is wrong.
    _ = try library.inputSources()
    return library
  }

  /// The path of the library's gazecut.yaml, which is not read yet.
  func configuration() throws -> String { try LibraryFolder.locate(configuration: config) }

  var reporter: ProgressReporter {
    ProgressReporter(style: ProgressReporter.style(quiet: quiet || jsonLog))
  }

  /// Reports the progress of a short command: a bar on a terminal, log lines only with `--verbose`.
  var barOnly: ProgressReporter {
    let isTerminal = isatty(STDERR_FILENO) == 1
    return ProgressReporter(
      style: ProgressReporter.style(quiet: quiet || jsonLog || !isTerminal && !verbose))
  }

  /// Whether output may be stored and read by others: standard output or error is not a terminal.
  ///
  /// Messages then name files that may identify viewers by number and content hash.
  var isKept: Bool { isatty(STDOUT_FILENO) == 0 || isatty(STDERR_FILENO) == 0 }

  var logger: Logger {
    // Log successful runs only in JSON logs; on a terminal the result is enough.
    let usual: Logger.Level = jsonLog ? .info : .notice
    let level: Logger.Level = quiet ? .error : verbose ? .debug : usual
    let isJSON = jsonLog
    return Logger(label: "gazecut") { _ in
      StandardErrorLog(logLevel: level, isJSON: isJSON)
    }
  }
}

extension ArgumentHelp {
  /// Help of `--set`.
  static let settings = ArgumentHelp(
    "Override a setting, for example selection.count=3. Repeatable.", valueName: "key=value")
}

extension ColorMode: ExpressibleByArgument {}
