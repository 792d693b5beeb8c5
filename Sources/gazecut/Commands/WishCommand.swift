import ArgumentParser
import Deciding
import EditDecisions
import Failures
import Foundation
import Nightly

struct WishCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "wish",
    abstract: "Say what clips must show, must not show, or how; the audience does the rest.",
    discussion: """
      A wish holds through every later night and freezes nothing else. Each is shown with what it \
      changes (the decisions before and after, side by side) and what the next run will render; \
      --dry-run only shows it. Wishes are kept in the library, in wishes/VIDEO.json; gazecut.yaml \
      can hold some as well.

      never SPAN     no clip shows any of it
      always SPAN    a clip shows just this; it keeps selection.minimumViewers
      move WHICH     that moment begins and ends later, or earlier: --start -2 --end +1.5 (seconds), \
      or at a play time: --start 0:11
      frame WHICH    how it is shown: --layout crop|fit, --x PIXELS, --y PIXELS, or --hold (still)

      title [WHICH] TEXT   the line in that clip, or in all, in place of render.title

      SPAN is START-END in play time. WHICH is the number of a moment as `run --dry-run` shows it, or \
      a play time in it; frame takes a SPAN too.

      EXAMPLES
        gazecut wish trip never 3:10-3:30
        gazecut wish trip always 1:27-1:45
        gazecut wish trip move 2 --start -2 --end +1.5
        gazecut wish trip frame 2 --layout fit
        gazecut wish trip frame 4:00-4:20 --x 410 --dry-run
        gazecut wish trip title "A day at the lake"
        gazecut wish trip title 2 "She waves"
        gazecut wish trip --list
        gazecut wish --apply wishes-trip.json   all that a page's desk gave
        gazecut wish trip --undo        what the last command wished
        gazecut wish trip --undo 1      as --list numbers it
      """)

  @OptionGroup var global: GlobalOptions

  @Argument(help: "The video's id; --apply has it from its file.")
  var video: String?

  @Argument(help: "never, always, move, frame or title, and of what; a number after --undo.")
  var words: [String] = []

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Seconds by which its start moves, less than 0 earlier; or where it goes, as 0:11.",
      valueName: "s"))
  var start: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Seconds by which its end moves, less than 0 earlier; or where it goes, as 0:25.",
      valueName: "s"))
  var end: String?

  @Option(help: ArgumentHelp("crop or fit.", valueName: "layout"))
  var layout: String?

  @Option(help: ArgumentHelp("Left edge of the window in the picture.", valueName: "pixels"))
  var x: String?

  @Option(help: ArgumentHelp("Its top edge.", valueName: "pixels"))
  var y: String?

  @Flag(help: "The window stands still in each shot.")
  var hold = false

  @Option(
    help: ArgumentHelp("Take all wishes of a file, as a video's page gives it.", valueName: "file"))
  var apply: String?

  @Flag(help: "Show the wishes.")
  var list = false

  @Option(help: "How --list shows them; json is the form that --apply takes.")
  var format: WishListFormat = .lines

  @Flag(help: "Take back what the last command wished, or the wish of this number.")
  var undo = false

  @Flag(help: "Show what would change; write nothing.")
  var dryRun = false

  func validate() throws {
    // What a file holds is looked at when it is taken, with the status of bad data.
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
        "\(path): \(error)\n--apply takes what the desk of a video's page saved, or "
          + "`gazecut wish VIDEO --list --format json` printed")
    }
  }

  private func request() throws -> WishRequest {
    let options = [start, end, layout, x, y].contains { $0 != nil } || hold
    guard list || format == .lines else {
      throw ValidationError("--format is how --list shows the wishes.")
    }
    if let apply {
      guard !list, !undo, !options, words.isEmpty, video == nil else {
        throw ValidationError("--apply stands alone: its file names the video and the wishes.")
      }
      return .apply(try document(apply), file: apply)
    }
    guard video != nil else { throw ValidationError("say of which video.") }
    if list || undo {
      guard list != undo, !options else {
        throw ValidationError("--list and --undo stand alone.")
      }
      guard undo || words.isEmpty else { throw ValidationError("--list takes no more words.") }
      guard let word = words.first else {
        return list ? .list(isJSON: format == .json) : .undo(nil)
      }
      guard words.count == 1, let number = Int(word), number > 0 else {
        throw ValidationError("--undo takes the number of one wish, not '\(word)'.")
      }
      return .undo(number)
    }
    let isTitleOfOne = words.count == 3 && words[0] == "title"
    if words.first == "title" { try requireLine() }
    guard words.count == 2 || isTitleOfOne else {
      throw ValidationError(
        "say what is wished, as `never 3:10-3:30` or `move 2 --start -2`; or --list.")
    }
    do {
      let rest = try rest(of: words[0])
      return .add(try WishDraft(words[0], words[1], rest: isTitleOfOne ? words[2] : rest))
    } catch let problem as WishProblem {
      throw ValidationError("\(problem)")
    }
  }

  /// Without its line a title's number would be taken for the line of all clips.
  private func requireLine() throws {
    guard words.count <= 3 else {
      throw ValidationError("title: put its line into quotes, as `title 2 \"She waves\"`.")
    }
    guard let line = words.dropFirst().last, Int(line) == nil || words.count == 3,
      line.contains(where: { !$0.isWhitespace })
    else {
      throw ValidationError(
        "title: its line is missing; write `title 2 \"She waves\"`, or \"At the lake\" alone for "
          + "all clips (a number alone is set as render.title).")
    }
  }

  /// What the options say, in the words of the written form.
  private func rest(of kind: String) throws -> String {
    let edges = [("start", start), ("end", end)]
    let looks = [("layout", layout), ("x", x), ("y", y)]
    let (wrong, needed) = kind == "move" ? (looks, "move") : (edges, "frame")
    guard kind == "move" || kind == "frame" else {
      guard (edges + looks).allSatisfy({ $0.1 == nil }), !hold else {
        throw ValidationError("\(kind) takes no options but --dry-run.")
      }
      return ""
    }
    if let (name, _) = wrong.first(where: { $0.1 != nil }) {
      throw ValidationError("--\(name) is nothing that \(needed) takes.")
    }
    let given = (kind == "move" ? edges : looks).flatMap { name, value in
      value.map { [name, $0] } ?? []
    }
    return (given + (hold ? ["hold"] : [])).joined(separator: " ")
  }

  func run() async throws {
    let request = try request()
    let named = if case .apply(let document, _) = request { document.video } else { video ?? "" }
    try await NightRunner(global: global).run(request, of: named, dryRun: dryRun, isShown: list)
  }
}

extension NightRunner {
  /// Does what is asked with the wishes of a video; what it changes is always shown by a dry run.
  func run(
    _ request: WishRequest, of video: String, dryRun: Bool, isShown: Bool = false
  ) async throws {
    try await run(
      prints: dryRun || isShown || !global.quiet, stopped: "stopped; nothing was written"
    ) { try await $0.wish(of: video, request, dryRun: dryRun, output: $1) }
  }
}

enum WishListFormat: String, ExpressibleByArgument, CaseIterable {
  case lines, json
}

struct RestoreCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "restore",
    abstract: "Bring a retired clip back, as a wish.",
    discussion: """
      The clip's seconds are wished (`gazecut wish VIDEO always`), and how they are shown where a \
      wish can say so: the whole picture, or a window that stands still. A window that moved is the \
      audience's again. The next `gazecut run` brings the clip; while the retired file is the same \
      it is taken back, and not rendered. `gazecut wish VIDEO --undo` takes the wish back.

      EXAMPLES
        gazecut status trip --retired
        gazecut restore trip trip-7f3a2c0011
        gazecut restore trip 7f3a2c0011 --dry-run
      """)

  @OptionGroup var global: GlobalOptions

  @Argument(help: "The video's id.")
  var video: String

  @Argument(help: "The clip's id, as `gazecut status VIDEO --retired` lists it.")
  var id: String

  @Flag(help: "Show what would change; write nothing.")
  var dryRun = false

  func run() async throws {
    try await NightRunner(global: global).run(.restore(id), of: video, dryRun: dryRun)
  }
}
