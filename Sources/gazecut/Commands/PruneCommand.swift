import ArgumentParser
import Nightly

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
