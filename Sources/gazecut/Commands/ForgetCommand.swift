import ArgumentParser
import Nightly

struct ForgetCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "forget",
    abstract: "Erase a viewer: samples, and what was folded from them.",
    discussion: """
      The viewer is named as at import. Videos the viewer had watched are due again, so the next \
      night's figures are without them.

      EXAMPLES
        gazecut forget anyone@example.org
        gazecut forget anyone@example.org --dry-run    in which videos
      """)

  @OptionGroup var global: GlobalOptions

  @Argument(help: "The viewer, as named at import.")
  var viewer: String

  @Flag(help: "Say in which videos the viewer would be forgotten; change nothing.")
  var dryRun = false

  func run() async throws {
    let line = try Housekeeping(library: global.library(), isDryRun: dryRun).forget(viewer: viewer)
    if dryRun || !global.quiet { print(line) }
  }
}
