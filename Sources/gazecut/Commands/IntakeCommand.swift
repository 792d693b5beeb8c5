import ArgumentParser
import Nightly

struct IntakeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "intake",
    abstract: "Take in all that is new in the places of timelines:; every run begins with it.",
    discussion: """
      A place is a folder whose paths say something: with the pattern {video}/{viewer}, \
      timelines/trip/anna.jsonl is what anna did while trip was shown. Without timelines: in \
      gazecut.yaml the library's own folder timelines/ is such a place.

      Each file is taken in once, by its content, whatever it is called today. One that is still \
      being written waits; one that is bad is left where it is, named with its line and reason, and \
      tried again when it changes. No file is moved or written, and no bad one fails the command. A \
      place that cannot be read as a whole ends it with 3, when the others are taken in.

      run.before: [PROGRAM, ...] is run first, such as one that fetches files.

      EXAMPLES
        gazecut intake --dry-run            what would be taken in; names files that wait or are bad
        gazecut intake
        gazecut intake --set intake.settle=0
      """)

  @OptionGroup var global: GlobalOptions

  @Flag(help: "Read everything new and say what would be taken in; write nothing.")
  var dryRun = false

  @Option(
    help: ArgumentHelp(
      "A setting for this once, as intake.settle=0; repeatable.", valueName: "key=value"))
  var set: [String] = []

  func run() async throws {
    let (isDryRun, set) = (dryRun, set)
    try await NightRunner(global: global).run(
      prints: dryRun || !global.quiet,
      stopped: "stopped; what was taken in is kept, and `gazecut intake` takes in the rest"
    ) { night, output in
      try await night.takeIn(isDryRun: isDryRun, flags: set, output: output)
    }
  }
}
