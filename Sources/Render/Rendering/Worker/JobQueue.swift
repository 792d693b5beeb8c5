package import Foundation
package import Support
import Synchronization

/// The queue of a run: as many jobs at once as cores and memory allow, longest first.
package final class JobQueue: Sendable {
  package struct ResourceRequirements: Sendable {
    /// Whether the job decides about a video; otherwise it renders.
    var isDeciding: Bool
    /// Priority among jobs of the same kind: seconds of output.
    ///
    /// Jobs with equal weight start in order of arrival. Decisions have weight 0, because the
    /// videos of a run come in order.
    var weight: Double
    /// Estimated memory in bytes.
    var memory: Int
    /// The number of hardware encoder sessions of this job, and the limit for all jobs together.
    var sessions = (own: 0, most: Int.max)
    /// Whether the job must run while no other job runs.
    var isAlone = false

    package init(isDeciding: Bool = false, weight: Double, memory: Int) {
      self.isDeciding = isDeciding
      self.weight = weight
      self.memory = memory
    }
  }

  /// Maximum number of parallel jobs.
  let width: Int
  let memory: Int
  /// When to stop starting jobs.
  let end: Date?
  private let state = Mutex(State())

  init(width: Int, memory: Int, end: Date? = nil) {
    self.width = max(1, width)
    self.memory = memory
    self.end = end
  }

  /// Creates a queue that uses the cores of a machine, and by default half of its memory.
  ///
  /// A multithreaded encoder leaves about a tenth of its threads idle. So one more job than the
  /// cores suggest keeps them busy. With `workers` of 0, the number of jobs depends on the cores.
  package convenience init(
    _ render: RenderSettings, workers: Int = 0, memory: Int? = nil, end: Date? = nil,
    on machine: MachineResources = .current
  ) {
    let threads = max(1, render.encoderThreads)
    let fitting = (machine.cores + threads - 1) / threads + (threads > 1 ? 1 : 0)
    self.init(
      width: workers > 0 ? workers : fitting, memory: memory ?? machine.memory / 2, end: end)
  }

  private struct State {
    var next = 0
    var running: [Int: ResourceRequirements] = [:]
    var waiting: [Int: ResourceRequirements] = [:]
    /// Resumed when the job's turn has come.
    var turns: [Int: CheckedContinuation<Void, any Error>] = [:]
    /// Jobs whose tasks were cancelled before they started to wait.
    var cancelled: Set<Int> = []
  }

  /// Runs a job when its turn has come.
  ///
  /// If memory ran out, it calls `retrying` and repeats the job while no other job runs.
  ///
  /// - Throws: the error of `body`; `QueueDeadlinePassed` if it would start after the deadline;
  ///   `CancellationError`.
  package func run<Value: Sendable>(
    _ claim: ResourceRequirements, retrying: (CommandFailure) -> Void,
    _ body: () async throws -> Value
  ) async throws -> Value {
    do {
      return try await turn(claim, body)
    } catch let failure as CommandFailure where failure.scope == .machine {
      retrying(failure)
      var alone = claim
      alone.isAlone = true
      return try await turn(alone, body)
    }
  }

  func isBusy(for seconds: Double, of all: Double) -> Bool {
    let claims = state.withLock { Array($0.running.values) + $0.waiting.values }
    return Self.isBusy(for: seconds, of: all, beside: claims, width: width)
  }

  /// Whether a job is short enough to end before the other jobs, so that it need not be split.
  ///
  /// Its length in seconds of output is compared with the average load of the other cores.
  /// Undecided videos are assumed to be as long as `all` jobs of its video. One of the `width`
  /// parallel jobs only fills idle threads.
  package static func isBusy(
    for seconds: Double, of all: Double, beside claims: [ResourceRequirements], width: Int
  ) -> Bool {
    let others = claims.reduce(0) { $0 + ($1.isDeciding ? all : $1.weight) }
    return seconds <= (all + others) / Double(max(1, width - 1))
  }

  private func turn<Value: Sendable>(
    _ claim: ResourceRequirements, _ body: () async throws -> Value
  ) async throws -> Value {
    let id = state.withLock { state in
      state.next += 1
      return state.next
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { turn in
        let isLate = state.withLock { state in
          guard state.cancelled.remove(id) == nil else { return true }
          (state.waiting[id], state.turns[id]) = (claim, turn)
          return false
        }
        if isLate { turn.resume(throwing: CancellationError()) } else { begin() }
      }
    } onCancel: {
      let turn = state.withLock { state in
        let found = state.waiting.removeValue(forKey: id)
        if found == nil, state.running[id] == nil { state.cancelled.insert(id) }
        return state.turns.removeValue(forKey: id)
      }
      turn?.resume(throwing: CancellationError())
    }
    defer {
      state.withLock { _ = $0.running.removeValue(forKey: id) }
      begin()
    }
    return try await body()
  }

  private func begin() {
    let (begun, late) = state.withLock { state in
      var begun: [CheckedContinuation<Void, any Error>] = []
      var late: [CheckedContinuation<Void, any Error>] = []
      if let end, end <= Date() {
        late = Array(state.turns.values)
        (state.waiting, state.turns) = ([:], [:])
      }
      while let id = Self.next(
        of: state.waiting, beside: Array(state.running.values), width: width, memory: memory)
      {
        state.running[id] = state.waiting.removeValue(forKey: id)
        if let turn = state.turns.removeValue(forKey: id) { begun.append(turn) }
      }
      return (begun, late)
    }
    for turn in begun { turn.resume() }
    for turn in late { turn.resume(throwing: QueueDeadlinePassed()) }
  }

  /// Chooses the next waiting job to start, if any.
  ///
  /// Renderings start before decisions, so that videos are finished soon. But if fewer renderings
  /// wait than can run in parallel, a decision starts, so that no core runs out of work. The chosen
  /// job waits until enough memory and encoder sessions are free, and the others wait behind it.
  ///
  /// `waiting` has the jobs by numbers in order of arrival. `memory` is the maximum memory of all
  /// jobs in bytes; a job that needs more runs alone.
  package static func next(
    of waiting: [Int: ResourceRequirements], beside running: [ResourceRequirements], width: Int,
    memory: Int
  ) -> Int? {
    guard running.count < width, !running.contains(where: \.isAlone) else { return nil }
    let files = waiting.values.count { !$0.isDeciding && !$0.isAlone }
    func rank(_ claim: ResourceRequirements) -> Int {
      if claim.isAlone { return 2 }
      return claim.isDeciding == (files < width) ? 0 : 1
    }
    let first = waiting.min {
      (rank($0.value), -$0.value.weight, $0.key) < (rank($1.value), -$1.value.weight, $1.key)
    }
    guard let (id, claim) = first else { return nil }
    let used = running.reduce(0) { $0 + $1.memory }
    let open = running.reduce(claim.sessions.own) { $0 + $1.sessions.own }
    let fits =
      running.isEmpty
      || !claim.isAlone && claim.memory <= memory - used && open <= claim.sessions.most
    return fits ? id : nil
  }
}

/// The error of a job that would start after the deadline of the run.
package struct QueueDeadlinePassed: Error {}
