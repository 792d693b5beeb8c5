import ArgumentParser
import Nightly

struct StatusCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "status",
    abstract: "Show videos, sessions, clips and the last nights.",
    discussion: """
      EXAMPLES
        gazecut status
      """)

  @OptionGroup var global: GlobalOptions

  func run() async throws {
    print(try StatusReport(library: global.library()).text, terminator: "")
  }
}
