/// A crowd's rows, corrected and weighed, in the form that resampling counts: who shows which face.
struct ResampledCrowd: Sendable {
  /// One half second.
  struct Bin: Sendable {
    /// The different faces, in the order of what they hold.
    var faces: [SIMD8<UInt8>] = []
    var members: [Member] = []
    /// A figure a resample.
    var agreements: [LookAgreement?] = []
  }

  /// A viewer who watches.
  struct Member: Sendable {
    var viewer: UInt16
    /// Place of the face in `Bin.faces`; that behind the last without one.
    var face: UInt16
    var weightLevel: UInt8
    var hasGaze: Bool
  }

  let draws: ResampleDraws
  let presences: [ViewerPresence]
  let bins: [Bin]

  /// - Parameters:
  ///   - viewers: the crowd's rows, corrected and weighed.
  ///   - draws: how often each of them is drawn.
  ///   - agreements: for each bin a figure a resample.
  init(
    _ viewers: [[AudienceRow?]], _ draws: ResampleDraws, agreements: [[LookAgreement?]]
  ) {
    self.draws = draws
    presences = Parallel.map(viewers.count) { ViewerPresence(rows: viewers[$0]) }
    bins = Parallel.map(agreements.count) { bin in
      var found = Bin(agreements: agreements[bin])
      let ranks = Self.faceRanks(viewers, bin)
      found.faces = ranks.map(SIMD8.init(rank:))
      found.members.reserveCapacity(viewers.count)
      for (viewer, rows) in viewers.enumerated() {
        guard let row = rows[bin] else { continue }
        let face = row.hasFace ? Self.place(of: row.levels.rank, in: ranks) : ranks.count
        found.members.append(
          Member(
            viewer: UInt16(viewer), face: UInt16(face), weightLevel: row.weightLevel,
            hasGaze: row.hasGaze))
      }
      return found
    }
  }

  /// The different faces of a bin, in order.
  private static func faceRanks(_ viewers: [[AudienceRow?]], _ bin: Int) -> [UInt64] {
    var ranks: [UInt64] = []
    ranks.reserveCapacity(viewers.count)
    // Most faces are at rest, and so the same.
    var last: UInt64?
    for rows in viewers {
      guard let row = rows[bin], row.hasFace, row.levels.rank != last else { continue }
      last = row.levels.rank
      ranks.append(row.levels.rank)
    }
    ranks.sort()
    var different: [UInt64] = []
    for rank in ranks where rank != different.last { different.append(rank) }
    return different
  }

  /// The place of a face among all that there are.
  private static func place(of rank: UInt64, in ranks: [UInt64]) -> Int {
    var (low, high) = (0, ranks.count)
    while low < high {
      let middle = (low + high) / 2
      if ranks[middle] < rank { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// The viewers of one bin, each counted as often as a resample asks for.
  ///
  /// - Parameters:
  ///   - bin: the half second.
  ///   - counts: for each viewer of the crowd how often it counts.
  /// - Returns: how many watch, how many of them have gaze, and the groups of their faces.
  func tally(_ bin: Bin, _ counts: [Int]) -> (watching: Int, withGaze: Int, faces: [FaceGroup]) {
    // One more for those without a face.
    let room = bin.faces.count + 1
    return withUnsafeTemporaryAllocation(of: MemberSum.self, capacity: room) { sums in
      sums.initialize(repeating: MemberSum())
      var all = MemberSum()
      bin.members.withUnsafeBufferPointer { members in
        counts.withUnsafeBufferPointer { counts in
          // Every third viewer is not drawn: as a branch that could not be foretold.
          for member in members {
            let sum = MemberSum(member, times: counts[Int(member.viewer)])
            sums[Int(member.face)].add(sum)
            all.add(sum)
          }
        }
      }
      let faces = bin.faces.enumerated().map { place, levels in
        FaceGroup(
          levels: levels, viewers: sums[place].viewers, withGaze: sums[place].withGaze,
          weightSteps: sums[place].weightSteps)
      }
      return (all.viewers, all.withGaze, faces)
    }
  }
}

/// What some viewers come to, each counted so many times, also fewer than none: three sums in one
/// number, so that one addition makes them.
///
/// The crowd has `TimelineSummary.mostDrawn` viewers, each of whom is drawn twelve times at most:
/// their numbers are far below what 16 bits hold, and their weights below what is left.
private struct MemberSum {
  private var sum: Int64 = 0

  init() {}

  @inline(__always)
  init(_ member: ResampledCrowd.Member, times count: Int) {
    sum =
      (1 | (member.hasGaze ? 1 << 16 : 0) | Int64(member.weightLevel) << 32)
      &* Int64(truncatingIfNeeded: count)
  }

  @inline(__always)
  mutating func add(_ other: MemberSum) { sum &+= other.sum }

  /// A sum below zero takes one from the next: each is read once those before it are taken away.
  var viewers: Int { Int(Int16(truncatingIfNeeded: sum)) }
  var withGaze: Int { Int(Int16(truncatingIfNeeded: (sum &- Int64(viewers)) &>> 16)) }
  var weightSteps: Int {
    Int((((sum &- Int64(viewers)) &>> 16) &- Int64(withGaze)) &>> 16)
  }
}
