import ArgumentParser
import Foundation
import Logging
import Nightly
package import Publishing
import Support
import Workspace

struct RunCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run", abstract: "Import new data and render clips of changed videos.",
    discussion: """
      First, `run` imports everything new from the watched folders (see `gazecut intake`), unless you use \
      --no-intake. Then it processes every video that is out of date: one with new sessions, detections or \
      curves, a changed source, changed settings, or an earlier failure. With video IDs, it processes only \
      these videos if they are out of date.

      If a video fails, `run` names it and continues with the others (exit code 3). If every video fails, \
      the exit code is that of the first failure. A full disk stops the run at once (74). A video that \
      failed in five runs in a row is tried once a week, or when its data changes.

      With --limit or --until, the videos with the most new sessions come first. The others are processed \
      in the next run. Finished clips are kept.

      --dry-run prints the decisions for every video with an audience. It writes nothing.

      EXAMPLES
        # import new data, render what changed
        gazecut run

        # only these videos
        gazecut run trip meadow

        # start nothing after 6 a.m.
        gazecut run --until 06:00

        # show what would be cut
        gazecut run --dry-run

        # the same as JSON, or as a timeline for an editing program
        gazecut run --dry-run --format json | jq .moments
        gazecut run --dry-run --format otio > tonight.otio
      """)

  @OptionGroup var global: GlobalOptions
  @OptionGroup var decisions: DecisionOptions
  @Argument(help: "Video IDs. Default: all videos.") var videos: [String] = []
  @OptionGroup var intake: IntakeFlag

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Process at most this many videos.",
      valueName: "n"))
  var limit: Int?

  @Option(
    help: ArgumentHelp(
      "Start nothing after this time of day, for example 06:00.",
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
    (request.only, request.limit, request.importsFirst) = (videos, limit, intake.intake)
    request.until = until?.next(after: Date())
    try await CommandRunner(global: global, set: decisions.set).run(request)
  }
}

/// A time of day in the local time zone.
struct TimeOfDay: ExpressibleByArgument {
  private let hour: Int
  private let minute: Int

  /// Reads `06:00`.
  init?(argument: String) {
    guard let match = argument.wholeMatch(of: /(\d{1,2}):(\d{2})/),
      let hour = Int(match.1), let minute = Int(match.2), hour < 24, minute < 60
    else { return nil }
    (self.hour, self.minute) = (hour, minute)
  }

  /// The next time at this time of day; if a clock change skips it, right after the change.
  func next(after now: Date) -> Date? {
    Calendar.current.nextDate(
      after: now, matching: DateComponents(hour: hour, minute: minute), matchingPolicy: .nextTime)
  }
}

/// Whether `run` and `plan` start with an automatic import.
struct IntakeFlag: ParsableArguments {
  @Flag(inversion: .prefixedNo, help: "Import new data from watched folders first.")
  var intake = true
}

/// The options of `run` and `regenerate`.
struct DecisionOptions: ParsableArguments {
  @Flag(help: "Print the decisions. Write nothing.") var dryRun = false
  @Option(help: "Output format of --dry-run.") var format: DecisionFormat = .table

  func validate() throws {
    // A rendering run writes decisions.json; only a dry run prints the decisions.
    guard format == .table || dryRun else {
      throw ValidationError("--format \(format.rawValue) is for --dry-run; add it")
    }
  }

  @Option(help: .settings) var set: [String] = []

  /// The request for one video, or for all pending ones.
  func request(_ video: String?) -> NightOptions {
    var request = NightOptions(video, flags: set)
    (request.dryRun, request.format) = (dryRun, format)
    return request
  }
}

/// Executes a run for a command: prints its result, and stops it on a signal.
struct CommandRunner {
  var global: GlobalOptions
  var set: [String] = []

  func run(_ request: NightOptions) async throws {
    try await run(
      prints: request.dryRun || !global.quiet, isForPeople: request.format == .table,
      reportsSteps: request.video == nil && !request.dryRun,
      stopped: request.video == nil ? Self.stopped : "stopped; to continue: \(Self.typed)",
      isNight: request.video == nil && !request.dryRun
    ) { try await $0.run(request, output: $1) }
  }

  private static let stopped = "stopped; finished videos are kept, and the same command continues"

  /// The command as it was typed, quoted for a shell.
  private static var typed: String {
    (["gazecut"] + CommandLine.arguments.dropFirst().map(TerminalText.shellWord))
      .joined(separator: " ")
  }

  /// Executes the work of a command.
  ///
  /// - Parameters:
  ///   - prints: whether its result is printed.
  ///   - isForPeople: whether the result is text for people, which can be coloured on a terminal.
  ///   - reportsSteps: whether the log gets one line per step, in addition to the progress bar.
  ///   - stopped: the message if it was stopped.
  ///   - isNight: whether its end is written to the log and the metrics.
  ///   - work: the work; its second argument receives the result.
  /// - Throws: what `work` throws; `CommandFailure` 130 or 143 if it was stopped.
  func run(
    prints: Bool, isForPeople: Bool = true, reportsSteps: Bool = false,
    stopped: String = stopped, isNight: Bool = false,
    _ work:
      @escaping @Sendable (NightJob, @escaping @Sendable (String) -> Void) async throws -> Void
  ) async throws {
    let reporter = reportsSteps ? global.reporter : global.barOnly
    let logger = global.logger
    let ending = NightEndReporter(logger)
    do {
      let context = CommandContext(
        library: try global.library(set: set), reporter: reporter, logger: logger,
        stopStatus: { SignalHandler.status }, isKept: global.isKept)
      let night = NightJob(context, ending: ending)
      let task = Task {
        try await work(night) { text in
          if prints { StandardStreams.print(text, terminator: "", isForPeople: isForPeople) }
          fflush(nil)
        }
      }
      SignalHandler.stopGracefully { task.cancel() }
      let result = await task.result
      if let status = SignalHandler.status { throw CommandFailure(status, stopped) }
      try result.get()
    } catch {
      if isNight {
        ending.reportEnd(
          CommandFailure(describing: error), configuration: try? global.configuration())
      }
      throw error
    }
  }
}

extension DecisionFormat: ExpressibleByArgument {}
