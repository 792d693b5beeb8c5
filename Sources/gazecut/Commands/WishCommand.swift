import ArgumentParser
import Deciding
import Foundation
import Nightly
import Overrides
import Support

struct WishCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "wish", abstract: "Override what clips of a video show.",
    discussion: """
      An override applies to all later runs. gazecut prints the decisions before and after, and what the \
      next run will render. With --dry-run it only prints. Overrides are stored in wishes/VIDEO.json in \
      the library. gazecut.yaml can contain overrides too.

      OVERRIDES
        never SPAN           no clip shows this span
        always SPAN          one clip shows exactly this span
        move WHICH           start or end: --start -2 --end +1.5, or --start 0:11
        frame WHICH          crop: --layout, --x PIXELS, --y PIXELS, or --hold
        title [WHICH] TEXT   title of one clip, or of all

      SPAN is START-END in play time, or WHICH for all of a moment. WHICH is the number of a moment in \
      `gazecut run --dry-run`, the ID of its clip, or a play time inside it. `frame` also takes a SPAN. \
      `always` still needs selection.minimumViewers viewers.

      EXAMPLES
        # never show these seconds; always show these
        gazecut wish trip never 3:10-3:30
        gazecut wish trip never 2
        gazecut wish trip always 1:27-1:45

        # start moment 2 two seconds earlier, and end it 1.5 s later
        gazecut wish trip move 2 --start -2 --end +1.5

        # show the whole frame of moment 2; set the left edge of a crop
        gazecut wish trip frame 2 --layout fit
        gazecut wish trip frame 4:00-4:20 --x 410 --dry-run

        # title of all clips, or of one
        gazecut wish trip title "A day at the lake"
        gazecut wish trip title 2 "She waves"

        # apply a file that the clip editor of the report saved
        gazecut wish --apply wishes-trip.json

        # list overrides; undo the last one, or number 1
        gazecut wish trip --list
        gazecut wish trip --undo
        gazecut wish trip --undo 1
      """)

  @OptionGroup var global: GlobalOptions
  @Argument(help: "The video ID. Not needed with --apply.") var video: String?

  @Argument(help: "never, always, move, frame or title, and what it applies to.")
  var words: [String] = []

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("New start: -2 is 2 s earlier, 0:11 is a play time.", valueName: "s"))
  var start: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("New end: +1.5 is 1.5 s later, 0:25 is a play time.", valueName: "s"))
  var end: String?

  @Option(help: ArgumentHelp("Layout: crop, stack, wide or fit.", valueName: "layout"))
  var layout: String?

  @Option(help: ArgumentHelp("Left edge of the crop in the frame.", valueName: "pixels"))
  var x: String?

  @Option(help: ArgumentHelp("Top edge of the crop in the frame.", valueName: "pixels"))
  var y: String?

  @Flag(help: "Keep the crop still in each shot.") var hold = false

  @Option(
    help: ArgumentHelp(
      "Apply the overrides of a file that the clip editor saved.", valueName: "file"))
  var apply: String?

  @Flag(help: "List the overrides.") var list = false
  @Option(help: "Output format of --list. --apply reads json.") var format: WishListFormat = .lines
  @Flag(help: "Undo the last override, or the one with this number.") var undo = false
  @Flag(help: "Print what would change. Write nothing.") var dryRun = false

  func validate() throws {
    // The content of a file is checked when it is applied, with the exit code for bad data.
    if apply == nil || video != nil || !words.isEmpty || list || undo { _ = try request() }
  }

  private func document(_ path: String) throws -> WishDocument {
    let text = try DecisionSource.text(of: path, option: "--apply")
    do {
      let document = try WishDocument(json: Data(text.utf8))
      _ = try document.read()
      return document
    } catch let problem as WishProblem {
      throw CommandFailure(.badData, "\(path): \(problem)")
    } catch {
      throw CommandFailure(
        .badData,
        "\(path): \(error)\n--apply reads a file that the clip editor saved, or "
          + "the output of `gazecut wish VIDEO --list --format json`")
    }
  }

  private func request() throws -> WishRequest {
    let options = [start, end, layout, x, y].contains { $0 != nil } || hold
    guard list || format == .lines else { throw ValidationError("--format is for --list.") }
    if let apply {
      guard !list, !undo, !options, words.isEmpty, video == nil else {
        throw ValidationError("--apply excludes a video ID and overrides: its file contains both.")
      }
      return .apply(try document(apply), file: apply)
    }
    guard video != nil else { throw ValidationError("give the ID of the video.") }
    if list || undo {
      guard list != undo, !options else {
        throw ValidationError(
          "--list and --undo exclude each other and the options of an override.")
      }
      guard undo || words.isEmpty else { throw ValidationError("--list has no further arguments.") }
      guard let word = words.first else {
        return list ? .list(isJSON: format == .json) : .undo(nil)
      }
      guard words.count == 1, let number = Int(word), number > 0 else {
        throw ValidationError("--undo needs the number of one override, not '\(word)'.")
      }
      return .undo(number)
    }
    let isTitleOfOne = words.count == 3 && words[0] == "title"
    if words.first == "title" { try requireLine() }
    guard words.count == 2 || isTitleOfOne else {
      throw ValidationError(
        "give an override, for example `never 3:10-3:30` or `move 2 --start -2`, or --list.")
    }
    do {
      let rest = try rest(of: words[0])
      return .add(try WishInput(words[0], words[1], rest: isTitleOfOne ? words[2] : rest))
    } catch let problem as WishProblem {
      throw ValidationError("\(problem)")
    }
  }

  /// Without a text, the number of a moment would become the title of all clips.
  private func requireLine() throws {
    guard words.count <= 3 else {
      throw ValidationError(
        "title: put the title into quotes, for example `title 2 \"She waves\"`.")
    }
    guard let line = words.dropFirst().last, Int(line) == nil || words.count == 3,
      line.contains(where: { !$0.isWhitespace })
    else {
      throw ValidationError(
        "title: the title is missing; write `title 2 \"She waves\"`, or \"At the lake\" alone for "
          + "all clips (a number alone is set as render.title).")
    }
  }

  /// The options in the written form of a wish.
  private func rest(of kind: String) throws -> String {
    let edges = [("start", start), ("end", end)]
    let looks = [("layout", layout), ("x", x), ("y", y)]
    let (wrong, needed) = kind == "move" ? (looks, "move") : (edges, "frame")
    guard kind == "move" || kind == "frame" else {
      guard (edges + looks).allSatisfy({ $0.1 == nil }), !hold else {
        throw ValidationError("\(kind) allows only the option --dry-run.")
      }
      return ""
    }
    try requireOneLook()
    if let (name, _) = wrong.first(where: { $0.1 != nil }) {
      throw ValidationError("--\(name) cannot be used with \(needed).")
    }
    let given = (kind == "move" ? edges : looks).flatMap { name, value in
      value.map { [name, $0] } ?? []
    }
    return (given + (hold ? ["hold"] : [])).joined(separator: " ")
  }

  /// Throws if options exclude each other.
  private func requireOneLook() throws {
    guard x != nil || y != nil || layout != nil else { return }
    if layout == "fit", let edge = [("--x", x), ("--y", y)].first(where: { $0.1 != nil })?.0 {
      throw ValidationError(
        "--layout fit shows the whole frame, so \(edge) has no effect; use \(edge) without --layout."
      )
    }
    if layout == "crop", x != nil || y != nil {
      throw ValidationError(
        "--layout crop lets the audience move the window; use --x and --y without --layout.")
    }
    if hold { throw ValidationError("--hold excludes --layout, --x and --y.") }
  }

  func run() async throws {
    let request = try request()
    let named = if case .apply(let document, _) = request { document.video } else { video ?? "" }
    try await CommandRunner(global: global).run(request, of: named, dryRun: dryRun, isShown: list)
  }
}

extension CommandRunner {
  /// Applies a request to the wishes of a video; changes are shown by a dry run.
  func run(
    _ request: WishRequest, of video: String, dryRun: Bool, isShown: Bool = false
  ) async throws {
    try await run(
      prints: dryRun || isShown || !global.quiet, stopped: "stopped; nothing was written"
    ) { try await $0.wish(of: video, request, dryRun: dryRun, output: $1) }
  }
}

enum WishListFormat: String, ExpressibleByArgument, CaseIterable { case lines, json }

struct RestoreCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "restore", abstract: "Bring an archived clip back.",
    discussion: """
      `restore` adds the override `gazecut wish VIDEO always` for the seconds of the clip. It also restores \
      the framing if that was the whole frame or a crop without motion. A moving crop is planned again from \
      the gaze. The next `gazecut run` brings the clip back. If the archived file still fits, it is not \
      rendered again. `gazecut wish VIDEO --undo` reverts this.

      EXAMPLES
        # list archived clips
        gazecut status trip --retired

        # bring one back
        gazecut restore trip trip-7f3a2c0011

        # show what would change
        gazecut restore trip 7f3a2c0011 --dry-run
      """)

  @OptionGroup var global: GlobalOptions
  @Argument(help: "The video ID.") var video: String
  @Argument(help: "The clip ID, see `gazecut status VIDEO --retired`.") var id: String
  @Flag(help: "Print what would change. Write nothing.") var dryRun = false

  func run() async throws {
    try await CommandRunner(global: global).run(.restore(id), of: video, dryRun: dryRun)
  }
}
