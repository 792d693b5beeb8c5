import ArgumentParser
import Deciding
import Foundation
import Nightly
import Support

struct RegenerateCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "regenerate", abstract: "Render the clips of one video again.",
    discussion: """
      Without options, gazecut decides the video again from its audience.

      --moment renders seconds that you chose. It replaces the chosen moments, unless you use --add. \
      --decisions renders exactly what an edited decisions.json contains. Both lock the video: later runs \
      do not change its clips until `gazecut regenerate VIDEO --unpin`. --set applies until the video is \
      next out of date. `gazecut wish` and `gazecut explain` do not use these values, and say so.

      --preview writes a small, fast encode of each moment, shorts/VIDEO/ID.preview.mp4, and nothing else. \
      Previews have no title and no captions. The next rendering removes them.

      EXAMPLES
        # decide and render again
        gazecut regenerate trip

        # show what another setting would give
        gazecut regenerate trip --set selection.count=3 --dry-run

        # your own seconds, instead of the chosen moments or in addition
        gazecut regenerate trip --moment 1:27-1:45 --moment 3:02.5-3:30
        gazecut regenerate trip --moment 1:27-1:45 --add

        # an edited document
        gazecut regenerate trip --decisions shorts/trip/decisions.json

        # a quick preview
        gazecut regenerate trip --moment 1:27-1:45 --preview

        # let the audience decide again
        gazecut regenerate trip --unpin
      """)

  @OptionGroup var global: GlobalOptions
  @OptionGroup var decisions: DecisionOptions
  @Argument(help: "The video ID.") var video: String

  @Option(
    name: .customLong("moment"), parsing: .unconditionalSingleValue,
    help: ArgumentHelp("Seconds to render. Repeatable.", valueName: "start-end"))
  var moments: [String] = []

  @Flag(help: "Keep the chosen moments in addition to --moment.") var add = false

  @Option(
    name: .customLong("decisions"),
    help: ArgumentHelp("Render this edited decisions.json.", valueName: "file"),
    completion: .file(extensions: ["json"]))
  var document: String?

  @Option(help: ArgumentHelp("Title of the clips, like --set render.title.", valueName: "text"))
  var title: String?

  @Flag(help: "Unlock the video: decide from the audience again.") var unpin = false
  @Flag(help: "Write small previews instead of clips.") var preview = false

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
    try await CommandRunner(global: global, set: decisions.set).run(request)
  }
}
