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
  /// Audiences whose faces share nothing, beside which `chance` is told: a tenth of so many is
  /// known to a hundredth.
  private static let surrogates = 1000

  private let members: [TalliedViewer]
  private let digests: [UInt64]
  private let settings: ModelSettings
  private let aspect: Double
  private let binCount: Int
  /// The audience itself.
  package var whole = TimelineSummary(duration: 0)

  /// - Parameters:
  ///   - members: the viewers of the crowd, in an order of their own.
  ///   - settings: how an audience is learned.
  ///   - aspect: width of the picture divided by its height.
  ///   - binCount: half seconds of the video.
  init(_ members: [TalliedViewer], settings: ModelSettings, aspect: Double, binCount: Int) {
    let drawn = evenDraw(of: members.count, atMost: Self.most).map { members[$0] }
    self.members = drawn
    // Viewers of the same rows, in a room of copies, are drawn and moved apart nevertheless.
    var copies: [UInt64: UInt64] = [:]
    digests = Parallel.map(drawn.count) { ViewerOrder.digest(of: drawn[$0].rows) }.map { digest in
      defer { copies[digest, default: 0] += 1 }
      return digest &+ SplitMix64.mixed(copies[digest, default: 0])
    }
    (self.settings, self.aspect, self.binCount) = (settings, aspect, binCount)
  }

  /// One of them, without looks and clusters.
  ///
  /// - Parameter number: 0 to `count` − 1.
  /// - Returns: a summary like that of the audience.
  package func summary(_ number: Int) -> TimelineSummary {
    let counts = digests.map { 2 * Self.poisson($0, number: number) }
    let drawn = counts.indices.filter { counts[$0] > 0 }
    let learning = CrowdLearning(
      drawn.map { members[$0].rows }, settings, aspect: aspect, binCount: binCount,
      counts: drawn.map { counts[$0] }, faces: drawn.map { members[$0].face })
    return summary(of: learning.members())
  }

  /// An audience of the same viewers whose faces share nothing: each is moved in time by an amount
  /// of its own, at least `leastShift` from where it was, around the ends of the video.
  ///
  /// What was learned of each face stays, and so do the looks: it shows how often people react
  /// together by chance where a frame holds what they look at.
  ///
  /// - Parameters:
  ///   - number: any; another one gives other amounts.
  ///   - found: half seconds in which no face is known, since what people share there would be met
  ///     again elsewhere.
  /// - Returns: a summary without looks and clusters.
  package func shifted(_ number: Int, without found: [Range<Int>]) -> TimelineSummary {
    let faces = members.indices.map { index in
      members[index].face.moved(by: shift(index, number), without: found)
    }
    let state = AudienceState(
      faces, says: members.map(\.says), binCount: binCount, settings)
    let reacting = ReactingFaces(settings)
    return summary(
      of: members.indices.map { index in
        var viewer = members[index]
        viewer.face = faces[index]
        // Who was away then is there with the face.
        viewer.rows = viewer.rows.indices.map { bin in
          viewer.rows[bin]
            ?? (viewer.face.levels[bin] == FaceSeries.unknown
              ? nil : AudienceRow(position: nil, weight: 1))
        }
        let amused = state.amused(without: viewer.face, index, counting: 1)
        viewer.reacting = reacting.probabilities(viewer.face, amused: amused)
        return viewer
      })
  }

  /// What share of such audiences go together as much as this one over the whole video.
  ///
  /// How far faces go together is the sum over all pairs of viewers of the products of how readily
  /// they react at a time, by the own face alone, less the viewer's mean: a test by surrogates that
  /// are moved in time (Lancaster et al., Physics Reports 2018, 748).
  ///
  /// - Returns: 0…1, the audience itself counted among them.
  package var chance: Double {
    let reacting = ReactingFaces(settings)
    let usual = [Float](repeating: Float(settings.amusedShare), count: binCount)
    let faces = members.map { member in
      let own = reacting.probabilities(member.face, amused: usual)
      let mean = own.reduce(0, +) / Float(max(1, own.count))
      return own.map { $0 - mean }
    }
    @Sendable func together(_ shift: (Int) -> Int) -> Float {
      // What a face brings by itself is the same wherever it lies.
      var sums = [Float](repeating: 0, count: binCount)
      for (index, face) in faces.enumerated() {
        let shift = shift(index)
        for bin in 0..<binCount - shift { sums[bin] += face[bin + shift] }
        for bin in 0..<shift { sums[binCount - shift + bin] += face[bin] }
      }
      return sums.reduce(0) { $0 + $1 * $1 }
    }
    let whole = together { _ in 0 }
    let found = Parallel.map(Self.surrogates) { number in together { shift($0, number) } >= whole }
    return Double(found.count(where: \.self) + 1) / Double(Self.surrogates + 1)
  }

  /// Half seconds by which a viewer's face is moved.
  private func shift(_ index: Int, _ number: Int) -> Int {
    let least = min(Int(Self.leastShift / HalfSeconds.length), binCount / 6)
    let bits = SplitMix64.mixed(digests[index] &+ UInt64(number + 1) &* SplitMix64.step)
    return least + Int(bits % UInt64(max(1, binCount - 2 * least)))
  }

  /// Seconds of the least shift: longer than most laughs, and what surrounds them.
  ///
  /// In videos under a minute it is a sixth of them.
  private static let leastShift = 10.0

  private func summary(of viewers: [TalliedViewer]) -> TimelineSummary {
    var tally = AudienceTally(binCount: binCount, settings, mostDrawn: 0)
    tally.add(viewers)
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
