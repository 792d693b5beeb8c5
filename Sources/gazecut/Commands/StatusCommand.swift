import ArgumentParser
import Reporting
import Support
import Workspace

struct StatusCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "status", abstract: "Show videos and runs, or the clips of one video.",
    discussion: """
      EXAMPLES
        # all videos and the last runs
        gazecut status

        # clips of a video: seconds, ID, date, chosen by, file
        gazecut status trip

        # archived clips, and why they were archived
        gazecut status trip --retired

        # sessions of a video: a summary, and all of them
        gazecut status --sessions trip
        gazecut status --sessions trip --verbose

        # for scripts; see `gazecut schema status` and `gazecut schema clips`
        gazecut status --format json
        gazecut status trip --format json
      """)

  @OptionGroup var global: GlobalOptions
  @Argument(help: "List the clips of this video.") var video: String?
  @Flag(help: "List archived clips. `gazecut restore` brings one back.") var retired = false

  @Option(help: ArgumentHelp("List the sessions of this video.", valueName: "video"))
  var sessions: String?

  @Option(help: "Output format.") var format = TextFormat.text

  func validate() throws {
    guard sessions == nil || video == nil else {
      throw ValidationError("--sessions already names a video; remove the other")
    }
    guard !retired || video != nil else {
      throw ValidationError("--retired needs a video: `gazecut status VIDEO --retired`")
    }
  }

  func run() async throws {
    let report = try StatusReport(library: global.library())
    if let video {
      let text =
        try format == .text
        ? report.clips(of: video, retired: retired) : report.clipsJSON(of: video)
      return format == .text ? printForPeople(fitted(text)) : print(text, terminator: "")
    }
    if let sessions, format == .json {
      return print(try report.methods(of: sessions, defines: false), terminator: "")
    }
    guard format == .text else { return print(try report.json, terminator: "") }
    let text = try sessions.map { try report.sessions(of: $0, listsAll: global.verbose) }
    printForPeople(fitted(try text ?? report.text))
  }

  private func fitted(_ text: String) -> String {
    TerminalText.fitted(text, columns: ProgressReporter.outputColumns)
  }
}
