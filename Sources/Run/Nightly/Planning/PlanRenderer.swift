import EditDecisions
import Foundation
package import Logging
import Media
import Rendering
import Support
import Synchronization
package import Workspace

/// Renders the jobs of a plan without the library, the configuration or the key.
package struct PlanRenderer: Sendable {
  let folder: String
  let shard: Shard
  let workers: Int?
  let reporter: ProgressReporter
  let logger: Logger

  package init(
    folder: String, shard: Shard, workers: Int?, reporter: ProgressReporter, logger: Logger
  ) {
    self.folder = folder
    self.shard = shard
    self.workers = workers
    self.reporter = reporter
    self.logger = logger
  }

  private struct ResultCounts {
    var there: Int
    var rendered = 0
    var failures: [String] = []

    mutating func add(_ result: JobResult) {
      guard !result.isDone else {
        rendered += 1
        return
      }
      failures.append(result.job)
    }
  }

  /// Renders the jobs that have no result yet, and retries jobs that failed.
  ///
  /// A restarted shard continues where it stopped.
  ///
  /// - Returns: a line for the operator, with a line end.
  /// - Throws: `CommandFailure` 66 or 65 if the folder is not a plan; 3 if some or all jobs failed.
  ///   The reasons are in their results, and a restart would not help.
  package func run() async throws -> String {
    let path = LibraryFolder.absolute(folder)
    let (plan, header) = try PlanFolder.open(path)
    let own = shard.own(try plan.index(of: header))
    plan.sweep()
    let authenticated = try Set(own.map(\.video)).sorted().flatMap {
      try plan.authenticated($0).jobs
    }
    .keyed(by: \.name)
    let all = try own.map { planned in
      guard let job = authenticated[planned.job] else {
        throw CommandFailure(
          .badData,
          TerminalText.escaped(
            "job '\(planned.job)' of the index is missing from the plan; plan again"))
      }
      return job
    }
    let jobs = all.filter { !isThere($0, plan) }
    var tally = ResultCounts(there: all.count - jobs.count)
    func told(_ result: JobResult) {
      tally.add(result)
      reporter.say(
        "\(tally.rendered + tally.failures.count) of \(jobs.count): \(Self.sentence(result))")
    }
    let render = jobs.first?.settings ?? RenderSettings()
    let renderer = Renderer(
      queue: JobQueue(render, workers: workers ?? 0), folder: plan.path)
    try await withThrowingTaskGroup(of: [JobResult].self) { group in
      for together in renderer.groups(of: jobs) {
        group.addTask { try await results(of: together, plan, renderer) }
      }
      while let results = try await group.next() { results.forEach(told) }
    }
    return try sum(tally, of: own.count)
  }

  /// Renders jobs that share one decoding; failures are stored in their results.
  private func results(
    of jobs: [RenderJob], _ plan: PlanFolder, _ renderer: Renderer
  ) async throws -> [JobResult] {
    let (name, step) = (jobs[0].name, jobs[0].kind.rawValue)
    let notices = Mutex<[String]>([])
    var failed: CommandFailure?
    var took = 0.0
    do {
      took = try await renderer.render(jobs) { event in
        switch event {
        case .progress(let done, let total):
          reporter.step(step, of: name, done: done, total: total)
        case .notice(let text): notices.withLock { $0.append(text) }
        case .alive, .wants, .answer, .failed: break
        }
      } retrying: { failure in
        plan.sweep()
        logger.warning("\(name): \(failure.retryMessage)")
      }
    } catch {
      try Task.checkCancellation()
      let failure = CommandFailure(describing: error)
      plan.sweep()
      logger.error("\(name): \(failure.message)")
      failed = failure
    }
    return try jobs.map { job in
      let result = JobResult(
        job: job.name, status: failed?.status.rawValue ?? 0, message: failed?.message,
        digests: failed == nil ? plan.digests(of: job) : [:],
        notices: job.name == name ? notices.withLock { $0 } : [],
        seconds: Rounding.span(took / Double(jobs.count)),
        host: ProcessInfo.processInfo.hostName, at: Date())
      try plan.setResult(result)
      return result
    }
  }

  /// Whether a job is done, and its files are unchanged or were imported into the library.
  private func isThere(_ job: RenderJob, _ plan: PlanFolder) -> Bool {
    guard let result = plan.result(of: job.name), result.isDone else { return false }
    return result.isTaken ?? false || plan.holds(job, result)
  }

  private static func sentence(_ result: JobResult) -> String {
    result.isDone
      ? "\(result.job) rendered in \(result.seconds) s"
      : "\(result.job) failed: \(result.message ?? "without a word")"
  }

  private func sum(_ tally: ResultCounts, of count: Int) throws -> String {
    let part = shard == .whole ? "" : "shard \(shard.index)/\(shard.count): "
    let there =
      switch tally.there {
      case 0: ""
      case 1: ", 1 was there"
      default: ", \(tally.there) were there"
      }
    let done = "\(part)\(tally.rendered) of \(count.counted("job")) rendered\(there)"
    guard tally.failures.isEmpty else {
      throw CommandFailure(
        .someVideosFailed,
        "\(done), \(tally.failures.count) "
          + "failed: \(tally.failures.sorted().joined(separator: ", "))")
    }
    return "\(done).\n"
  }
}
