import ArgumentParser
import Nightly

struct StatusCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "status",
    abstract: "Show videos, sessions, clips and the last nights, or one video's clips.",
    discussion: """
      EXAMPLES
        gazecut status
        gazecut status trip               its clips: seconds, id, since when, by whom, file
        gazecut status trip --retired     clips that were retired, and why
        gazecut status --sessions trip    each session of a video, by its label
        gazecut status --format json      for scripts (gazecut schema status)
        gazecut status trip --format json for scripts (gazecut schema clips)
      """)

  @OptionGroup var global: GlobalOptions

  @Argument(help: "List the clips of this video.")
  var video: String?

  @Flag(help: "List its clips that were retired; `gazecut restore` brings one back.")
  var retired = false

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
    guard sessions == nil || video == nil else {
      throw ValidationError("--sessions names its video itself; leave the other out")
    }
    guard !retired || video != nil else {
      throw ValidationError("--retired is of one video: `gazecut status VIDEO --retired`")
    }
  }

  func run() async throws {
    let report = try StatusReport(library: global.library())
    if let video {
      let text =
        try format == .text
        ? report.clips(of: video, retired: retired) : report.clipsJSON(of: video)
      return print(text, terminator: "")
    }
    guard format == .text else { return print(try report.json, terminator: "") }
    print(try sessions.map(report.sessions) ?? report.text, terminator: "")
  }
}
