import ArgumentParser
import Nightly

struct IntakeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "intake", abstract: "Import new files from watched folders and databases.",
    discussion: """
      A watched folder has a pattern. With the pattern {video}/{viewer}, the file timelines/trip/anna.jsonl \
      has the data of viewer anna for video trip. Watched folders are listed under timelines: in \
      gazecut.yaml. The default is the folder timelines/ of the library.

      Each file is imported once. A renamed copy counts as the same file. A file that is still being \
      written waits for the next import. A rejected file is named with line and reason, and is tried again \
      when it changes. gazecut never moves or changes these files. Rejected files do not change the exit \
      code. If a watched folder cannot be read, the others are imported, and the exit code is 3.

      If run.before is set, gazecut first runs that program, for example to download files.

      EXAMPLES
        # show what would be imported, and which files wait or are rejected
        gazecut intake --dry-run

        # import it
        gazecut intake

        # do not wait for files that were just written
        gazecut intake --set intake.settle=0
      """)

  @OptionGroup var global: GlobalOptions
  @Flag(help: "Read new files and print what would be imported. Write nothing.") var dryRun = false

  @Option(
    help: ArgumentHelp(
      "Override a setting, for example intake.settle=0. Repeatable.", valueName: "key=value"))
  var set: [String] = []

  func run() async throws {
    let (isDryRun, set) = (dryRun, set)
    try await CommandRunner(global: global).run(
      prints: dryRun || !global.quiet, reportsSteps: true,
      stopped: "stopped; the imported files are kept, and `gazecut intake` imports the rest"
    ) { night, output in
      try await night.importNewFiles(isDryRun: isDryRun, flags: set, output: output)
    }
  }
}
