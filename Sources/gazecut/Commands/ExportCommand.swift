package import ArgumentParser
package import CutLists
import Foundation
import Logging
import Nightly

struct ExportCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Write recorded decisions for an editor's program, with the moving crop.",
    discussion: """
      otio (DaVinci Resolve, Premiere), mlt (Shotcut, Kdenlive, melt), fcpxml (Final Cut Pro) and \
      edl (cuts only) hold a timeline for each short, at its size, and one for the reel. vtt and \
      youtube are chapters of the source, csv a table with a line a shot.

      With --to each document becomes a file; without, all are printed, one after another. What a \
      form cannot say is told on standard error and in the document. The setting render.exports \
      writes timelines beside the clips with every run.

      EXAMPLES
        gazecut export trip --format otio --to ~/edit
        gazecut export trip --format mlt --moment 1 > first.mlt
        gazecut export trip --format youtube
        gazecut run --dry-run --format edl     the same, before anything is rendered
      """)

  @OptionGroup var global: GlobalOptions

  @Argument(help: "The video's id.")
  var video: String

  @Option(help: "The form.")
  var format: ExportFormat

  @Option(
    help: ArgumentHelp(
      "Only this short: its rank, its id, or the beginning of its id.", valueName: "id|n"))
  var moment: String?

  @Option(
    help: ArgumentHelp("Write files into this folder.", valueName: "folder"),
    completion: .directory)
  var to: String?

  @Flag(help: "With --to: replace files that are there.")
  var force = false

  func validate() throws {
    if force, to == nil { throw ValidationError("--force is for --to.") }
  }

  func run() async throws {
    let logger = global.logger(clearing: global.reporter)
    let export = try ExportJob(library: global.library(), video: video).export(moment: moment)
    for text in export.shortfalls(format) { logger.notice("\(video): \(text)") }
    guard let to else { return print(export.stream(format), terminator: "") }
    let folder = (to as NSString).expandingTildeInPath
    let paths = try ExportJob.write(
      export.documents(format), to: folder, mayReplace: force)
    for path in paths { print(path) }
  }
}

extension ExportFormat: ExpressibleByArgument {}
