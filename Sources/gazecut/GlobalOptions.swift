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

/// How decisions are printed.
enum DecisionFormat: String, ExpressibleByArgument, CaseIterable {
  case table, json, otio, mlt, fcpxml, edl, vtt

  /// The form of an editor's program; `nil` for our own.
  var export: ExportFormat? { ExportFormat(rawValue: rawValue) }
}
