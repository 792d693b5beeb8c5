import ArgumentParser
import Deciding
import Foundation
import Support
import Workspace

struct ExplainCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "explain", abstract: "Explain why moments were chosen or rejected.",
    discussion: """
      `explain` prints each moment and the closest rejected segments, with every threshold and what would \
      have to change. It omits figures that rest on fewer than selection.minimumViewers viewers.

      --overlay renders the source with gaze points, clusters, the crop and the score drawn on it. The \
      default is the whole video, or with --at TIME the 10 s around it. An existing file is replaced only \
      with --force.

      EXAMPLES
        # all moments and the closest rejected segments
        gazecut explain trip

        # one second: who watched, who reacted, gaze coverage
        gazecut explain trip --at 1:27
        gazecut explain trip --at 1:27 --format json | jq .changes

        # try other settings
        gazecut explain trip --set selection.leastHeld=0.5
        gazecut explain trip --set selection.viewers=age=child

        # all figures, one line per half second
        gazecut explain trip --series csv > trip.csv

        # what was looked at, of imported detections
        gazecut explain trip --things csv

        # compare parts of the audience
        gazecut explain trip --compare age

        # draw gaze and crop on the video
        gazecut explain trip --overlay trip-looks.mp4 --at 1:20-1:50
      """)

  @OptionGroup var global: GlobalOptions
  @Argument(help: "The video ID.") var video: String

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "A play time, for example 1:27 or 87.5. With --overlay also a span, for example 1:20-1:50.",
      valueName: "time"))
  var at: String?

  @Option(help: .settings) var set: [String] = []
  @Option(help: "Print all figures, one line per half second.") var series: SeriesFormat?
  @Option(help: "Print what was looked at, one line per detected thing.") var things: SeriesFormat?

  @Option(
    help: ArgumentHelp(
      "Compare the parts of the audience with each value of this label.", valueName: "label"))
  var compare: String?

  @Option(help: "Output format.") var format: TextFormat = .text

  @Option(
    help: ArgumentHelp("Render the source with gaze and crop drawn on it.", valueName: "file.mp4"),
    completion: .file(extensions: ["mp4"]))
  var overlay: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("With --overlay: start of the span.", valueName: "time"))
  var from: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("With --overlay: end of the span.", valueName: "time"))
  var to: String?

  @Flag(help: "With --overlay: replace an existing file.") var force = false

  func validate() throws {
    let outputs = [at != nil || overlay != nil, series != nil, things != nil, compare != nil]
    if outputs.filter({ $0 }).count > 1 {
      throw ValidationError(
        "--series, --things and --compare exclude each other, --at and --overlay.")
    }
    for (option, text) in [("--from", from), ("--to", to)] {
      guard let text else { continue }
      guard overlay != nil else { throw ValidationError("\(option) is for --overlay.") }
      guard PlayTime.seconds(text) != nil else { throw Self.noTime(text) }
    }
    if force, overlay == nil { throw ValidationError("--force is for --overlay.") }
    if let at {
      if from != nil || to != nil { throw ValidationError("--at excludes --from and --to.") }
      let isStretch = overlay != nil && PlayTime.window(at) != nil
      guard isStretch || PlayTime.seconds(at) != nil else { throw Self.noTime(at) }
    }
    if let overlay, (overlay as NSString).pathExtension.lowercased() != "mp4" {
      throw ValidationError("--overlay writes MP4: give the file a name that ends in .mp4.")
    }
    if let start = from.flatMap(PlayTime.seconds), let end = to.flatMap(PlayTime.seconds),
      end <= start
    {
      throw ValidationError("--to must come after --from.")
    }
  }

  /// The start times of `--at` and `--from`, to check them against the video's length.
  private var times: [(option: String, seconds: Double)] {
    [("--at", at), ("--from", from)].compactMap { option, text in
      guard let text, let time = PlayTime.window(text)?.lowerBound ?? PlayTime.seconds(text)
      else { return nil }
      return ("\(option) \(text)", time)
    }
  }

  private static func noTime(_ text: String) -> ValidationError {
    ValidationError("'\(text)' is no play time; times begin at 0, and are written as 1:27 or 87.5.")
  }

  func run() async throws {
    let reporter = global.barOnly
    let explanation = try Explanation(
      library: try global.library(set: set), video: video, flags: set, times: times,
      isCancelled: { SignalHandler.status != nil }
    ) { reporter.step($0, of: video) }
    for warning in [
      explanation.state.otherSettings(than: explanation.settings, of: video),
      try explanation.retainedSettingsWarning(),
    ].compactMap(\.self) { StandardStreams.log("warning: \(warning)\n", mark: .warning) }
    if let series {
      let text = try explanation.series(as: series)
      return print(text, terminator: "")
    }
    if let things { return print(try explanation.objectsTable(as: things), terminator: "") }
    if let compare {
      let comparison = try AudienceComparison(explanation, by: compare)
      return print(format == .json ? comparison.json : comparison.text, terminator: "")
    }
    guard let overlay else {
      let time = at.flatMap(PlayTime.seconds)
      let text =
        try format == .json
        ? explanation.json(at: time)
        : explanation.text(at: time, columns: ProgressReporter.outputColumns)
      return format == .json ? print(text, terminator: "") : printForPeople(text)
    }
    try draw(explanation, to: overlay, reporter)
  }
}

extension SeriesFormat: ExpressibleByArgument {}

/// The format of an explanation or a status.
enum TextFormat: String, ExpressibleByArgument, CaseIterable { case text, json }

extension ExplainCommand {
  /// Length in seconds of the overlay for a single play time.
  private static let around = 10.0

  private func draw(
    _ explanation: Explanation, to path: String, _ reporter: ProgressReporter
  ) throws {
    SignalHandler.stopGracefully()
    let video = video
    do {
      let file = try OverlayRenderer(explanation).render(
        to: path, of: window(explanation.duration), mayReplace: force,
        progress: { reporter.step("drawing", of: video, done: $0, total: $1) })
      print(format == .json ? file.json : file.text)
    } catch {
      if let status = SignalHandler.status {
        throw CommandFailure(status, "stopped; nothing was written")
      }
      throw error
    }
  }

  private func window(_ duration: Double) -> ClosedRange<Double>? {
    if let at {
      if let window = PlayTime.window(at) { return window }
      guard let time = PlayTime.seconds(at), time < duration else {
        return PlayTime.seconds(at).map { $0...$0 }
      }
      let start = max(0, min(time - Self.around / 2, duration - Self.around))
      return start...min(duration, start + Self.around)
    }
    guard from != nil || to != nil else { return nil }
    let start = from.flatMap(PlayTime.seconds) ?? 0
    return start...max(start, to.flatMap(PlayTime.seconds) ?? duration)
  }
}
