import ArgumentParser
import Foundation
import Nightly
import Support
import Workspace

struct PlanCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "plan", abstract: "Decide what to render, and write jobs for other machines.",
    discussion: """
      First, `plan` imports new data like `gazecut intake`, unless you use --no-intake. Then it decides \
      every video that is out of date and writes one job per file to render. A job contains everything \
      that a worker needs except the source video. `plan` does not change the clips of the library.

      --to writes the plan into a folder. All workers must see this folder and the sources at the same \
      paths. If workers see the sources at another path, use --map. Without --to, jobs are printed, one \
      per line.

      If a video cannot be planned, it is named, and the others continue (exit code 3).

      EXAMPLES
        # plan, render and collect the results
        gazecut plan --to /shared/tonight && gazecut work /shared/tonight \\
          && gazecut record /shared/tonight

        # workers see the sources at another path
        gazecut plan --to /shared/tonight --map /srv/films=/mnt/films

        # print the jobs
        gazecut plan trip | jq '{id, stretches, frames}'
      """)

  @OptionGroup var global: GlobalOptions
  @Argument(help: "Video IDs. Default: all videos.") var videos: [String] = []

  @Option(
    help: ArgumentHelp("Write the plan into this folder.", valueName: "folder"),
    completion: .directory)
  var to: String?

  @Option(help: .settings) var set: [String] = []

  @Option(
    help: ArgumentHelp(
      "Workers see the folder FROM at the path TO. Repeatable.",
      valueName: "from=to"))
  var map: [PathMapping] = []

  @OptionGroup var intake: IntakeFlag

  func run() async throws {
    let (videos, set, to, map, importsFirst) = (videos, set, to, map, intake.intake)
    try await CommandRunner(global: global, set: set).run(
      prints: to == nil || !global.quiet, isForPeople: to != nil, reportsSteps: true
    ) {
      try await $0.plan(
        videos, flags: set, to: to, importsFirst: importsFirst, maps: map, output: $1)
    }
  }
}

extension PathMapping: ExpressibleByArgument {
  package init?(argument: String) { self.init(text: argument) }
}

struct WorkCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "work", abstract: "Render the jobs of a plan.",
    discussion: """
      `work` needs the plan folder and the sources only. It opens no library, no gazecut.yaml and no key. \
      Several `work` commands can run at once, on one machine or on many. If you start a shard again, it \
      continues. If two shards render the same job, one complete file remains.

      --shard I/N renders part I of N. I is from 0 to N-1. In a Slurm array, the default comes from \
      SLURM_ARRAY_TASK_ID, _MIN, _STEP and _COUNT.

      If a job fails, it is named, and the others continue (exit code 3). `gazecut record` stores the reason.

      EXAMPLES
        # render all jobs
        gazecut work /shared/tonight

        # the first of four parts
        gazecut work /shared/tonight --shard 0/4

        # in an indexed job of Kubernetes
        gazecut work /shared/tonight --shard $JOB_COMPLETION_INDEX/4
      """)

  @OptionGroup var global: GlobalOptions
  @Argument(help: "The plan folder.", completion: .directory) var folder: String

  @Option(help: ArgumentHelp("Render part I of N. 0/4 is the first of four.", valueName: "I/N"))
  var shard: String?

  @Option(help: ArgumentHelp("Number of files to render at the same time.", valueName: "count"))
  var workers: Int?

  func validate() throws {
    if let shard, Shard(text: shard) == nil {
      throw ValidationError("'\(shard)' is no shard; write I/N with I from 0 to N-1, as 0/4.")
    }
    if let workers, workers < 1 { throw ValidationError("--workers must be 1 or more.") }
  }

  func run() async throws {
    let part = shard.flatMap(Shard.init(text:)) ?? Shard(slurm: ProcessInfo.processInfo.environment)
    let job = PlanRenderer(shard: part ?? .whole, reporter: global.reporter, logger: global.logger)
    let task = Task { [folder, workers] in try await job.run(folder, workers: workers) }
    SignalHandler.stopGracefully { task.cancel() }
    let result = await task.result
    if let status = SignalHandler.status {
      throw CommandFailure(status, "stopped; rendered files are kept, and the next start continues")
    }
    let text = try result.get()
    if !global.quiet { print(text, terminator: "") }
  }
}

struct RecordCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "record", abstract: "Move the results of a plan into the library.",
    discussion: """
      `record` publishes the rendered clips, posters and reels, archives clips that are no longer decided, \
      and stores the decisions. If jobs failed or are not rendered yet, they are named and stay out of date \
      (exit code 3). Then run `gazecut work` and `gazecut record` again. If a video changed after it was \
      planned (by a run, a person or an erasure), its clips stay as they are.

      --set overrides gazecut.yaml and the plan. A plan contains only settings that change what is cut or \
      how a clip looks. Programs, folders and the minimum number of viewers always come from the library.

      EXAMPLES
        # collect the results
        gazecut record /shared/tonight

        # without writing the report
        gazecut record /shared/tonight --set run.report=off
      """)

  @OptionGroup var global: GlobalOptions
  @Argument(help: "The plan folder.", completion: .directory) var folder: String
  @Option(help: .settings) var set: [String] = []

  func run() async throws {
    let (folder, set) = (folder, set)
    try await CommandRunner(global: global, set: set).run(
      prints: !global.quiet, reportsSteps: true, isNight: true
    ) { try await $0.record(folder, flags: set, output: $1) }
  }
}
