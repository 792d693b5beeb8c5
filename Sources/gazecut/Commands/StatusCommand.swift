import ArgumentParser
import Nightly

struct StatusCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "status",
    abstract: "Show videos, sessions, clips and the last nights.",
    discussion: """
      EXAMPLES
        gazecut status
        gazecut status --sessions trip    each session of a video, by its label
      """)

  @OptionGroup var global: GlobalOptions

  @Option(help: ArgumentHelp("List the sessions of this video.", valueName: "video"))
  var sessions: String?

  func run() async throws {
    let report = try StatusReport(library: global.library())
    print(try sessions.map(report.sessions) ?? report.text, terminator: "")
  }
}
