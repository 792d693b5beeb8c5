import Media
import Rendering
import Synchronization

/// What brings the files of jobs to where they are to be.
protocol JobRunner: Sendable {
  /// Brings them.
  ///
  /// - Parameters:
  ///   - jobs: what is to be there.
  ///   - finished: called for each as it is done, here and one after the other.
  /// - Throws: what the first one to fail threw.
  func run(_ jobs: [RenderJob], finished: (RenderJob) throws -> Void) async throws
}

/// Renders sealed jobs, several at once, each in a process of its own; shapes of the same seconds
/// share one, and one decoding.
struct RenderPool: JobRunner {
  /// What relative paths of jobs start from.
  var folder: String
  /// Processes at once.
  var width: Int
  /// How fast they are rendered.
  private let pace = RenderPace()
  /// Told how far all are together, in hundredths of a second of output.
  var progress: @Sendable (_ done: Int, _ total: Int) -> Void
  /// Told what is done, and the seconds that it took.
  var rendered: @Sendable (RenderJob, _ seconds: Double) -> Void
  /// Told what an operator should know.
  var notice: @Sendable (String) -> Void

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

  /// Renders.
  ///
  /// - Throws: what the first one to fail threw; the others are stopped then.
  func run(
    _ jobs: [RenderJob], finished: (RenderJob) throws -> Void
  ) async throws {
    let groups = Self.groups(jobs)
    let seconds = groups.map { $0.reduce(0) { $0 + $1.seconds } }
    let total = Int(bounding: seconds.reduce(0, +) * 100)
    let shares = Shares(groups.count)
    var waiting = Array(groups.enumerated())[...]
    try await withThrowingTaskGroup(of: [RenderJob].self) { group in
      func startNext() {
        guard let (index, next) = waiting.popFirst() else { return }
        let process = process(next) { share in
          progress(Int(bounding: shares.set(index, to: share, of: seconds) * 100), total)
        }
        group.addTask {
          let began = ContinuousClock.now
          _ = try await process.run()
          let took = began.duration(to: .now) / .seconds(1)
          pace.note(seconds[index], took: took)
          for job in next { rendered(job, took / Double(next.count)) }
          return next
        }
      }
      for _ in 0..<max(1, width) { startNext() }
      while let done = try await group.next() {
        for job in done { try finished(job) }
        startNext()
      }
    }
  }

  /// Jobs that one process does: shorts of the same seconds together, all others alone.
  static func groups(_ jobs: [RenderJob]) -> [[RenderJob]] {
    var groups: [[RenderJob]] = []
    for job in jobs {
      if let index = groups.firstIndex(where: { $0[0].sharesDecoding(with: job) }) {
        groups[index].append(job)
      } else {
        groups.append([job])
      }
    }
    return groups
  }

  private func process(
    _ jobs: [RenderJob], told: @escaping @Sendable (Double) -> Void
  ) -> WorkerProcess {
    let task: WorkerTask =
      jobs.count == 1
      ? .render(jobs[0], folder: folder) : .renderTogether(jobs, folder: folder)
    let patience = pace.patience(for: jobs.reduce(0) { $0 + $1.seconds })
    return WorkerProcess(task: task, patience: patience) { event in
      switch event {
      case .alive: Worker.signOfLife()
      case .progress(_, let done, let total): told(Double(done) / Double(max(1, total)))
      case .notice(let text): notice(text)
      case .planned, .rendered, .wants, .answer, .finished, .failed: break
      }
    }
  }
}
