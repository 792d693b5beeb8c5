import ArgumentParser
package import CutLists
import EditDecisions
import Explaining
import Foundation
import Logging
import Nightly
import Publishing

struct ExportCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Write recorded decisions for an editor's program, with the moving crop.",
    discussion: """
      otio (DaVinci Resolve, Premiere), mlt (Shotcut, Kdenlive, melt), fcpxml (Final Cut Pro), \
      xmeml (Premiere) and edl (cuts only) hold a timeline for each short, at its size and in every shape, and one for the \
      reel. vtt and \
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
    let logger = global.logger
    let export = try ExportJob.export(video, in: global.library(), moment: moment)
    for text in export.shortfalls(format) { logger.notice("\(video): \(text)") }
    guard let to else {
      let count = export.lists.count
      if count > 1, format == .otio || format == .mlt || format == .xmeml {
        let words = "\(count) documents one after another: --to FOLDER writes a file each"
        logger.notice("\(video): \(words)")
      }
      return print(export.stream(format), terminator: "")
    }
    let folder = (to as NSString).expandingTildeInPath
    let paths = try ExportJob.write(
      export.documents(format), to: folder, mayReplace: force)
    for path in paths { print(path) }
  }
}

extension ExportFormat: ExpressibleByArgument {}

struct SchemaCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "schema",
    abstract: "Print the JSON Schema of a document that gazecut writes.",
    discussion: """
      Editors that know JSON Schema check a document while it is written, and complete its keys.

      DOCUMENTS
      \(all.map { "  \($0.name)\t\($0.summary)" }.joined(separator: "\n"))

      EXAMPLES
        gazecut schema decisions > decisions.schema.json
      """)

  @OptionGroup var global: GlobalOptions

  @Argument(help: "Which document.", completion: .list(all.map(\.name)), transform: document)
  var name: DocumentSchema

  func run() async throws { print(name.text) }

  private static let all =
    DocumentSchema.decided + [.explanation] + DocumentSchema.planned

  private static func document(_ name: String) throws -> DocumentSchema {
    guard let document = all.first(where: { $0.name == name }) else {
      let names = all.map(\.name).joined(separator: ", ")
      throw ValidationError("there is no schema '\(name)'; known are \(names)")
    }
    return document
  }
}
