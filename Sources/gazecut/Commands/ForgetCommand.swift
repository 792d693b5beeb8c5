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
      """)

  @OptionGroup var global: GlobalOptions

  @Argument(help: "The viewer, as named at import.")
  var viewer: String

  func run() async throws {
    let line = try Housekeeping(library: global.library()).forget(viewer: viewer)
    if !global.quiet { print(line) }
  }
}
