import Foundation
package import Logging
import Rendering
import Support
import Synchronization
package import Workspace

/// Renders the jobs of a plan without the library, the configuration or the key.
package struct PlanRenderer: Sendable {
  let shard: Shard
  let reporter: ProgressReporter
  let logger: Logger

  package init(shard: Shard, reporter: ProgressReporter, logger: Logger) {
    (self.shard, self.reporter, self.logger) = (shard, reporter, logger)
  }

  /// Renders the jobs of a plan that have no result yet, and retries jobs that failed.
  ///
  /// A restarted shard continues where it stopped. `workers` is the number of files to render at
  /// the same time; `nil` chooses it.
  ///
  /// - Returns: a line for the operator, with a line end.
  /// - Throws: `CommandFailure` 66 or 65 if the folder is not a plan; 3 if some or all jobs failed.
  ///   The reasons are in their results, and a restart would not help.
  package func run(_ folder: String, workers: Int?) async throws -> String {
    let path = LibraryFolder.absolute(folder)
    let (plan, header) = try PlanFolder.open(path)
    let own = shard.own(try plan.index(of: header))
    plan.sweep()
    let authenticated = try Set(own.map(\.video)).sorted().flatMap {
      try plan.authenticated($0).jobs
    }.keyed(by: \.name)
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
    var results: [JobResult] = []
    let render = jobs.first?.settings ?? RenderSettings()
    let renderer = Renderer(queue: JobQueue(render, workers: workers ?? 0), folder: plan.path)
    try await withThrowingTaskGroup(of: [JobResult].self) { group in
      for together in renderer.groups(of: jobs) {
        group.addTask { try await self.results(of: together, plan, renderer) }
      }
      while let finished = try await group.next() {
        for result in finished {
          results.append(result)
          reporter.say("\(results.count) of \(jobs.count): \(Self.sentence(result))")
        }
      }
    }
    return try sum(results, there: all.count - jobs.count, of: own.count)
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
        case .progress(let done, let total): reporter.step(step, of: name, done: done, total: total)
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

  private func sum(_ results: [JobResult], there: Int, of count: Int) throws -> String {
    let part = shard == .whole ? "" : "shard \(shard.index)/\(shard.count): "
    let before =
      switch there {
      case 0: ""
      case 1: ", 1 was there"
      default: ", \(there) were there"
      }
    let failures = results.filter { !$0.isDone }.map(\.job).sorted()
    let rendered = results.count - failures.count
    let done = "\(part)\(rendered) of \(count.counted("job")) rendered\(before)"
    guard failures.isEmpty else {
      throw CommandFailure(
        .someVideosFailed, "\(done), \(failures.count) failed: \(failures.joined(separator: ", "))")
    }
    return "\(done).\n"
  }
}
