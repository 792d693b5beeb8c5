import ArgumentParser
import Failures
import Foundation
import Nightly
import Workspace

struct PlanCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "plan",
    abstract: "Decide what is due, as sealed jobs that any machine can render.",
    discussion: """
      A job holds all that rendering one file needs, by value: what is cut and how it is framed, \
      every setting, what was probed of the source and what tells it from another, the captions \
      and the name of the file. It begins as `gazecut intake` does, unless --no-intake; else the \
      library is not changed.

      --to writes the plan into a folder, which every machine that works on it has to see at the \
      same path, as it has to see the sources, unless --map says where workers see those. Without it the jobs are printed, one a line.

      A video that cannot be planned is named, and the others go on (exit 3).

      EXAMPLES
        gazecut plan --to /shared/tonight && gazecut work /shared/tonight \\
          && gazecut record /shared/tonight
        gazecut plan --to /shared/tonight --map /srv/films=/mnt/films
        gazecut plan trip | jq '{id, stretches, frames}'
      """)

  @OptionGroup var global: GlobalOptions

  @Argument(help: "Ids of videos; all without.")
  var videos: [String] = []

  @Option(
    help: ArgumentHelp("The folder to write the plan into.", valueName: "folder"),
    completion: .directory)
  var to: String?

  @Option(help: .settings)
  var set: [String] = []

  @Option(
    help: ArgumentHelp(
      "Where workers see a folder of sources that is elsewhere here; repeatable.",
      valueName: "from=to"))
  var map: [PathMap] = []

  @OptionGroup var intake: IntakeFlag

  func run() async throws {
    let (videos, set, to, map, takesIn) = (videos, set, to, map, intake.intake)
    try await NightRunner(global: global, set: set).run(prints: to == nil || !global.quiet) {
      try await $0.plan(videos, flags: set, to: to, takesIn: takesIn, maps: map, output: $1)
    }
  }
}

extension PathMap: ExpressibleByArgument {
  /// As `init(text:)`.
  package init?(argument: String) { self.init(text: argument) }
}

struct WorkCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "work",
    abstract: "Render a plan's jobs; needs the plan's folder and the sources, and nothing else.",
    discussion: """
      It opens no library, no gazecut.yaml and no key. Jobs are independent: several shards may \
      run at once, on one machine or on many, and one that is started again goes on where it was. \
      Two that do the same job by mistake leave one whole file.

      --shard I/N renders the I-th of N parts, I from 0 to N-1. In a Slurm array it is taken from \
      SLURM_ARRAY_TASK_ID, _MIN, _STEP and _COUNT where it is not given.

      A job that fails is named, and the others go on (exit 3, also when every one failed); \
      `gazecut record` keeps why.

      EXAMPLES
        gazecut work /shared/tonight
        gazecut work /shared/tonight --shard 0/4
        gazecut work /shared/tonight --shard $JOB_COMPLETION_INDEX/4
      """)

  @OptionGroup var global: GlobalOptions

  @Argument(help: "The folder that `gazecut plan --to` wrote.", completion: .directory)
  var folder: String

  @Option(help: ArgumentHelp("The part to render: 0/4 is the first of four.", valueName: "I/N"))
  var shard: String?

  @Option(help: ArgumentHelp("Files that are rendered at once.", valueName: "count"))
  var workers: Int?

  func validate() throws {
    if let shard, Shard(text: shard) == nil {
      throw ValidationError("'\(shard)' is no shard; write I/N with I from 0 to N-1, as 0/4.")
    }
    if let workers, workers < 1 { throw ValidationError("--workers must be 1 or more.") }
  }

  func run() async throws {
    let part =
      shard.flatMap(Shard.init(text:)) ?? Shard(slurm: ProcessInfo.processInfo.environment)
    let reporter = global.reporter
    let job = WorkJob(
      folder: folder, shard: part ?? .whole, workers: workers, reporter: reporter,
      logger: global.logger)
    let task = Task { try await job.run() }
    Interruption.heed { task.cancel() }
    let result = await task.result
    if let status = Interruption.status {
      throw CommandFailure(status, "stopped; what was rendered is kept, the next start goes on")
    }
    let text = try result.get()
    if !global.quiet { print(text, terminator: "") }
  }
}

struct RecordCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "record",
    abstract: "Take what a plan's jobs rendered into the library.",
    discussion: """
      Clips, posters and reels move to their places, what is no longer decided is retired, the \
      decisions and the night are noted. What failed is named and stays due, as does what is not \
      rendered yet (exit 3, also when it is all of them): work again, and record again. A video that was changed since it was \
      planned, by another run, a person or an erasure, is left as it is.

      --set goes over the settings of gazecut.yaml and of the plan. A plan carries only settings \
      that change what is cut or how a clip looks; programs, folders and the least number of viewers \
      are the library's own.

      EXAMPLES
        gazecut record /shared/tonight
        gazecut record /shared/tonight --set run.report=off
      """)

  @OptionGroup var global: GlobalOptions

  @Argument(help: "The folder that `gazecut plan --to` wrote.", completion: .directory)
  var folder: String

  @Option(help: .settings)
  var set: [String] = []

  func run() async throws {
    let (folder, set) = (folder, set)
    try await NightRunner(global: global, set: set).run(prints: !global.quiet, isNight: true) {
      try await $0.record(folder, flags: set, output: $1)
    }
  }
}
