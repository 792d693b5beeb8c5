import EditDecisions
import Foundation
import Media
package import Support
import Synchronization

/// Renders self-contained jobs, each in a process of its own, scheduled by the run's queue.
package struct Renderer: Sendable {
  let queue: JobQueue
  /// The base of relative paths in jobs; empty if they are absolute.
  let folder: String
  private let pace = RenderTimeEstimator()

  package init(queue: JobQueue, folder: String) {
    self.queue = queue
    self.folder = folder
  }

  /// Groups jobs that share one decoding; a reel is alone if other cores would wait for it.
  package func groups(of jobs: [RenderJob]) -> [[RenderJob]] {
    let all = jobs.reduce(0) { $0 + $1.seconds }
    return RenderJob.groups(jobs).flatMap { group in
      queue.isBusy(for: group[0].seconds, of: all)
        ? [group] : RenderJob.groups(group, isReelApart: true)
    }
  }

  /// Renders one of `RenderJob.groups`, and returns the rendering time in seconds; calls `retrying`
  /// before it repeats the group.
  package func render(
    _ jobs: [RenderJob], hear: @escaping @Sendable (WorkerEvent) -> Void,
    retrying: (CommandFailure) -> Void
  ) async throws -> Double {
    guard let first = jobs.first else { return 0 }
    let seconds = jobs.reduce(0) { $0 + $1.seconds }
    let size = (first.source.info.video.codedWidth, first.source.info.video.codedHeight)
    let open = RenderJob.open(of: jobs)
    var claim = JobQueue.ResourceRequirements(
      weight: seconds,
      memory: open.reduce(0) { $0 + $1.settings.memoryEstimate(source: size, seconds: $1.seconds) })
    let sessions = jobs.map(\.settings.sessions).min() ?? .max
    if sessions < .max { claim.sessions = (open.count, sessions) }
    return try await queue.run(claim, retrying: retrying) {
      let began = ContinuousClock.now
      try await BlockingCallThread.run { isCancelled in
        let child = try ChildProcess()
        child.send(try SingleLineJSON.encode(WorkerTask.render(jobs, folder: folder)))
        var patience = ChildProcess.Timeouts()
        patience.whole = pace.deadline(of: seconds)
        _ = try child.answer(
          of: "the worker of '\(first.video)'", patience, isCancelled, hear: hear)
      }
      let took = began.duration(to: .now) / .seconds(1)
      pace.note(seconds, took: took)
      return took
    }
  }

  /// The progress of each group as a share from 0 to 1.
  private final class GroupProgress: Sendable {
    private let shares: Mutex<[Double]>
    init(_ count: Int) { shares = Mutex(Array(repeating: 0, count: count)) }

    func set(_ index: Int, to share: Double, of seconds: [Double]) -> Double {
      shares.withLock { shares in
        shares[index] = share
        return zip(shares, seconds).reduce(0) { $0 + $1.0 * $1.1 }
      }
    }
  }

  /// Renders the missing files of a video; if a job fails, the others are stopped.
  ///
  /// `progress` receives the total progress in hundredths of a second of output, and `rendered` the
  /// rendering time of each finished job in seconds. `finished` is called for each finished job,
  /// one at a time, in the task of the caller.
  package func render(
    all jobs: [RenderJob], progress: @escaping @Sendable (_ done: Int, _ total: Int) -> Void,
    rendered: @escaping @Sendable (RenderJob, _ seconds: Double) -> Void,
    notice: @escaping @Sendable (String) -> Void, finished: (RenderJob) throws -> Void
  ) async throws {
    let groups = groups(of: jobs)
    let seconds = groups.map { $0.reduce(0) { $0 + $1.seconds } }
    let total = Int(bounding: seconds.reduce(0, +) * 100)
    let shares = GroupProgress(groups.count)
    try await withThrowingTaskGroup(of: [RenderJob].self) { group in
      for (index, together) in groups.enumerated() {
        group.addTask {
          let took = try await render(together) { event in
            switch event {
            case .progress(let done, let all):
              let share = Double(done) / Double(max(1, all))
              progress(Int(bounding: shares.set(index, to: share, of: seconds) * 100), total)
            case .notice(let text): notice(text)
            case .alive, .wants, .answer, .failed: break
            }
          } retrying: {
            notice($0.retryMessage)
          }
          for job in together { rendered(job, took / Double(together.count)) }
          return together
        }
      }
      while let done = try await group.next() {
        for job in done { try finished(job) }
      }
    }
  }
}
