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
        gazecut status --format json      for scripts (gazecut schema status)
      """)

  @OptionGroup var global: GlobalOptions

  @Option(help: ArgumentHelp("List the sessions of this video.", valueName: "video"))
  var sessions: String?

  /// How the status is printed.
  enum Format: String, ExpressibleByArgument, CaseIterable { case text, json }

  @Option(help: "How to print it.")
  var format = Format.text

  func validate() throws {
    guard sessions == nil || format == .text else {
      throw ValidationError("--sessions is printed as text; leave --format out")
    }
  }

  func run() async throws {
    let report = try StatusReport(library: global.library())
    guard format == .text else { return print(try report.json, terminator: "") }
    print(try sessions.map(report.sessions) ?? report.text, terminator: "")
  }
}
