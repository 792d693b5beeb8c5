import ArgumentParser
import Logging
import Upkeep

struct DiscloseCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "disclose", abstract: "Print all data stored about one viewer, as JSON.",
    discussion: """
      Name the viewer as at import. The library stores pseudonyms only, so it cannot list viewers.

      The output has the sessions with labels, files, counts and time ranges, the aggregates that contain \
      the viewer's data, and whether imports reject the viewer. If nothing was ever stored, the exit code \
      is 66. After `gazecut forget` it is 0, and isRefusedAtImport is true.

      EXAMPLES
        # everything
        gazecut disclose anyone@example.org

        # only the numbers of samples
        gazecut disclose anyone@example.org | jq '.sessions[].samples'
      """)

  @OptionGroup var global: GlobalOptions
  @Argument(help: "The viewer, named as at import.") var viewer: String

  func run() async throws {
    print(try ViewerDataExport(library: global.library(), viewer: viewer).json, terminator: "")
  }
}

struct ForgetCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "forget", abstract: "Erase viewers: samples, and aggregates with them.",
    discussion: """
      Name the viewer as at import. All videos that the viewer watched are processed again in the next run, \
      without this viewer. A clip is rendered again only if its decisions change. If a run is in progress, \
      `forget` waits until the run ends.

      If the library does not know a viewer, the exit code is 66. With several viewers, gazecut erases all \
      known ones and names the lines of the others. Erasing a viewer twice is no error.

      EXAMPLES
        # show which videos and clips would change
        gazecut forget anyone@example.org --dry-run

        # erase one viewer
        gazecut forget anyone@example.org

        # erase many, one name per line
        gazecut forget --from erased.txt
        psql -Atc 'SELECT viewer FROM erasures' | gazecut forget -
      """)

  @OptionGroup var global: GlobalOptions

  @Argument(help: "The viewer, named as at import. - reads many from standard input.")
  var viewer: String?

  @Option(
    help: ArgumentHelp("A file with one viewer per line. - is standard input.", valueName: "file"),
    completion: .file())
  var from: String?

  @Flag(help: "Print which videos and clips would change. Erase nothing.") var dryRun = false

  func validate() throws {
    guard (viewer == nil) != (from == nil) else {
      throw ValidationError("Name a viewer, or a file of viewers with --from.")
    }
  }

  func run() async throws {
    let logger = global.logger
    let viewers =
      try viewer.flatMap { $0 == "-" ? nil : try ViewerNameList($0) }
      ?? ViewerNameList(from: from ?? "-")
    let text = try LibraryCleaner(library: global.library(), isDryRun: dryRun)
      .forget(viewers) { logger.notice("\($0)") }
    if dryRun || !global.quiet { print(text) }
  }
}

struct PruneCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "prune", abstract: "Erase samples older than library.keepSamples.",
    discussion: """
      Every run does this when it ends. Without library.keepSamples nothing is erased. Aggregates and \
      decisions stay, and new viewers are added to them. Afterwards these aggregates cannot be computed \
      with other settings, and a single viewer cannot be removed from them.

      EXAMPLES
        # erase old samples now
        gazecut prune
      """)

  @OptionGroup var global: GlobalOptions

  func run() async throws {
    let text = try LibraryCleaner(library: global.library()).prune()
    if !global.quiet { print(text) }
  }
}
