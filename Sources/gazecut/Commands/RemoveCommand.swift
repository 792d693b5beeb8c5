import ArgumentParser
import Nightly

struct RemoveCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove",
    abstract: "Take a video or one session out of the library.",
    discussion: """
      The source file stays where it is. Of a removed video, the clips that gazecut made move to \
      shorts/VIDEO/.retired.

      EXAMPLES
        gazecut remove trip
        gazecut remove trip --session s-001
        gazecut remove trip --file export-1.csv    all that this file had brought
        gazecut remove trip --dry-run              what would go
      """)

  @OptionGroup var global: GlobalOptions

  @Argument(help: "The video's id.")
  var video: String

  @Option(
    help: ArgumentHelp(
      "Only this session, as named in its file, or its label in `status --sessions`.",
      valueName: "id"))
  var session: String?

  @Option(
    help: ArgumentHelp(
      "Only what this file brought, by its path as imported, or its name in `status --sessions`.",
      valueName: "file"))
  var file: String?

  @Flag(help: "Say what would be taken out; change nothing.")
  var dryRun = false

  func validate() throws {
    if session != nil, file != nil {
      throw ValidationError("--session and --file exclude each other.")
    }
  }

  func run() async throws {
    let keeper = try Housekeeping(
      library: global.library(),
      names: FileNames(files: [], isScheduled: global.isScheduled), isDryRun: dryRun)
    let line = try keeper.remove(video: video, session: session, file: file)
    if dryRun || !global.quiet { print(line) }
  }
}
