import ArgumentParser
import Nightly

struct FormatsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "formats",
    abstract: "List what can be imported, a line each.",
    discussion: """
      EXAMPLES
        gazecut formats
      """)

  @OptionGroup var global: GlobalOptions

  func run() async throws { ImportJob.formats.forEach { print($0) } }
}
