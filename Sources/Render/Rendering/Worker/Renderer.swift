import EditDecisions
import Foundation
import Media
package import Support
import Synchronization

/// Renders sealed jobs, each in a process of its own that has its turn in the run's queue.
package struct Renderer: Sendable {
  let queue: JobQueue
  /// What relative paths of jobs start from; empty where they are absolute.
  let folder: String
  /// How fast files are rendered here.
  private let pace = RenderTimeEstimator()

  /// For a queue and a folder.
  package init(queue: JobQueue, folder: String) {
    self.queue = queue
    self.folder = folder
  }

  /// Jobs that one process does: what shares a decoding.
  ///
  /// A reel's are shared out where other processors would wait for it.
  package func groups(of jobs: [RenderJob]) -> [[RenderJob]] {
    let all = jobs.reduce(0) { $0 + $1.seconds }
    return RenderJob.groups(jobs).flatMap { group in
      queue.isBusy(for: group[0].seconds, of: all)
        ? [group] : RenderJob.groups(group, isReelApart: true)
    }
  }

  /// Renders files out of one decoding.
  ///
  /// - Parameters:
  ///   - jobs: one of `RenderJob.groups`.
  ///   - hear: told what the process says.
  ///   - retrying: told why it is done once more.
  /// - Returns: the seconds that it took.
  /// - Throws: `CommandFailure`; `QueueDeadlinePassed`.
  package func render(
    _ jobs: [RenderJob], hear: @escaping @Sendable (WorkerEvent) -> Void,
    retrying: (CommandFailure) -> Void
  ) async throws -> Double {
    guard let first = jobs.first else { return 0 }
    let seconds = jobs.reduce(0) { $0 + $1.seconds }
    let size = (first.source.info.video.codedWidth, first.source.info.video.codedHeight)
    let open = RenderJob.open(of: jobs)
    var claim = JobQueue.ResourceClaim(
      weight: seconds,
      memory: open.reduce(0) {
        $0 + $1.settings.memoryEstimate(source: size, seconds: $1.seconds)
      })
    let sessions = jobs.map(\.settings.sessions).min() ?? .max
    if sessions < .max { claim.sessions = (open.count, sessions) }
    return try await queue.run(claim, retrying: retrying) {
      let began = ContinuousClock.now
      try await BlockingCallThread.run { isCancelled in
        let child = try ChildProcess()
        child.send(try JSONLine.encode(WorkerTask.render(jobs, folder: folder)))
        var patience = ChildProcess.Patience()
        patience.whole = pace.deadline(of: seconds)
        _ = try child.answer(
          of: "the worker of '\(first.video)'", patience, isCancelled, hear: hear)
      }
      let took = began.duration(to: .now) / .seconds(1)
      pace.note(seconds, took: took)
      return took
    }
  }
}

extension Renderer {
  /// How far the parts are, each as a share.
  private final class Shares: Sendable {
    private let shares: Mutex<[Double]>
    init(_ count: Int) { shares = Mutex(Array(repeating: 0, count: count)) }

    func set(_ index: Int, to share: Double, of seconds: [Double]) -> Double {
      shares.withLock { shares in
        shares[index] = share
        return zip(shares, seconds).reduce(0) { $0 + $1.0 * $1.1 }
      }
    }
  }

  /// Renders what is missing of a video.
  ///
  /// - Parameters:
  ///   - jobs: what is missing.
  ///   - progress: told how far all are together, in hundredths of a second of output.
  ///   - rendered: told what is done, and the seconds that it took.
  ///   - notice: told what an operator should know.
  ///   - finished: called for each as it is done, here and one after the other.
  /// - Throws: what the first one to fail threw; the others are stopped then.
  package func render(
    all jobs: [RenderJob], progress: @escaping @Sendable (_ done: Int, _ total: Int) -> Void,
    rendered: @escaping @Sendable (RenderJob, _ seconds: Double) -> Void,
    notice: @escaping @Sendable (String) -> Void, finished: (RenderJob) throws -> Void
  ) async throws {
    let groups = groups(of: jobs)
    let seconds = groups.map { $0.reduce(0) { $0 + $1.seconds } }
    let total = Int(bounding: seconds.reduce(0, +) * 100)
    let shares = Shares(groups.count)
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
            notice($0.onceMore)
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
