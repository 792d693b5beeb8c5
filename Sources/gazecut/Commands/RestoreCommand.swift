import ArgumentParser
import Nightly

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
    let request = WishRequest(video: video, act: .restore(id), dryRun: dryRun)
    try await NightRunner(global: global).run(
      prints: dryRun || !global.quiet, stopped: "stopped; nothing was written"
    ) { try await $0.wish(request, output: $1) }
  }
}
