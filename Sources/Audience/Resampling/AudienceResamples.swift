internal import Density

/// The audience as it might have been: what choosing reads, with other viewers of the same kind.
///
/// A fresh audience differs from this one by the chance of both, so its viewers' counts vary twice
/// as much as a bootstrap's: each viewer counts twice as often as a Poisson draw of mean ½ says.
/// Everything that is learned of an audience is learned again. Of more than `most` viewers so many
/// stand for all.
package struct AudienceResamples: Sendable {
  /// How many there are.
  package static let count = 40
  /// Most viewers of one.
  package static let most = 128

  private let rows: [[AudienceRow?]]
  private let faces: [FaceSeries]
  private let digests: [UInt64]
  private let settings: ModelSettings
  private let aspect: Double
  private let binCount: Int
  /// The audience itself.
  var whole = TimelineSummary(duration: 0)

  /// - Parameters:
  ///   - members: the viewers of the crowd, in an order of their own.
  ///   - settings: how an audience is learned.
  ///   - aspect: width of the picture divided by its height.
  ///   - binCount: half seconds of the video.
  init(_ members: [TalliedViewer], settings: ModelSettings, aspect: Double, binCount: Int) {
    let drawn = evenDraw(of: members.count, atMost: Self.most).map { members[$0] }
    rows = drawn.map(\.rows)
    faces = drawn.map(\.face)
    digests = Parallel.map(drawn.count) { ViewerOrder.digest(of: drawn[$0].rows) }
    (self.settings, self.aspect, self.binCount) = (settings, aspect, binCount)
  }

  /// One of them, without looks and clusters.
  ///
  /// - Parameter number: 0 to `count` − 1.
  /// - Returns: a summary like that of the audience.
  package func summary(_ number: Int) -> TimelineSummary {
    summary(digests.map { 2 * Self.poisson($0, number: number) }, rows, faces)
  }

  /// An audience of the same faces that share nothing: each viewer's is moved in time by an amount
  /// of its own, at least `leastShift` from where it was, around the ends of the video.
  ///
  /// - Parameters:
  ///   - number: any; another one gives other amounts.
  ///   - found: half seconds that are left out before, since what people share there would be met
  ///     again elsewhere.
  /// - Returns: a summary of faces alone.
  package func shifted(_ number: Int, without found: [Range<Int>]) -> TimelineSummary {
    let least = Int(Self.leastShift / HalfSeconds.length)
    let room = UInt64(max(1, binCount - 2 * least))
    let moved = faces.indices.map { index in
      var levels = faces[index].levels
      for bin in found.joined() where bin < levels.count { levels[bin] = FaceSeries.unknown }
      let bits = SplitMix64.mixed(digests[index] &+ UInt64(number + 1) &* SplitMix64.step)
      let shift = min(binCount, least + Int(bits % room))
      return FaceSeries(levels: Array(levels[shift...] + levels[..<shift]), settings)
    }
    // Who is there moves along: a row stands for a face.
    let rows = moved.map { face in
      face.levels.map { $0 == FaceSeries.unknown ? nil : AudienceRow(position: nil, weight: 1) }
    }
    return summary(Array(repeating: 1, count: faces.count), rows, moved)
  }

  /// Seconds of the least shift: longer than a laugh and what surrounds it.
  private static let leastShift = 10.0

  private func summary(
    _ counts: [Int], _ rows: [[AudienceRow?]], _ faces: [FaceSeries]
  ) -> TimelineSummary {
    let drawn = counts.indices.filter { counts[$0] > 0 }
    let learning = CrowdLearning(
      drawn.map { rows[$0] }, settings, aspect: aspect, binCount: binCount,
      counts: drawn.map { counts[$0] }, faces: drawn.map { faces[$0] })
    var tally = AudienceTally(binCount: binCount, settings, mostDrawn: 0)
    tally.add(learning.members())
    let factor = Double(whole.viewers) / Double(max(1, digests.count))
    var summary = whole
    summary.bins = tally.summaries.map { factor == 1 ? $0 : $0.scaled(by: factor) }
    summary.viewers = Int((Double(tally.viewers) * factor).rounded())
    return summary
  }

  /// A draw from the Poisson distribution of mean ½, by inversion of its sums.
  static func poisson(_ digest: UInt64, number: Int) -> Int {
    let bits = SplitMix64.mixed(digest &+ UInt64(number + 1) &* SplitMix64.step)
    let share = Double(bits >> 11) / 9_007_199_254_740_992
    var probability = 0.606_530_659_712_633_4
    var sum = probability
    var count = 0
    while share >= sum, count < 12 {
      count += 1
      probability /= 2 * Double(count)
      sum += probability
    }
    return count
  }
}
