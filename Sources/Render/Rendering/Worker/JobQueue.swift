package import Foundation
package import Support
import Synchronization

/// All that a run does at once: as much as processors and memory allow, the longest first.
///
/// Whoever has a job waits for its turn here; it is over when the job is.
package final class JobQueue: Sendable {
  package struct ResourceClaim: Sendable {
    /// Whether it decides about a video; else it renders.
    var isDeciding: Bool
    /// Of two jobs of a kind the one with more begins first, else the one that came first: seconds
    /// of output; 0 of deciding, for a night's videos come in their order.
    var weight: Double
    /// Bytes that it may take.
    var memory: Int
    /// Encodings that it has open at once, and how many all jobs together may have.
    var sessions = (own: 0, most: Int.max)
    /// Whether it begins when nothing else is under way, and nothing else beside it.
    var isAlone = false

    package init(isDeciding: Bool = false, weight: Double, memory: Int) {
      self.isDeciding = isDeciding
      self.weight = weight
      self.memory = memory
    }
  }

  /// Jobs at once.
  let width: Int
  /// Bytes that all of them may take together.
  let memory: Int
  /// From when on nothing more begins.
  let end: Date?
  private let state = Mutex(State())

  /// A queue.
  ///
  /// - Parameters:
  ///   - width: jobs at once, at least 1.
  ///   - memory: bytes that they may take together.
  ///   - end: from when on nothing more begins; `nil` for never.
  init(width: Int, memory: Int, end: Date? = nil) {
    self.width = max(1, width)
    self.memory = memory
    self.end = end
  }

  /// One that fills a machine: its processors, and half of its memory where the settings name no
  /// other.
  ///
  /// An encoder of several threads leaves about a tenth of them idle, so one process more than fits
  /// evenly keeps the cores full.
  ///
  /// - Parameters:
  ///   - render: how many threads an encoder has.
  ///   - workers: jobs at once; 0 for as many as fit.
  ///   - memory: bytes that they may take together.
  ///   - end: from when on nothing more begins.
  ///   - machine: what there is.
  package convenience init(
    _ render: RenderSettings, workers: Int = 0, memory: Int? = nil, end: Date? = nil,
    on machine: Machine = .current
  ) {
    let threads = max(1, render.encoderThreads)
    let fitting = (machine.cores + threads - 1) / threads + (threads > 1 ? 1 : 0)
    self.init(
      width: workers > 0 ? workers : fitting, memory: memory ?? machine.memory / 2, end: end)
  }

  private struct State {
    var next = 0
    var running: [Int: ResourceClaim] = [:]
    var waiting: [Int: ResourceClaim] = [:]
    /// What those who wait are told by.
    var turns: [Int: CheckedContinuation<Void, any Error>] = [:]
    /// Whose tasks were cancelled before they waited.
    var cancelled: Set<Int> = []
  }

  /// Does a job when its turn has come; one that wants for memory is done once more, alone.
  ///
  /// - Parameters:
  ///   - claim: what it asks for.
  ///   - retrying: told why it is to be done once more.
  ///   - body: the job.
  /// - Returns: what it returned.
  /// - Throws: what it threw; `QueueDeadlinePassed` where it would have begun too late;
  ///   `CancellationError`.
  package func run<Value: Sendable>(
    _ claim: ResourceClaim, retrying: (CommandFailure) -> Void, _ body: () async throws -> Value
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

  /// Whether a job is done before all others are, so that it need not be shared out: as of
  /// `isBusy(for:of:beside:width:)`.
  func isBusy(for seconds: Double, of all: Double) -> Bool {
    let claims = state.withLock { Array($0.running.values) + $0.waiting.values }
    return Self.isBusy(for: seconds, of: all, beside: claims, width: width)
  }

  /// Whether a job is done before all others are.
  ///
  /// - Parameters:
  ///   - seconds: what it takes by itself, in seconds of output.
  ///   - all: of it and of what comes with it; a video that is not decided yet is taken to have as
  ///     much to do.
  ///   - claims: what waits and runs.
  ///   - width: jobs at once, of which one is there to fill what the others leave idle.
  /// - Returns: whether the others take longer, shared out among all.
  package static func isBusy(
    for seconds: Double, of all: Double, beside claims: [ResourceClaim], width: Int
  ) -> Bool {
    let others = claims.reduce(0) { $0 + ($1.isDeciding ? all : $1.weight) }
    return seconds <= (all + others) / Double(max(1, width - 1))
  }

  private func turn<Value: Sendable>(
    _ claim: ResourceClaim, _ body: () async throws -> Value
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

  /// Which of the waiting jobs begins, if one may.
  ///
  /// Files before videos, so that what was begun is published soon; but a video is decided as long
  /// as fewer files wait than are made at once, so that none of the processors ever waits for one.
  /// The one whose turn it is waits for its memory and its encoder, and the others wait behind it.
  ///
  /// - Parameters:
  ///   - waiting: by numbers that were given in their order.
  ///   - running: what is under way.
  ///   - width: jobs at once.
  ///   - memory: bytes that they may take together; a job that asks for more runs by itself.
  /// - Returns: the number of the job.
  package static func next(
    of waiting: [Int: ResourceClaim], beside running: [ResourceClaim], width: Int, memory: Int
  ) -> Int? {
    guard running.count < width, !running.contains(where: \.isAlone) else { return nil }
    let files = waiting.values.count { !$0.isDeciding && !$0.isAlone }
    func rank(_ claim: ResourceClaim) -> Int {
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

/// A job would have begun after the time until which a night may begin any.
package struct QueueDeadlinePassed: Error {}
