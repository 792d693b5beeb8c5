import ArgumentParser
package import CutLists
import Foundation
import Logging
import Nightly
import Publishing
import Support

struct ExportCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export", abstract: "Export decisions for editing programs, with the crop.",
    discussion: """
      FORMATS
        otio     DaVinci Resolve, Premiere
        mlt      Shotcut, Kdenlive, melt
        fcpxml   Final Cut Pro
        xmeml    Premiere
        edl      cuts only
        vtt      chapters of the source
        youtube  chapters for a YouTube description
        csv      a table with one row per shot

      The timeline formats contain one timeline per short and aspect ratio, and one for the reel. With --to, \
      each document is written to a file. Otherwise all documents are printed one after another. If a \
      format cannot represent something, gazecut prints a warning and writes it into the document. The \
      setting render.exports writes timelines next to the clips in every run.

      EXAMPLES
        # one file per clip
        gazecut export trip --format otio --to ~/edit

        # only the best moment
        gazecut export trip --format mlt --moment 1 > first.mlt

        # chapters
        gazecut export trip --format youtube

        # before anything is rendered
        gazecut run --dry-run --format edl
      """)

  @OptionGroup var global: GlobalOptions
  @Argument(help: "The video ID.") var video: String
  @Option(help: "Export format.") var format: ExportFormat

  @Option(
    help: ArgumentHelp(
      "Only this clip: its rank, its ID, or the first characters of its ID.", valueName: "id|n"))
  var moment: String?

  @Option(
    help: ArgumentHelp("Write one file per document into this folder.", valueName: "folder"),
    completion: .directory)
  var to: String?

  @Flag(help: "With --to: replace existing files.") var force = false

  func validate() throws {
    if force, to == nil { throw ValidationError("--force is for --to.") }
  }

  func run() async throws {
    let logger = global.logger
    let export = try ExportJob.export(video, in: global.library(), moment: moment)
    for text in export.formatWarnings(format) { logger.notice("\(video): \(text)") }
    guard let to else {
      let count = export.lists.count
      if count > 1, format == .otio || format == .mlt || format == .xmeml {
        let words = "\(count) documents one after another: --to FOLDER writes a file each"
        logger.notice("\(video): \(words)")
      }
      return print(export.stream(format), terminator: "")
    }
    let folder = (to as NSString).expandingTildeInPath
    let paths = try ExportJob.write(export.documents(format), to: folder, mayReplace: force)
    for path in paths { print(path) }
  }
}

extension ExportFormat: ExpressibleByArgument {}

struct SchemaCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "schema", abstract: "Print the JSON Schema of a document.",
    discussion: """
      Editors with JSON Schema support check a document while you write it, and complete its keys.

      DOCUMENTS
      \(DocumentSchema.all.map { "  \($0.name)\t\($0.summary)" }.joined(separator: "\n"))

      EXAMPLES
        # the schema of decisions.json
        gazecut schema decisions > decisions.schema.json
      """)

  @OptionGroup var global: GlobalOptions

  @Argument(
    help: "The document.", completion: .list(DocumentSchema.all.map(\.name)), transform: document)
  var name: DocumentSchema

  func run() async throws { print(name.text) }

  private static func document(_ name: String) throws -> DocumentSchema {
    guard let document = DocumentSchema.all.first(where: { $0.name == name }) else {
      let names = DocumentSchema.all.map(\.name).joined(separator: ", ")
      throw ValidationError("there is no schema '\(name)'; known are \(names)")
    }
    return document
  }
}
