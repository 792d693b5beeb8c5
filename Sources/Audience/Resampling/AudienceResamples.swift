internal import Density

/// The audience as it might have been: what choosing reads, with other viewers of the same kind.
///
/// Each resample counts every viewer 0, 1, 2… times (`ResampleDraws`). Exact are how many watch,
/// who is there, what the faces show, and how far the looks agree. Kept from the audience itself
/// are each viewer's correction and weight, what chance gives, and the places of the clusters.
///
/// Of more viewers than the crowd (`TimelineSummary.mostDrawn`) all are counted once, and what the
/// crowd's draws change is added: n viewers vary by √n, so the change of c of them counts √(n / c)
/// times.
package struct AudienceResamples: Sendable {
  /// How many there are.
  package static let count = ResampleLanes.count

  private let crowd: ResampledCrowd
  private let whole: TimelineSummary
  /// Of more viewers than the crowd: for each bin the place of each face of the crowd among the
  /// faces of all; below 0 where it has none.
  private let places: [[Int]]

  init(_ crowd: ResampledCrowd, of whole: TimelineSummary) {
    (self.crowd, self.whole) = (crowd, whole)
    let isLarger = whole.viewers > crowd.draws.viewers.count
    let bins = isLarger ? min(crowd.bins.count, whole.bins.count) : 0
    places = Parallel.map(bins) { bin in
      var ofKeys: [UInt32: Int] = [:]
      for (place, face) in whole.bins[bin].faces.enumerated() {
        ofKeys[FaceTally.key(face.levels)] = place
      }
      return crowd.bins[bin].faces.map { ofKeys[FaceTally.key($0)] ?? -1 }
    }
  }

  /// One of them, without looks.
  ///
  /// - Parameter number: 0 to `count` − 1.
  /// - Returns: a summary like that of the audience.
  package func summary(_ number: Int) -> TimelineSummary {
    let draws = crowd.draws.viewers.map { Int($0[number]) }
    return whole.viewers > draws.count ? changed(number, draws) : drawn(number, draws)
  }

  private func drawn(_ number: Int, _ draws: [Int]) -> TimelineSummary {
    var summary = whole
    summary.viewers = draws.reduce(0, +)
    summary.presences = zip(crowd.presences, draws).flatMap {
      Array(repeating: $0, count: $1)
    }
    for index in crowd.bins.indices where index < summary.bins.count {
      let tally = crowd.tally(crowd.bins[index], draws)
      summary.bins[index].watching = tally.watching
      summary.bins[index].withGaze = tally.withGaze
      summary.bins[index].faces = tally.faces.filter { $0.viewers > 0 }
      agree(&summary.bins[index], crowd.bins[index], number)
    }
    return summary
  }

  private func changed(_ number: Int, _ draws: [Int]) -> TimelineSummary {
    var summary = whole
    let changes = draws.map { $0 - 1 }
    let factor = (Double(whole.viewers) / Double(max(1, draws.count))).squareRoot()
    func scaled(_ change: Int) -> Int { Int((Double(change) * factor).rounded()) }
    for index in places.indices {
      let tally = crowd.tally(crowd.bins[index], changes)
      var bin = summary.bins[index]
      bin.watching = max(0, bin.watching + scaled(tally.watching))
      bin.withGaze = min(bin.watching, max(0, bin.withGaze + scaled(tally.withGaze)))
      var changes = bin.faces.map { $0.without($0) }
      for (face, place) in zip(tally.faces, places[index]) where face.viewers != 0 && place >= 0 {
        changes[place].add(face)
      }
      for (place, change) in changes.enumerated() {
        bin.faces[place].change(
          viewers: scaled(change.viewers), withGaze: scaled(change.withGaze),
          weightSteps: scaled(change.weightSteps))
      }
      agree(&bin, crowd.bins[index], number)
      summary.bins[index] = bin
    }
    return summary
  }

  private func agree(_ bin: inout BinSummary, _ own: ResampledCrowd.Bin, _ number: Int) {
    bin.agreement = own.agreements[number]
    if bin.agreement == nil { bin.chance = nil }
  }
}

extension FaceGroup {
  fileprivate mutating func add(_ other: FaceGroup) {
    viewers += other.viewers
    withGaze += other.withGaze
    weightSteps += other.weightSteps
  }

  /// More viewers, or fewer; never less than none.
  fileprivate mutating func change(viewers more: Int, withGaze: Int, weightSteps: Int) {
    viewers = max(0, viewers + more)
    self.withGaze = min(viewers, max(0, self.withGaze + withGaze))
    self.weightSteps = max(0, self.weightSteps + weightSteps)
  }
}

/// How often each viewer of a crowd is drawn into each resampled audience.
///
/// The Poisson bootstrap (Hanley & MacGibbon 2006): each viewer comes 0, 1, 2… times, 1 on the
/// average. How often follows from a digest of the viewer's own folded rows and the resample's
/// number: neither from an order, nor a name, nor chance.
struct ResampleDraws: Sendable {
  /// For each viewer of the crowd how often it is drawn.
  let viewers: [ResampleLanes]
}

extension ResampleDraws {
  /// Draws the viewers of a crowd by their rows.
  init(_ viewers: [[AudienceRow?]]) {
    self.init(
      viewers: Parallel.map(viewers.count) { index in
        var digest = ContentDigest()
        for row in viewers[index] { digest.add(row) }
        let value = digest.value
        return ResampleLanes { Float(Self.poisson(value, number: $0)) }
      })
  }

  /// A draw from the Poisson distribution of mean 1, by inversion of its sums.
  static func poisson(_ digest: UInt64, number: Int) -> Int {
    let bits = SplitMix64.mixed(digest &+ UInt64(number + 1) &* SplitMix64.step)
    let share = Double(bits >> 11) / 9_007_199_254_740_992
    var probability = 0.367_879_441_171_442_33
    var sum = probability
    var count = 0
    while share >= sum, count < 12 {
      count += 1
      probability /= Double(count)
      sum += probability
    }
    return count
  }
}
