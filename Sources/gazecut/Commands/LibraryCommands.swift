import ArgumentParser
import Failures
import Foundation
import Ingest
import Publishing
import Upkeep
import Workspace

struct BackupCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "backup",
    abstract: "Copy the database into a file, also while a night runs.",
    discussion: """
      The copy is whole. It needs gazecut.key beside it, which is not in it: who has both can tell \
      whether a name is among the viewers; and, once anybody was erased, the newest gazecut.erased, \
      without which it brings back who was erased after it was made. Nothing is overwritten.

      EXAMPLES
        gazecut backup /backup/gazecut-$(date +%F).sqlite
      """)

  @OptionGroup var global: GlobalOptions

  @Argument(help: "The file to write; nothing may be there.", completion: .file())
  var file: String

  func run() async throws {
    let text = try global.library().backUp(to: file)
    if !global.quiet { print(text) }
  }
}

struct CheckCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Compare every file with the library.",
    discussion: """
      Reads the database and every clip, poster, record and caption, and says which are missing, \
      damaged, changed, foreign, left over by a killed run, or retired and unknown. Exit 65 when \
      something is missing, damaged, left over or unknown; what a person changed or put there is \
      shown and is no fault.

      --repair removes what is left over, notes retired files, and sets damaged ones aside. What \
      is missing, the next `gazecut run` makes again, with or without --repair.

      --adopt takes files that were changed by hand for gazecut's own, as they are now: from then \
      on they are replaced and retired as any other. To have gazecut's own content back, delete \
      the file and run.

      EXAMPLES
        gazecut check
        gazecut check --repair && gazecut run
        gazecut check --adopt
      """)

  @OptionGroup var global: GlobalOptions

  @Flag(help: "Heal what can be healed.")
  var repair = false

  @Flag(help: "Take files that were changed by hand for gazecut's own.")
  var adopt = false

  func run() async throws {
    let reporter = global.reporter
    let quiet = global.quiet
    let check = LibraryCheck(
      library: try global.library(), repairs: repair, adopts: adopt
    ) { reporter.step("checking", of: $0) }
    try check.run { text in
      if !quiet { print(text, terminator: "") }
    }
  }
}

struct DoctorCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor",
    abstract: "Show what is installed, what is missing, and what to do about it.",
    discussion: """
      With a library at hand, its folder, settings and database are looked at too.

      EXAMPLES
        gazecut doctor
      """)

  @OptionGroup var global: GlobalOptions

  func run() async throws {
    let examination = await Doctor.examine(configuration: global.config)
    print(examination.text, terminator: "")
    guard examination.status == .done else {
      throw CommandFailure(examination.status, "gazecut cannot work as it is; see above")
    }
  }
}

struct InitCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "init",
    abstract: "Make a library folder with a commented gazecut.yaml.",
    discussion: """
      Nothing that exists is overwritten. Put videos into the folder's videos/; a video's id is \
      its file name without the extension.

      EXAMPLES
        gazecut init                the current folder
        gazecut init ~/library
      """)

  @OptionGroup var global: GlobalOptions

  @Argument(
    help: ArgumentHelp("The folder; made if it is not there.", valueName: "dir"),
    completion: .directory)
  var directory = "."

  func run() async throws {
    let lines = try LibraryFolder.create(at: directory)
    if !global.quiet { lines.forEach { print($0) } }
  }
}

struct RemoveCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove",
    abstract: "Take a video or one session out of the library.",
    discussion: """
      The source file stays where it is. Of a removed video, the clips that gazecut made move to \
      shorts/VIDEO/.retired.

      EXAMPLES
        gazecut remove trip
        gazecut remove trip --session s-001
        gazecut remove trip --file export-1.csv    all that this file had brought
        gazecut remove trip --dry-run              what would go
      """)

  @OptionGroup var global: GlobalOptions

  @Argument(help: "The video's id.")
  var video: String

  @Option(
    help: ArgumentHelp(
      "Only this session, as named in its file, or its label in `status --sessions`.",
      valueName: "id"))
  var session: String?

  @Option(
    help: ArgumentHelp(
      "Only what this file brought, by its path as imported, or its label in `status --sessions`.",
      valueName: "file"))
  var file: String?

  @Flag(help: "Say what would be taken out; change nothing.")
  var dryRun = false

  func validate() throws {
    if session != nil, file != nil {
      throw ValidationError("--session and --file exclude each other.")
    }
  }

  func run() async throws {
    let keeper = try Housekeeping(
      library: global.library(),
      names: FileNames(files: [], isKept: global.isKept), isDryRun: dryRun)
    let line = try keeper.remove(video: video, session: session, file: file)
    if dryRun || !global.quiet { print(line) }
  }
}
