import ArgumentParser
import CutLists
import EditDecisions
import Failures
import Foundation
import Logging
import Nightly
import Workspace

struct RunCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run",
    abstract: "The night: cut every video that has something new, or those of them that are named.",
    discussion: """
      It begins with what `gazecut intake` does: all that is new in the places of timelines: \
      (gazecut.yaml) is taken in first, unless --no-intake.

      --set acts on the videos that are due; `gazecut regenerate VIDEO --set` on any one.

      A video is due when it has new sessions, detections or curves, a changed source or changed \
      settings, or when it failed last time. Sources are opened, and clips \
      rendered, by caged processes; a video that fails is named and the others go on (exit 3). When every one failed the night ends as \
      the first of them did; a full disk ends it at once (74). One that failed five nights in a row \
      is tried weekly, or when something of it is new. With --limit or --until the videos with the \
      most new sessions come first; what is left is due the next time, and clips that were finished \
      are kept.

      --dry-run prints the edit decisions of every video with an audience and writes nothing.

      It is `gazecut plan`, `work` and `record` in one, on this machine: one queue decides and \
      renders, the longest files first, and a video is published as soon as its last clip is whole.

      EXAMPLES
        gazecut run
        gazecut run trip meadow
        gazecut run --until 06:00
        gazecut run --dry-run
        gazecut run --dry-run --format json | jq .moments
        gazecut run --dry-run --format otio > tonight.otio
      """)

  @OptionGroup var global: GlobalOptions
  @OptionGroup var decisions: DecisionOptions

  @Argument(help: "Ids of videos; all without.")
  var videos: [String] = []

  @OptionGroup var intake: IntakeFlag

  @Option(
    help: ArgumentHelp(
      "How many videos, those with the most new sessions first; the others stay due.",
      valueName: "n"))
  var limit: Int?

  @Option(
    help: ArgumentHelp(
      "The time of day from which on nothing more begins, as 06:00; what is left stays due.",
      valueName: "HH:MM"))
  var until: TimeOfDay?

  func validate() throws {
    if let limit, limit < 1 { throw ValidationError("--limit must be 1 or more.") }
    guard !decisions.dryRun || limit == nil && until == nil else {
      throw ValidationError("--limit and --until are for a run; a dry run renders nothing.")
    }
  }

  func run() async throws {
    var request = decisions.request(nil)
    (request.only, request.limit, request.takesIn) = (videos, limit, intake.intake)
    request.until = until?.next(after: Date())
    try await NightRunner(global: global, set: decisions.set).run(request)
  }
}

/// A time of day on this machine's clock.
struct TimeOfDay: ExpressibleByArgument {
  private let hour: Int
  private let minute: Int

  /// Reads `06:00`; `nil` for anything that is no time of a day.
  init?(argument: String) {
    guard let match = argument.wholeMatch(of: /(\d{1,2}):(\d{2})/),
      let hour = Int(match.1), let minute = Int(match.2), hour < 24, minute < 60
    else { return nil }
    (self.hour, self.minute) = (hour, minute)
  }

  /// When it is that time next; where clocks are put forward over it, right after.
  func next(after now: Date) -> Date? {
    Calendar.current.nextDate(
      after: now, matching: DateComponents(hour: hour, minute: minute), matchingPolicy: .nextTime)
  }
}

/// Whether `run` and `plan` begin with an intake.
struct IntakeFlag: ParsableArguments {
  @Flag(inversion: .prefixedNo, help: "Take in first what is new in the places of timelines:.")
  var intake = true
}

/// What `run` and `regenerate` share.
struct DecisionOptions: ParsableArguments {
  @Flag(help: "Print the edit decisions; write nothing anywhere.")
  var dryRun = false

  @Option(help: "How decisions are printed by --dry-run.")
  var format: DecisionFormat = .table

  func validate() throws {
    // What is rendered is written to decisions.json; only a dry run prints it.
    guard format == .table || dryRun else {
      throw ValidationError("--format \(format.rawValue) is for --dry-run; add it")
    }
  }

  @Option(help: .settings)
  var set: [String] = []

  /// What is asked for, of one video or of all that are due.
  func request(_ video: String?) -> NightRequest {
    var request = NightRequest(video, flags: set)
    (request.dryRun, request.isJSON, request.export) = (dryRun, format == .json, format.export)
    return request
  }
}

/// Runs a night for a command: prints its result, and stops it on a signal.
struct NightRunner {
  var global: GlobalOptions
  /// The command's `--set` values.
  var set: [String] = []

  func run(_ request: NightRequest) async throws {
    try await run(
      prints: request.dryRun || !global.quiet,
      stopped: request.video == nil ? Self.stopped : "stopped; this goes on: \(Self.typed)",
      isNight: request.video == nil && !request.dryRun
    ) { try await $0.run(request, output: $1) }
  }

  private static let stopped =
    "stopped; what was finished is kept, and the same command does the rest"

  /// The command as it was typed, for a shell.
  private static var typed: String {
    (["gazecut"] + CommandLine.arguments.dropFirst().map(TerminalText.shellWord))
      .joined(separator: " ")
  }

  /// Does what a command asks of the night.
  ///
  /// - Parameters:
  ///   - prints: whether its result is printed.
  ///   - stopped: what is said when it was stopped.
  ///   - isNight: whether its end is told to the log and the metrics, whatever it is.
  ///   - work: what to do; its second argument takes the result.
  /// - Throws: what `work` throws; `CommandFailure` 130 or 143 when it was stopped.
  func run(
    prints: Bool, stopped: String = stopped, isNight: Bool = false,
    _ work:
      @escaping @Sendable (NightJob, @escaping @Sendable (String) -> Void) async throws -> Void
  ) async throws {
    let reporter = global.reporter
    let logger = global.logger
    let ending = NightEnding(logger)
    do {
      let context = CommandContext(
        library: try global.library(set: set), reporter: reporter, logger: logger,
        stopStatus: { Interruption.status }, isKept: global.isKept)
      let night = NightJob(context, ending: ending)
      let task = Task {
        try await work(night) { text in
          if prints { print(text, terminator: "") }
          fflush(nil)
        }
      }
      Interruption.heed { task.cancel() }
      let result = await task.result
      if let status = Interruption.status {
        throw CommandFailure(status, stopped)
      }
      try result.get()
    } catch {
      if isNight {
        ending.tell(CommandFailure(describing: error), configuration: try? global.configuration())
      }
      throw error
    }
  }
}

enum DecisionFormat: String, ExpressibleByArgument, CaseIterable {
  case table, json, otio, mlt, fcpxml, xmeml, edl, vtt

  /// The form of an editor's program; `nil` for our own.
  var export: ExportFormat? { ExportFormat(rawValue: rawValue) }
}
