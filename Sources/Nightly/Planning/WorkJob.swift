import EditDecisions
import Foundation
package import Logging
import Media
import Rendering
import Synchronization

/// Renders the jobs of a plan; opens no library, no configuration and no key.
package struct WorkJob: Sendable {
  let folder: String
  let shard: Shard
  let workers: Int?
  let reporter: ProgressReporter
  /// How fast files are rendered.
  private let pace = RenderPace()
  let logger: Logger
  let stopStatus: @Sendable () -> ExitStatus?

  /// Makes a job.
  ///
  /// - Parameters:
  ///   - folder: what `plan --to` wrote.
  ///   - shard: the part of its jobs to render.
  ///   - workers: processes at once; `nil` goes by the machine.
  ///   - reporter: where progress goes.
  ///   - logger: where the log goes.
  ///   - stopStatus: how the command will end when its task is cancelled.
  package init(
    folder: String, shard: Shard, workers: Int?, reporter: ProgressReporter, logger: Logger,
    stopStatus: @escaping @Sendable () -> ExitStatus?
  ) {
    self.folder = folder
    self.shard = shard
    self.workers = workers
    self.reporter = reporter
    self.logger = logger
    self.stopStatus = stopStatus
  }

  /// What became of the jobs.
  private struct Tally {
    var rendered = 0
    var there = 0
    var failures: [String] = []
    /// How the first that failed ended.
    var status: ExitStatus?

    mutating func add(_ result: JobResult) {
      guard !result.isDone else {
        rendered += 1
        return
      }
      failures.append(result.job)
      status = status ?? ExitStatus(rawValue: result.status)
    }
  }

  /// Renders what is not rendered yet.
  ///
  /// A job whose result is there is not done again, so a shard that is started again goes on where
  /// it was; one that failed is tried again.
  ///
  /// - Returns: a line for the operator, ending in a line end.
  /// - Throws: `CommandFailure` 66 and 65 for what is no plan; 3 when some jobs failed, and the
  ///   status of the first when all did.
  package func run() async throws -> String {
    let path = LibraryFolder.absolute(folder, from: FileManager.default.currentDirectoryPath)
    let plan = try PlanFolder.open(path).folder
    let own = shard.own(try plan.index())
    plan.sweep()
    var tally = Tally()
    var starved: [RenderJob] = []
    var waiting = try own.filter { job in
      guard try isThere(job, plan) else { return true }
      tally.there += 1
      return false
    }[...]
    let all = waiting.count
    func told(_ result: JobResult) {
      tally.add(result)
      reporter.say("\(tally.rendered + tally.failures.count) of \(all): \(Self.sentence(result))")
    }
    try await withThrowingTaskGroup(of: (RenderJob, JobResult?).self) { group in
      func startNext() throws {
        guard let next = waiting.popFirst() else { return }
        let job = try sealed(next, plan)
        group.addTask { (job, try await result(of: job, plan, isAlone: false)) }
      }
      for _ in 0..<(try width(waiting, plan)) { try startNext() }
      while let (job, result) = try await group.next() {
        if let result { told(result) } else { starved.append(job) }
        try startNext()
      }
    }
    // What wanted for memory beside others has the machine to itself, once.
    for job in starved {
      if let result = try await result(of: job, plan, isAlone: true) { told(result) }
    }
    return try sum(tally, of: own.count)
  }

  /// Renders one job; its failure is its own, and is kept for who records.
  ///
  /// - Returns: what came of it; `nil` where it wanted for memory beside others.
  private func result(
    of job: RenderJob, _ plan: PlanFolder, isAlone: Bool
  ) async throws -> JobResult? {
    let began = ContinuousClock.now
    let notices = Notices()
    var failed: CommandFailure?
    let process = WorkerProcess(
      task: .render(job, folder: plan.path), patience: pace.patience(with: job)
    ) { event in
      switch event {
      case .progress(let step, let done, let total):
        reporter.report(video: job.name, step: step, done: done, total: total)
      case .notice(let text): notices.add(text)
      case .alive, .planned, .rendered, .wants, .answer, .finished, .failed: break
      }
    }
    do {
      _ = try await process.run()
      pace.note(job.seconds, took: began.duration(to: .now) / .seconds(1))
    } catch {
      try Task.checkCancellation()
      let failure = CommandFailure(describing: error)
      ClipFiles(folder: plan.file(PlanFolder.clips)).sweep()
      if failure.scope == .machine, !isAlone {
        logger.warning("\(job.name): \(failure.onceMore)")
        return nil
      }
      logger.error("\(job.name): \(failure.message)")
      failed = failure
    }
    let result = JobResult(
      job: job.name, status: failed?.status.rawValue ?? 0, message: failed?.message,
      bytes: job.output.map { Int64(AtomicFile.size(plan.file($0))) } ?? 0, notices: notices.all,
      seconds: Rounding.span(began.duration(to: .now) / .seconds(1)),
      host: ProcessInfo.processInfo.hostName, at: Date())
    try plan.setResult(result)
    return result
  }

  /// Whether a job is done, and its files lie where it put them or were taken into the library.
  private func isThere(_ job: PlannedJob, _ plan: PlanFolder) throws -> Bool {
    guard let result = plan.result(of: job.job), result.isDone else { return false }
    if result.isTaken ?? false { return true }
    return try sealed(job, plan).files.allSatisfy {
      FileManager.default.fileExists(atPath: plan.file($0))
    }
  }

  private func sealed(_ job: PlannedJob, _ plan: PlanFolder) throws -> RenderJob {
    guard let sealed = try plan.jobs(of: job.video).first(where: { $0.name == job.job }) else {
      throw CommandFailure(.badData, "the plan has no job '\(job.job)' of its index; plan again")
    }
    return sealed
  }

  /// Processes at once: as many as the cores and the memory of this machine allow.
  private func width(_ jobs: ArraySlice<PlannedJob>, _ plan: PlanFolder) throws -> Int {
    if let workers { return workers }
    guard let first = jobs.first else { return 1 }
    let job = try sealed(first, plan)
    return RunWidth.processes(
      job.settings,
      source: (job.source.info.video.codedWidth, job.source.info.video.codedHeight))
  }

  private static func sentence(_ result: JobResult) -> String {
    result.isDone
      ? "\(result.job) rendered in \(result.seconds) s"
      : "\(result.job) failed: \(result.message ?? "without a word")"
  }

  private func sum(_ tally: Tally, of count: Int) throws -> String {
    let part = shard == .whole ? "" : "shard \(shard.index)/\(shard.count): "
    let there = tally.there == 0 ? "" : ", \(tally.there) were there"
    guard tally.failures.isEmpty else {
      let isWhole = tally.failures.count == count
      throw CommandFailure(
        isWhole ? tally.status ?? .someVideosFailed : .someVideosFailed,
        "\(part)\(tally.rendered) of \(count) jobs rendered\(there), \(tally.failures.count) "
          + "failed: \(tally.failures.sorted().joined(separator: ", "))")
    }
    return "\(part)\(tally.rendered) of \(count) jobs rendered\(there).\n"
  }
}

/// What processes told an operator, in the order in which they told it.
final class Notices: Sendable {
  private let texts = Mutex<[String]>([])

  func add(_ text: String) { texts.withLock { $0.append(text) } }

  var all: [String] { texts.withLock { $0 } }
}
