import ArgumentParser
import Failures
import Foundation
import Importers
import Ingest
import Logging
import Workspace

struct ImportCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import",
    abstract: "Take in what viewers did, or what a detector found.",
    discussion: """
      A file is taken whole or refused whole, with its name and line. The same content twice is \
      taken once. The format auto recognises each file by its content and says which it is.

      What comes every night is taken in by `gazecut intake`, whose patterns say what paths say.

      Files of one name in several folders are refused where nothing but that name says who \
      watched: --viewer-from folder names viewers by the folder, --viewer-from file says that files \
      of one name are one viewer's. The same samples are taken once, whatever their file is called. \
      What is shorter than what is there takes its place with --replace only, which takes the \
      earlier file out whole; and so should a corrected export under another name, since it counts \
      the same seconds twice.

      Viewers who were erased are left out, and the others of the file are taken.

      gazecut import FORMAT --help explains a format: what a file looks like, units, options, \
      traps.

      EXAMPLES
        gazecut import seeyoutube --help
        gazecut import table --preset tobii --help
        gazecut import timeline session-*.jsonl --video trip
        gazecut import auto review.json boxes.jsonl.gz --video trip --check
        gazecut import table export.tsv --preset tobii
        gazecut import table export-2.tsv --preset tobii --replace export-1.tsv
        gazecut import timeline school/*.jsonl --video trip --label age=child
        gazecut import table gaze.csv --video trip \\
          --map 'time=t_us:us,x=x_px,y=y_px,gaze=pixels 1280x720,conf=conf,viewer=viewer'

      \(FormatList.help)
      """)

  @OptionGroup var global: GlobalOptions
  @OptionGroup var options: ImportCommandOptions

  @Argument(help: "The format of the files, or auto; see gazecut formats.")
  var format: String

  @Argument(help: "The files, plain or gzip.", completion: .file())
  var files: [String]

  @Flag(help: "Read everything and report, without storing.")
  var check = false

  @Option(
    help: ArgumentHelp(
      "Take out first all that this earlier file brought: its path, or its label in status.",
      valueName: "earlier"))
  var replace: String?

  @Flag(help: "Let viewers in again who were erased with gazecut forget.")
  var readmit = false

  func validate() throws {
    if replace != nil, files.count > 1 {
      throw ValidationError("--replace takes one earlier file out for one file.")
    }
  }

  func run() async throws {
    let reporter = global.reporter
    let logger = global.logger
    let names = FileNames(files: files, isKept: global.isKept)
    let job = try ImportJob(
      library: try global.library(), format: format, values: options.values,
      labels: options.viewerLabels,
      isCheck: check,
      ownership: .init(replacing: replace, readmits: readmit), names: names,
      notice: { logger.notice("\($0)") })
    defer { job.close() }
    Interruption.heed()
    let progress = ImportProgress(reporter: reporter) { Interruption.status != nil }
    do {
      try job.requireOwnNames(of: files, progress: progress)
    } catch {
      guard let status = Interruption.status else { throw error }
      throw CommandFailure(status, "stopped; nothing was stored")
    }
    var refused: [any Error] = []
    var sides: [ViewersApart.Sides] = []
    var lossy = 0
    for file in files {
      do {
        let outcome = try job.take(file: file, progress: progress)
        if !global.quiet || check { outcome.lines.forEach { print($0) } }
        sides += outcome.sides
        if outcome.losesMany { lossy += 1 }
      } catch {
        if let status = Interruption.status {
          throw CommandFailure(
            status,
            "stopped; nothing of \(names.name(of: file)) was stored, the files before it were")
        }
        // One bad file keeps nobody else's out; each is named, and the exit code tells.
        refused.append(error)
      }
    }
    if check || !global.quiet { try job.apart(sides).forEach { print($0) } }
    if lossy > 0, files.count > 1, check || !global.quiet {
      print("odd: of \(lossy) of \(files.count) files more than a tenth was ignored")
    }
    if let failure = CommandFailure.refusing(refused) { throw failure }
  }
}

struct FormatsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "formats",
    abstract: "List what can be imported, a line each: name, purpose, [what it carries], options.",
    discussion: """
      gazecut import FORMAT --help explains a format, gazecut import table --preset NAME --help \
      a preset. A preset is a data file: show one, save it, change it, and give it to \
      gazecut import table --preset-file FILE.

      EXAMPLES
        gazecut formats
        gazecut import arkit --help
        gazecut formats show tobii > ours.json
      """,
    subcommands: [List.self, Show.self], defaultSubcommand: List.self)

  struct List: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "list", abstract: "List formats and presets.", shouldDisplay: false)

    @OptionGroup var global: GlobalOptions

    func run() async throws { FormatList.lines.forEach { print($0) } }
  }

  struct Show: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "show", abstract: "Print a preset of table, to copy and change.")

    @OptionGroup var global: GlobalOptions

    @Argument(help: "The preset's name.")
    var preset: String

    func run() async throws { print(try FormatList.text(ofPreset: preset)) }
  }
}
