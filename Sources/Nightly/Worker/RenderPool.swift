import Media
import Synchronization

/// Renders parts of one video's outputs, several at once, each in a process of its own.
struct RenderPool: Sendable {
  /// The job whose outputs they are: its video, configuration and flags.
  var job: WorkerJob
  /// Processes at once.
  var width: Int
  /// Told how far all are together, in hundredths of a second of output.
  var progress: @Sendable (_ done: Int, _ total: Int) -> Void
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
  /// - Parameters:
  ///   - parts: what to render, each with the seconds that it lasts.
  ///   - document: the decisions they belong to, as JSON.
  ///   - finished: called for each as it is done, here and one after the other.
  /// - Throws: what the first one to fail threw; the others are stopped then.
  func render(
    _ parts: [(part: RenderPart, seconds: Double)], of document: String,
    finished: (RenderPart) throws -> Void
  ) async throws {
    let seconds = parts.map(\.seconds)
    let total = Int(bounding: seconds.reduce(0, +) * 100)
    let shares = Shares(parts.count)
    var waiting = Array(parts.enumerated())[...]
    try await withThrowingTaskGroup(of: RenderPart.self) { group in
      func startNext() {
        guard let (index, next) = waiting.popFirst() else { return }
        let process = process(next.part, document) { share in
          progress(Int(bounding: shares.set(index, to: share, of: seconds) * 100), total)
        }
        group.addTask {
          _ = try await process.run()
          return next.part
        }
      }
      for _ in 0..<max(1, width) { startNext() }
      while let part = try await group.next() {
        try finished(part)
        startNext()
      }
    }
  }

  private func process(
    _ part: RenderPart, _ document: String, told: @escaping @Sendable (Double) -> Void
  ) -> WorkerProcess {
    var job = job
    job.source = .document(document, name: "the decisions of \(job.video)")
    job.part = part
    return WorkerProcess(job: job, patience: .part) { event in
      switch event {
      case .alive: Worker.signOfLife()
      case .progress(_, let done, let total): told(Double(done) / Double(max(1, total)))
      case .notice(let text): notice(text)
      case .finished, .failed: break
      }
    }
  }
}
