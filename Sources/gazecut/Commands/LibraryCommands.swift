import ArgumentParser
import Foundation
import Ingest
import Publishing
import Support
import Upkeep
import Workspace

struct BackupCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "backup", abstract: "Copy the database to a file, also during a run.",
    discussion: """
      The copy is consistent. A backup also needs gazecut.key, and gazecut.erased if viewers were erased. \
      Copy both. Anyone with the database and the key can test whether a name is among the viewers. Without \
      the newest gazecut.erased, a restored backup contains erased viewers again. Existing files are never \
      overwritten.

      EXAMPLES
        # a dated copy
        gazecut backup /backup/gazecut-$(date +%F).sqlite
      """)

  @OptionGroup var global: GlobalOptions
  @Argument(help: "The file to write. It must not exist.", completion: .file()) var file: String

  func run() async throws {
    let text = try global.library().backUp(to: file)
    if !global.quiet { print(text) }
  }
}

struct CheckCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check", abstract: "Check all files against the database.",
    discussion: """
      `check` reads the database and every clip, poster, metadata file and caption. It lists files that are \
      missing, damaged, edited, unknown, archived but unknown, or left over from a killed run. Missing, \
      damaged, left-over and archived unknown files give exit code 65. Files that you edited or added are \
      listed and are no error.

      --repair deletes left-over files, registers archived files, and moves damaged files aside. The next \
      `gazecut run` renders missing files again.

      --adopt accepts edited files as gazecut's own. Later runs then replace and archive them like any other \
      file. To get gazecut's version back, delete the file and run.

      EXAMPLES
        # check only
        gazecut check

        # repair, and render missing files again
        gazecut check --repair && gazecut run

        # accept edited files
        gazecut check --adopt
      """)

  @OptionGroup var global: GlobalOptions
  @Flag(help: "Repair what can be repaired.") var repair = false
  @Flag(help: "Accept edited files as gazecut's own.") var adopt = false

  func run() async throws {
    let reporter = global.reporter
    let quiet = global.quiet
    let check = LibraryCheck(library: try global.library(), repairs: repair, adopts: adopt) {
      reporter.step("checking", of: $0)
    }
    try check.run { text in if !quiet { print(text, terminator: "") } }
  }
}

struct DoctorCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor", abstract: "Check what gazecut needs on this machine.",
    discussion: """
      `doctor` lists what is installed, what is missing, and how to fix it. If there is a library, it also \
      checks its folder, settings and database.

      EXAMPLES
        # check the machine and the library
        gazecut doctor
      """)

  @OptionGroup var global: GlobalOptions

  func run() async throws {
    let examination = await Doctor.examine(configuration: global.config)
    print(
      TerminalText.fitted(examination.text, columns: ProgressReporter.outputColumns),
      terminator: "")
    guard examination.status == .done else {
      throw CommandFailure(examination.status, "gazecut cannot work as it is; see above")
    }
  }
}

struct InitCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "init", abstract: "Make a library folder with a commented gazecut.yaml.",
    discussion: """
      Existing files are never overwritten. Then put your videos into its folder videos/. A video's ID is \
      its file name without the extension.

      EXAMPLES
        # in the current folder
        gazecut init

        # in a new folder
        gazecut init ~/library
      """)

  @OptionGroup var global: GlobalOptions

  @Argument(
    help: ArgumentHelp("The library folder. It is created if necessary.", valueName: "dir"),
    completion: .directory)
  var directory = "."

  func run() async throws {
    let lines = try LibraryFolder.create(at: directory)
    if !global.quiet { lines.forEach { print($0) } }
  }
}

struct RemoveCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove", abstract: "Remove a video or one session from the library.",
    discussion: """
      The source file stays. Clips that gazecut made move to shorts/VIDEO/.retired.

      EXAMPLES
        # show what would be removed
        gazecut remove trip --dry-run

        # a video with all its sessions
        gazecut remove trip

        # one session, or all sessions of one file
        gazecut remove trip --session s-001
        gazecut remove trip --file export-1.csv
      """)

  @OptionGroup var global: GlobalOptions
  @Argument(help: "The video ID.") var video: String

  @Option(
    help: ArgumentHelp(
      "Only this session (name in its file, or label in `status --sessions`).", valueName: "id"))
  var session: String?

  @Option(
    help: ArgumentHelp(
      "Only the sessions of this file (path at import, or label in `status --sessions`).",
      valueName: "file"))
  var file: String?

  @Flag(help: "Print what would be removed. Change nothing.") var dryRun = false

  func validate() throws {
    if session != nil, file != nil {
      throw ValidationError("--session and --file exclude each other.")
    }
  }

  func run() async throws {
    let keeper = try LibraryCleaner(
      library: global.library(),
      names: LoggedFileNames(files: [], isKept: global.isKept), isDryRun: dryRun)
    let line = try keeper.remove(video: video, session: session, file: file)
    if dryRun || !global.quiet { print(line) }
  }
}
