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
