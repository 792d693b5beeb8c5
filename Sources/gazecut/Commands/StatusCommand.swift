import ArgumentParser
import Foundation
import Reporting
import Support
import Workspace

struct StatusCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "status",
    abstract: "Show videos and runs, or the clips of one video.",
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

  @Argument(help: "List the clips of this video.")
  var video: String?

  @Flag(help: "List archived clips. `gazecut restore` brings one back.")
  var retired = false

  @Option(help: ArgumentHelp("List the sessions of this video.", valueName: "video"))
  var sessions: String?

  @Option(help: "Output format.")
  var format = TextFormat.text

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
      return format == .text
        ? printForPeople(fitted(text)) : print(text, terminator: "")
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

struct CiteCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "cite",
    abstract: "Print facts for the methods section of a paper.",
    discussion: """
      The JSON contains versions, the numbers of viewers, sessions and samples per format, ignored data and \
      the reasons, warnings of imports, all settings that change what is cut, and a definition of each \
      setting and each column of `explain --series`. It names no viewer.

      EXAMPLES
        # everything
        gazecut cite trip > methods.json

        # the audience
        gazecut cite trip | jq .audience

        # definitions of all figures
        gazecut cite trip | jq -r '.definitions[] | "\\(.name): \\(.meaning)"'
      """)

  @OptionGroup var global: GlobalOptions

  @Argument(help: "The video ID.")
  var video: String

  func run() async throws {
    let report = try StatusReport(library: global.library())
    print(try report.methods(of: video, defines: true), terminator: "")
  }
}

struct ReportCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "report",
    abstract: "Write the report: HTML pages with all clips.",
    discussion: """
      report/index.html lists all videos with their clips and status, and the last runs. report/VIDEO.html \
      plays the clips of one video. It shows the reactions over the whole video, rejected moments, and the \
      clip editor. Both work from disk and load nothing from the network.

      Without VIDEO, gazecut writes all pages that are out of date. Each run updates the pages of its \
      videos, unless run.report is off. Pages contain no figures of fewer than selection.minimumViewers \
      viewers.

      EXAMPLES
        # write the pages and open the index
        gazecut report --open

        # one video
        gazecut report trip --open
      """)

  @OptionGroup var global: GlobalOptions

  @Argument(help: "The video ID. Default: all videos.")
  var video: String?

  @Flag(help: "Open the page in a browser.")
  var open = false

  func run() async throws {
    SignalHandler.stopGracefully()
    let reporter = global.reporter
    let scope = video.map(ReportJob.Scope.video) ?? .changed
    let job = try ReportJob(
      library: try global.library(), report: { reporter.advance(.pages, $0) })
    reporter.begin(.pages, total: job.due(scope).count)
    let page = try job.write(scope, isCancelled: { SignalHandler.status != nil })
    if let status = SignalHandler.status {
      throw CommandFailure(status, "stopped; pages already written are complete")
    }
    print(page)
    if open { try Self.show(page) }
  }

  /// Opens a page with the desktop's default program, on Linux and macOS.
  private static func show(_ page: String) throws {
    for program in ["/usr/bin/xdg-open", "/usr/bin/open"] {
      guard FileManager.default.isExecutableFile(atPath: program) else { continue }
      let process = Process()
      process.executableURL = URL(fileURLWithPath: program)
      process.arguments = [page]
      process.standardOutput = FileHandle.nullDevice
      process.standardError = FileHandle.nullDevice
      try process.run()
      return
    }
    throw CommandFailure(
      .missingComponent, "there is no program here that opens pages (xdg-open); open \(page)")
  }
}
