import ArgumentParser
import Nightly

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
      library: try global.library(), .init(repairs: repair, adopts: adopt)
    ) { reporter.step("checking", of: $0) }
    defer { reporter.clear() }
    try check.run { text in
      reporter.clear()
      if !quiet { print(text, terminator: "") }
    }
  }
}
