import ArgumentParser
import Foundation
import Nightly

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

      A job that fails is named, and the others go on (exit 3; when every one failed, as the first of \
      them did); `gazecut record` keeps why.

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
      logger: global.logger(clearing: reporter), stopStatus: { Interruption.status })
    let task = Task { try await job.run() }
    Interruption.heed { task.cancel() }
    let result = await task.result
    reporter.clear()
    if let status = Interruption.status {
      throw CommandFailure(status, "stopped; what was rendered is kept, the next start goes on")
    }
    let text = try result.get()
    if !global.quiet { print(text, terminator: "") }
  }
}
