/// A part of a plan's jobs: part `index` of `count`, counted from 0.
package struct Shard: Hashable, Sendable {
  var index: Int
  var count: Int

  package static let whole = Shard(index: 0, count: 1)
}

extension Shard {
  /// Parses `I/N`; `nil` unless 0 <= I < N.
  package init?(text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, let index = Int(parts[0]), let count = Int(parts[1]), index >= 0,
      index < count
    else { return nil }
    self.init(index: index, count: count)
  }

  /// Reads the task of a Slurm job array; `nil` outside of one.
  ///
  /// The array can start at any number and use any step.
  ///
  /// - Parameter environment: `SLURM_ARRAY_TASK_ID`, `_MIN`, `_COUNT` and `_STEP`.
  package init?(slurm environment: [String: String]) {
    func number(_ name: String) -> Int? {
      environment["SLURM_ARRAY_TASK_" + name].flatMap { Int($0) }
    }
    guard let id = number("ID"), let count = number("COUNT") else { return nil }
    let (distance, isTooFar) = id.subtractingReportingOverflow(number("MIN") ?? 0)
    let index = distance / max(1, number("STEP") ?? 1)
    guard !isTooFar, index >= 0, index < count else { return nil }
    self.init(index: index, count: count)
  }

  /// The jobs of this shard, longest first.
  ///
  /// Longest-processing-time scheduling: each job goes to the shard with the least work so far.
  /// Every shard computes the same distribution independently. The largest share is at most 4/3 of
  /// the optimum (Graham, 1969).
  func own(_ jobs: [PlannedJob]) -> [PlannedJob] {
    let ordered = jobs.sorted { ($1.seconds, $0.job) < ($0.seconds, $1.job) }
    guard count > 1 else { return ordered }
    // If there are more shards than jobs, the last shards have nothing to do.
    var load = [Double](repeating: 0, count: min(count, jobs.count))
    return ordered.filter { job in
      let least = load.indices.min { (load[$0], $0) < (load[$1], $1) } ?? 0
      load[least] += max(1, job.seconds)
      return least == index
    }
  }
}
