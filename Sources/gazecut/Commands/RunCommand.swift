import ArgumentParser
import Foundation
import Nightly

struct RunCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run",
    abstract: "The night: cut every video that has something new, or those of them that are named.",
    discussion: """
      --set acts on the videos that are due; `gazecut regenerate VIDEO --set` on any one.

      A video is due when it has new sessions or detections, a changed source or changed \
      settings, or when it failed last time. Each video is worked on in a process of its own; \
      one that fails is named and the others go on (exit 3). When every one failed the night ends as \
      the first of them did; a full disk ends it at once (74). One that failed five nights in a row \
      is tried weekly, or when something of it is new.

      --dry-run prints the edit decisions of every video with an audience and writes nothing.

      It is `gazecut plan`, `work` and `record` in one, on this machine, each video as soon as it \
      is planned.

      EXAMPLES
        gazecut run
        gazecut run trip meadow
        gazecut run --dry-run
        gazecut run --dry-run --format json | jq .moments
        gazecut run --dry-run --format otio > tonight.otio
      """)

  @OptionGroup var global: GlobalOptions
  @OptionGroup var decisions: DecisionOptions

  @Argument(help: "Ids of videos; all without.")
  var videos: [String] = []

  func run() async throws {
    let request = NightRequest(
      videos: nil, only: videos, flags: decisions.set, source: .audience, unpin: false,
      dryRun: decisions.dryRun, isJSON: decisions.format == .json,
      export: decisions.format.export)
    try await NightRunner(global: global).run(request)
  }
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

  @Option(
    help: ArgumentHelp(
      "A setting for this once, as selection.count=3; repeatable.", valueName: "key=value"))
  var set: [String] = []
}
