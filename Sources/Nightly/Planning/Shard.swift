/// A part of a plan's jobs: that with number `index` of `count`, from 0.
package struct Shard: Hashable, Sendable {
  var index: Int
  var count: Int

  package static let whole = Shard(index: 0, count: 1)

}

extension Shard {
  /// Reads `I/N`; `nil` unless I is from 0 and below N.
  package init?(text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, let index = Int(parts[0]), let count = Int(parts[1]), index >= 0,
      index < count
    else { return nil }
    self.init(index: index, count: count)
  }

  /// The task of a Slurm array; `nil` outside of one.
  ///
  /// The array may begin with any number, and count in steps.
  ///
  /// - Parameter environment: of the process (`SLURM_ARRAY_TASK_ID`, `_MIN`, `_COUNT`, `_STEP`).
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
  /// The longest job goes to the shard that has least to do so far: every shard finds the same
  /// shares by itself, and none has more than 4/3 of the best (Graham, 1969).
  ///
  /// - Parameter jobs: all of them, in any order.
  /// - Returns: its own.
  func own(_ jobs: [PlannedJob]) -> [PlannedJob] {
    let ordered = jobs.sorted { ($1.seconds, $0.job) < ($0.seconds, $1.job) }
    guard count > 1 else { return ordered }
    // Of more shards than jobs the last have nothing to do.
    var load = [Double](repeating: 0, count: min(count, jobs.count))
    return ordered.filter { job in
      let least = load.indices.min { (load[$0], $0) < (load[$1], $1) } ?? 0
      load[least] += max(1, job.seconds)
      return least == index
    }
  }
}
