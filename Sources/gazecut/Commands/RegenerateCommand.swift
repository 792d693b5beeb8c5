import ArgumentParser
import Deciding
import EditDecisions
import Foundation
import Nightly

struct RegenerateCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "regenerate",
    abstract: "Make one video's clips again, by the audience or by a person's choice.",
    discussion: """
      --moment frames and renders seconds that a person chose, and says which moments it drops; \
      with --add these stay beside it. --decisions renders exactly what \
      an edited decisions.json says. Both pin the video: nights leave its clips alone until \
      `gazecut regenerate VIDEO --unpin`. --set holds until the video is next due, \
      and wishes and explain do not go by it, which they say.

      --preview writes a small, fast encode of each moment, shorts/VIDEO/ID.preview.mp4, and \
      renders nothing else: clips, reel and pins stay as they are. Previews have no title and no \
      captions. The next rendering of the video removes them.

      EXAMPLES
        gazecut regenerate trip
        gazecut regenerate trip --set selection.count=3 --dry-run
        gazecut regenerate trip --moment 1:27-1:45 --moment 3:02.5-3:30
        gazecut regenerate trip --moment 1:27-1:45 --add
        gazecut regenerate trip --decisions shorts/trip/decisions.json
        gazecut regenerate trip --moment 1:27-1:45 --preview
        gazecut regenerate trip --unpin
      """)

  @OptionGroup var global: GlobalOptions
  @OptionGroup var decisions: DecisionOptions

  @Argument(help: "The video's id.")
  var video: String

  @Option(
    name: .customLong("moment"), parsing: .unconditionalSingleValue,
    help: ArgumentHelp("A person's choice of seconds; repeatable.", valueName: "start-end"))
  var moments: [String] = []

  @Flag(help: "Keep what was decided before beside --moment.")
  var add = false

  @Option(
    name: .customLong("decisions"),
    help: ArgumentHelp("Render what this edited document says.", valueName: "file"),
    completion: .file(extensions: ["json"]))
  var document: String?

  @Option(
    help: ArgumentHelp(
      "The line in its clips, as --set render.title does.", valueName: "text"))
  var title: String?

  @Flag(help: "Let the audience decide again.")
  var unpin = false

  @Flag(help: "Write small previews (ID.preview.mp4) in place of clips.")
  var preview = false

  func validate() throws {
    if preview && (unpin || decisions.dryRun) {
      throw ValidationError("--preview excludes --unpin and --dry-run.")
    }
    if [!moments.isEmpty, document != nil, unpin].filter({ $0 }).count > 1 {
      throw ValidationError("--moment, --decisions and --unpin exclude each other.")
    }
    if add && moments.isEmpty { throw ValidationError("--add is for --moment.") }
    for moment in moments where PlayTime.window(moment) == nil {
      throw ValidationError(
        "'\(moment)' is no window of play time; times begin at 0: write START-END as 1:27-1:45.")
    }
    let windows = moments.compactMap(PlayTime.window).sorted { $0.lowerBound < $1.lowerBound }
    for (one, next) in zip(windows, windows.dropFirst()) where next.lowerBound < one.upperBound {
      throw ValidationError(
        "two --moment overlap before \(one.upperBound) s: the reel would show it twice.")
    }
  }

  func run() async throws {
    var request = decisions.request(video)
    (request.unpin, request.isPreview) = (unpin, preview)
    if let title { request.flags.append("render.title=" + title) }
    if let document { request.source = try .document(path: document) }
    if !moments.isEmpty {
      request.source = .windows(moments.compactMap(PlayTime.window), adds: add)
    }
    try await NightRunner(global: global, set: decisions.set).run(request)
  }
}
