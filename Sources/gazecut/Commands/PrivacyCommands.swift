import ArgumentParser
import Nightly

struct DiscloseCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "disclose",
    abstract: "Print all that is held of a viewer, as JSON.",
    discussion: """
      The viewer is named as at import; the library knows viewers by pseudonyms only and cannot \
      list them. Told are the sessions with their labels, files, counts and ranges, what was \
      folded from them together with others', and whether an import would refuse the viewer. \
      Exit 66 when nothing is held.

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
