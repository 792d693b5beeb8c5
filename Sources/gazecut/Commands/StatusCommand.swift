import ArgumentParser
import Failures
import Foundation
import Pages
import Upkeep
import Workspace

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
        gazecut status --sessions trip --format json    what a methods section needs; see cite
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

  @Option(help: "How to print it.")
  var format = TextFormat.text

  func validate() throws {
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
    if let sessions, format == .json {
      return print(try report.methods(of: sessions, defines: false), terminator: "")
    }
    guard format == .text else { return print(try report.json, terminator: "") }
    print(try sessions.map(report.sessions) ?? report.text, terminator: "")
  }
}

struct CiteCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "cite",
    abstract: "Print what a methods section says of a video's audience, as one JSON.",
    discussion: """
      Versions, how many viewers, sessions and samples, in which formats, what was left out and why, \
      what imports found odd, every setting that changes what is cut, and what each setting and each \
      figure of `explain --series` means. It names no viewer.

      EXAMPLES
        gazecut cite trip > methods.json
        gazecut cite trip | jq .audience
        gazecut cite trip | jq -r '.definitions[] | "\\(.name): \\(.meaning)"'
      """)

  @OptionGroup var global: GlobalOptions

  @Argument(help: "The video's id.")
  var video: String

  func run() async throws {
    let report = try StatusReport(library: global.library())
    print(try report.methods(of: video, defines: true), terminator: "")
  }
}

struct ReportCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "report",
    abstract: "Write the pages that people look at: the clips, and why they were chosen.",
    discussion: """
      report/index.html lists every video with its clips, what is due, pinned or failing, and the \
      last nights. report/VIDEO.html plays a video's clips, shows what the audience did over the \
      whole video, what was refused and what would have to change, and the commands to type. Both \
      open from the disk and load nothing from a network.

      Without VIDEO the pages of all videos that changed are written. A night writes those it \
      worked on, unless run.report is off. What fewer than selection.minimumViewers did is not on \
      any page.

      EXAMPLES
        gazecut report --open
        gazecut report trip --open
      """)

  @OptionGroup var global: GlobalOptions

  @Argument(help: "The video's id; all videos without.")
  var video: String?

  @Flag(help: "Open the page in the browser.")
  var open = false

  func run() async throws {
    Interruption.heed()
    let reporter = global.reporter
    let job = try ReportJob(library: try global.library()) {
      reporter.step("writing its page", of: $0)
    }
    let page = try job.write(
      video.map(ReportJob.Scope.video) ?? .changed, isCancelled: { Interruption.status != nil })
    if let status = Interruption.status {
      throw CommandFailure(status, "stopped; the pages that were written are whole")
    }
    print(page)
    if open { try Self.show(page) }
  }

  /// The desktop's own way of opening a file, on Linux and on macOS.
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
