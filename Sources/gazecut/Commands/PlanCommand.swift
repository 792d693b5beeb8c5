import ArgumentParser
import Nightly

struct PlanCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "plan",
    abstract: "Decide what is due, as sealed jobs that any machine can render.",
    discussion: """
      A job holds all that rendering one file needs, by value: what is cut and how it is framed, \
      every setting, what was probed of the source and what tells it from another, the captions \
      and the name of the file. The library is not changed.

      --to writes the plan into a folder, which every machine that works on it has to see at the \
      same path, as it has to see the sources. Without it the jobs are printed, one a line.

      A video that cannot be planned is named, and the others go on (exit 3).

      EXAMPLES
        gazecut plan --to /shared/tonight && gazecut work /shared/tonight \\
          && gazecut record /shared/tonight
        gazecut plan trip | jq '{id, stretches, frames}'
      """)

  @OptionGroup var global: GlobalOptions

  @Argument(help: "Ids of videos; all without.")
  var videos: [String] = []

  @Option(
    help: ArgumentHelp("The folder to write the plan into.", valueName: "folder"),
    completion: .directory)
  var to: String?

  @Option(
    help: ArgumentHelp(
      "A setting for this once, as selection.count=3; repeatable.", valueName: "key=value"))
  var set: [String] = []

  func run() async throws {
    let (videos, set, to) = (videos, set, to)
    try await NightRunner(global: global).run(prints: to == nil || !global.quiet) {
      try await $0.plan(videos, flags: set, to: to, output: $1)
    }
  }
}
