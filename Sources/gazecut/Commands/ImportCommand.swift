import ArgumentParser
import Foundation
import Nightly

struct ImportCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import",
    abstract: "Take in what viewers did, or what a detector found.",
    discussion: """
      A file is taken whole or refused whole, with its name and line. The same content twice is \
      taken once. `gazecut formats` lists what can be read.

      EXAMPLES
        gazecut import timeline session-*.jsonl --video trip
        gazecut import seetube review.json --video trip --viewer anyone
        gazecut import detections boxes.jsonl.gz
      """)

  @OptionGroup var global: GlobalOptions

  @Argument(help: "The format of the files; see gazecut formats.")
  var format: String

  @Argument(help: "The files, plain or gzip.", completion: .file())
  var files: [String]

  @Option(
    help: ArgumentHelp("The video's id, where the files do not name it.", valueName: "id"))
  var video: String?

  @Option(
    help: ArgumentHelp(
      "Who watched, where the files do not say; stored as a pseudonym.", valueName: "name"))
  var viewer: String?

  @Option(
    help: ArgumentHelp(
      "When it was recorded, as 2026-11-19T21:03:00Z, where the files do not say.",
      valueName: "time"))
  var recordedAt: String?

  func run() async throws {
    let reporter = global.reporter
    let job = try ImportJob(
      library: try global.library(), format: format, video: video, viewer: viewer,
      recordedAt: recordedAt)
    for file in files {
      let line = try job.take(file: file)
      reporter.clear()
      if !global.quiet { print(line) }
    }
  }
}
