import ArgumentParser
import Foundation
import Importers
import Ingest
import Logging
import Support
import Workspace

struct ImportCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import", abstract: "Import gaze, emotions, detections or curves.",
    discussion: """
      A file is imported completely or rejected with file name, line and reason. Importing the same content \
      again changes nothing. The format `auto` detects each file's format and prints it.

      For files that arrive every night, use `gazecut intake`.

      If only the file name tells who watched, and files in several folders have the same name, gazecut \
      rejects them. Use --viewer-from folder if the folder names the viewer, or --viewer-from file if equal \
      names mean the same viewer. To replace a file by a corrected one, use --replace. Otherwise a corrected \
      file under another name counts the same seconds twice. A shorter recording never replaces a longer \
      one without --replace.

      Erased viewers are skipped. The other viewers of the file are imported.

      `gazecut import FORMAT --help` describes a format: example, units, options, known problems.

      EXAMPLES
        # describe a format or a preset
        gazecut import seeyoutube --help
        gazecut import table --preset tobii --help

        # gazecut's own format
        gazecut import timeline session-*.jsonl --video trip

        # detect the formats, check only
        gazecut import auto review.json boxes.jsonl.gz --video trip --check

        # an eye tracker's export, and a corrected version of it
        gazecut import table export.tsv --preset tobii
        gazecut import table export-2.tsv --preset tobii --replace export-1.tsv

        # label a part of the audience
        gazecut import timeline school/*.jsonl --video trip --label age=child

        # any table: say what its columns contain
        gazecut import table gaze.csv --video trip \\
          --map time=t_us:us,x=x_px,y=y_px \\
          --map 'gaze=pixels 1280x720' --map conf=conf,viewer=viewer

      \(FormatList.help)
      """)

  @OptionGroup var global: GlobalOptions
  @OptionGroup var options: ImportCommandOptions
  @Argument(help: "Format of the files, or auto. See `gazecut formats`.") var format: String

  @Argument(help: "The files. They can be compressed with gzip.", completion: .file())
  var files: [String] = []

  @Flag(help: "Read the files and print the result. Store nothing.") var check = false

  @Option(
    help: ArgumentHelp(
      "First remove the sessions of this earlier file (path, or label in `status`).",
      valueName: "earlier"))
  var replace: String?

  @Flag(help: "Also import viewers who were erased with `gazecut forget`.") var readmit = false

  func validate() throws {
    try requireFormatAndFiles()
    if replace != nil, files.count > 1 {
      throw ValidationError("--replace replaces one earlier file, so give one file.")
    }
  }

  /// Throws a helpful error if the first argument is a file instead of a format.
  private func requireFormatAndFiles() throws {
    let isFile = ImportFormat.named(format) == nil && access(format, F_OK) == 0
    if isFile, format != "auto" {
      let found = try? ImportFormat.detectFormat(format)
      let words = found.map { "This file can be read by: gazecut import \($0.words) FILE..." }
      throw ValidationError(
        "name the format before the files. "
          + (words ?? "`gazecut formats` lists the formats; auto recognises most files."))
    }
    guard !files.isEmpty else {
      throw ValidationError("name the files to import: gazecut import \(format) FILE...")
    }
  }

  func run() async throws {
    let reporter = global.reporter
    let logger = global.logger
    let names = LoggedFileNames(files: files, isKept: global.isKept)
    let job = try ImportJob(
      library: try global.library(), format: format, values: options.values,
      labels: options.viewerLabels, isCheck: check,
      ownership: .init(replacing: replace, readmits: readmit), names: names,
      notice: { logger.notice("\($0)") })
    defer { job.close() }
    SignalHandler.stopGracefully()
    let progress = ImportProgress(reporter: reporter) { SignalHandler.status != nil }
    reporter.begin(.importing, total: files.count)
    do {
      try job.rejectAmbiguousNames(of: files, progress: progress)
    } catch {
      guard let status = SignalHandler.status else { throw error }
      throw CommandFailure(status, "stopped; nothing was stored")
    }
    var refused: [any Error] = []
    var sides: [UnmatchedViewers.Modalities] = []
    var lossy = 0
    for file in files {
      defer { reporter.advance(.importing, file) }
      do {
        let outcome = try job.take(file: file, progress: progress)
        if !global.quiet || check { outcome.lines.forEach { print($0) } }
        sides += outcome.sides
        if outcome.ignoresManyRecords { lossy += 1 }
      } catch {
        if let status = SignalHandler.status {
          throw CommandFailure(
            status,
            "stopped; nothing of \(names.name(of: file)) was stored, the files before it were")
        }
        // A bad file does not stop the import of others. Each one is reported, and the exit code is
        // not 0.
        refused.append(error)
      }
    }
    if check || !global.quiet { try job.warningsByVideo(sides).forEach { print($0) } }
    if lossy > 0, files.count > 1, check || !global.quiet {
      print("odd: of \(lossy) of \(files.count) files more than a tenth was ignored")
    }
    if let failure = CommandFailure.combinedFailure(refused) { throw failure }
  }
}

struct FormatsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "formats", abstract: "List the formats that can be imported.",
    discussion: """
      One line per format: name, purpose, [contents], options.

      `gazecut import FORMAT --help` describes a format. `gazecut import table --preset NAME --help` \
      describes a preset. To make your own preset, save an existing one, change it, and use it with \
      `gazecut import table --preset-file FILE`.

      EXAMPLES
        # list all formats
        gazecut formats

        # describe one
        gazecut import arkit --help

        # save a preset to change it
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
      commandName: "show", abstract: "Print a preset of the format table.")

    @OptionGroup var global: GlobalOptions
    @Argument(help: "Name of the preset.") var preset: String

    func run() async throws { print(try FormatList.text(ofPreset: preset)) }
  }
}
