import ArgumentParser
import Logging
import Upkeep

struct DiscloseCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "disclose",
    abstract: "Print all that is held of a viewer, as JSON.",
    discussion: """
      The viewer is named as at import; the library knows viewers by pseudonyms only and cannot \
      list them. Told are the sessions with their labels, files, counts and ranges, what was \
      folded from them together with others', and whether an import would refuse the viewer. \
      Exit 66 when nothing was ever held; 0 after `forget`, with isRefusedAtImport.

      EXAMPLES
        gazecut disclose anyone@example.org
        gazecut disclose anyone@example.org | jq '.sessions[].samples'
      """)

  @OptionGroup var global: GlobalOptions

  @Argument(help: "The viewer, as named at import.")
  var viewer: String

  func run() async throws {
    print(
      try ViewerDisclosure(library: global.library(), viewer: viewer).json, terminator: "")
  }
}

struct ForgetCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "forget",
    abstract: "Erase viewers: samples, and what was folded from them.",
    discussion: """
      Viewers are named as at import. Videos they had watched are due again, so the next night's \
      figures are without them; a clip is rendered anew where it is decided otherwise, and of the \
      others only the records are written anew. Beside a night it waits until that is done.

      Whom the library does not know ends in exit 66; of many, one a line, by their lines, when all \
      others are erased. Who was erased before is no mistake.

      EXAMPLES
        gazecut forget anyone@example.org
        gazecut forget anyone@example.org --dry-run    in which videos, and which clips
        gazecut forget --from erased.txt               many, one a line
        psql -Atc 'SELECT viewer FROM erasures' | gazecut forget -
      """)

  @OptionGroup var global: GlobalOptions

  @Argument(help: "The viewer, as named at import; - reads many from standard input.")
  var viewer: String?

  @Option(
    help: ArgumentHelp("Viewers, one a line; - is standard input.", valueName: "file"),
    completion: .file())
  var from: String?

  @Flag(help: "Say in which videos they would be forgotten, and which clips rendered anew.")
  var dryRun = false

  func validate() throws {
    guard (viewer == nil) != (from == nil) else {
      throw ValidationError("Name a viewer, or a file of viewers with --from.")
    }
  }

  func run() async throws {
    let logger = global.logger
    let viewers =
      try viewer.flatMap { $0 == "-" ? nil : try NamedViewers($0) }
      ?? NamedViewers(from: from ?? "-")
    let text = try Housekeeping(library: global.library(), isDryRun: dryRun)
      .forget(viewers) { logger.notice("\($0)") }
    if dryRun || !global.quiet { print(text) }
  }
}

struct PruneCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "prune",
    abstract: "Erase samples older than library.keepSamples; what was folded of them stays.",
    discussion: """
      Every night does the same when it has ended. Without library.keepSamples nothing is erased. \
      What was decided stays as it is, and later viewers are added to what stays. It cannot be \
      folded with other settings, and nobody can be taken out of it.

      EXAMPLES
        gazecut prune
      """)

  @OptionGroup var global: GlobalOptions

  func run() async throws {
    let text = try Housekeeping(library: global.library()).prune()
    if !global.quiet { print(text) }
  }
}
