import ArgumentParser
import Foundation
import Reporting
import Support
import Workspace

struct ReportCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "report", abstract: "Write the report: HTML pages with all clips.",
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
  @Argument(help: "The video ID. Default: all videos.") var video: String?
  @Flag(help: "Open the page in a browser.") var open = false

  func run() async throws {
    SignalHandler.stopGracefully()
    let reporter = global.reporter
    let job = try ReportJob(library: try global.library(), report: { reporter.advance(.pages, $0) })
    reporter.begin(.pages, total: job.due(video).count)
    let page = try job.write(video, isCancelled: { SignalHandler.status != nil })
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
