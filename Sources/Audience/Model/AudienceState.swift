internal import Glibc

/// Whether an audience is amused or not, half second by half second, and what each viewer's face
/// says of it.
///
/// Each viewer has a level in either state and a variance. State and levels are learned together by
/// expectation-maximisation (Dempster, Laird & Rubin 1977). A viewer begins as the average of the
/// audience; who does not go with the others comes to equal levels, and so to no say.
struct AudienceState: Sendable {
  /// Log likelihood of an amused audience against one that is not, summed over viewers.
  private(set) var evidence: [Float]
  /// What each viewer adds to it, by the level shown.
  private(set) var says: [[Float]] = []
  /// Probability of an amused audience, all viewers asked.
  private(set) var amused: [Float]
  private let settings: ModelSettings
  private let chain: TwoStateChain
  /// The levels of the average viewer, around that viewer's own mean, and the variance.
  private var average = (rest: 0.0, amused: 0.0, variance: 1.0)

  /// Learns the state of an audience.
  ///
  /// - Parameters:
  ///   - faces: the viewers, in an order of their own.
  ///   - counts: how often each viewer counts.
  ///   - binCount: half seconds of the video.
  ///   - settings: how.
  init(_ faces: [FaceSeries], counts: [Float], binCount: Int, _ settings: ModelSettings) {
    self.settings = settings
    chain = TwoStateChain(forgettingIn: settings.changeSeconds)
    amused = [Float](repeating: Float(settings.amusedShare), count: binCount)
    evidence = [Float](repeating: 0, count: binCount)
    let sums = faces.map(LevelSums.init)
    for round in 0...max(1, settings.rounds) {
      let states = amused
      let moments = Parallel.map(faces.count) { sums[$0].moments(faces[$0], states) }
      learnAverage(moments, counts, isFirst: round == 0)
      let learned = self
      says = Parallel.map(faces.count) {
        learned.says(faces[$0], round == 0 ? moments[$0].untold : moments[$0])
      }
      sumUp(faces, counts)
      amused = posterior(without: [], of: nil)
    }
  }

  /// The state of an audience whose levels are known.
  ///
  /// - Parameters:
  ///   - faces: the viewers.
  ///   - says: what each says, by the level shown.
  ///   - binCount: half seconds of the video.
  ///   - settings: how often an audience is amused, and for how long.
  init(_ faces: [FaceSeries], says: [[Float]], binCount: Int, _ settings: ModelSettings) {
    self.settings = settings
    self.says = says
    chain = TwoStateChain(forgettingIn: settings.changeSeconds)
    amused = [Float](repeating: Float(settings.amusedShare), count: binCount)
    evidence = [Float](repeating: 0, count: binCount)
    sumUp(faces, Array(repeating: 1, count: faces.count))
    amused = posterior(without: [], of: nil)
  }

  /// What a viewer outside the audience says of its state, by the level shown.
  func says(_ face: FaceSeries) -> [Float] {
    says(face, LevelSums(face).moments(face, amused))
  }

  /// Probability of an amused audience, one of its viewers not asked.
  ///
  /// - Parameters:
  ///   - face: the viewer.
  ///   - index: the viewer's place.
  ///   - count: how often the viewer counts.
  /// - Returns: a probability a half second.
  func amused(without face: FaceSeries, _ index: Int, counting count: Float) -> [Float] {
    posterior(without: says[index].map { $0 * count }, of: face)
  }

  /// What one more viewer who reacts brings in a half second, nats: what the average viewer says of
  /// the step from rest to a reaction, of which an amused audience shows `reactingAmused`.
  func gain(_ faces: [FaceSeries]) -> Double {
    let top = Int(FaceSeries.unknown) - 1
    let slopes = zip(says, faces).map { said, face in
      let span = face.deviations[top] - face.deviations[0]
      return span > 0 ? Double((said[top] - said[0]) / span) : 0
    }
    guard !slopes.isEmpty, settings.reactingAmused > 0 else { return 0 }
    let slope = slopes.reduce(0, +) / Double(slopes.count)
    return slope * (average.amused - average.rest) / settings.reactingAmused
  }

  private func posterior(without own: [Float], of face: FaceSeries?) -> [Float] {
    evidence.withUnsafeBufferPointer { evidence in
      var odds = [Float](repeating: 1, count: evidence.count)
      for bin in evidence.indices {
        let others = face.map { evidence[bin] - own[Int($0.levels[bin])] } ?? evidence[bin]
        odds[bin] = expf(max(-Self.most, min(Self.most, others)))
      }
      let usual = Float(settings.amusedShare)
      return odds.withUnsafeBufferPointer { odds in
        chain.posterior(odds.count, odds: { odds[$0] }, usual: { _ in usual })
      }
    }
  }

  /// What a half second may say at most, nats: beyond it single precision ends.
  private static let most: Float = 20

  private mutating func learnAverage(
    _ moments: [LevelMoments], _ counts: [Float], isFirst: Bool
  ) {
    var all = LevelMoments()
    for (moment, count) in zip(moments, counts) { all.add(moment.centred, times: Double(count)) }
    guard all.known > 0 else { return }
    let share = all.amused / all.known
    if isFirst {
      // Nothing is known of the state yet: all go along, by as much as faces vary at all.
      let step = (all.squares / all.known).squareRoot()
      average = (-step * share, step * (1 - share), all.squares / all.known)
    } else if all.amused > 0, all.rest > 0 {
      let level = all.amusedSum / all.amused
      let rest = all.restSum / all.rest
      let within = all.squares - all.amused * level * level - all.rest * rest * rest
      average = (min(rest, level), max(rest, level), max(0, within / all.known))
    }
  }

  /// The levels of a viewer in either state, as what each shown level says.
  private func says(_ face: FaceSeries, _ own: LevelMoments) -> [Float] {
    guard own.known > 0 else { return [Float](repeating: 0, count: 256) }
    let prior = settings.priorSeconds / HalfSeconds.length
    let mean = own.sum / own.known
    let (amused, rest) = (own.amused, own.rest)
    let high = (own.amusedSum + prior * (mean + average.amused)) / (amused + prior)
    let low = (own.restSum + prior * (mean + average.rest)) / (rest + prior)
    let level = max(low, high)
    let within =
      own.squares - 2 * (level * own.amusedSum + low * own.restSum)
      + amused * level * level + rest * low * low
    let variance = (max(0, within) + prior * average.variance) / (amused + rest + prior)
    let step = level - low
    let slope = step / max(variance, face.noise)
    return face.deviations.indices.map { shown in
      shown == Int(FaceSeries.unknown)
        ? 0 : Float(slope * (Double(face.deviations[shown]) - low - step / 2))
    }
  }

  private mutating func sumUp(_ faces: [FaceSeries], _ counts: [Float]) {
    let says = says
    let count = evidence.count
    let chunk = 512
    let parts = Parallel.map((count + chunk - 1) / chunk) { part in
      var sums = [Float](repeating: 0, count: min(chunk, count - part * chunk))
      for (index, face) in faces.enumerated() where counts[index] > 0 {
        says[index].withUnsafeBufferPointer { said in
          face.levels.withUnsafeBufferPointer { levels in
            for place in sums.indices {
              sums[place] += counts[index] * said[Int(levels[part * chunk + place])]
            }
          }
        }
      }
      return sums
    }
    evidence = parts.flatMap(\.self)
  }
}

/// How often a viewer shows each level.
private struct LevelSums: Sendable {
  private let known: Double
  private let sum: Double
  private let squares: Double

  init(_ face: FaceSeries) {
    var counts = [Int32](repeating: 0, count: 256)
    for level in face.levels { counts[Int(level)] += 1 }
    counts[Int(FaceSeries.unknown)] = 0
    var (known, sum, squares) = (0.0, 0.0, 0.0)
    for level in counts.indices where counts[level] > 0 {
      let (count, value) = (Double(counts[level]), Double(face.deviations[level]))
      known += count
      sum += count * value
      squares += count * value * value
    }
    (self.known, self.sum, self.squares) = (known, sum, squares)
  }

  /// The same beside a state.
  func moments(_ face: FaceSeries, _ states: [Float]) -> LevelMoments {
    var weights = [Float](repeating: 0, count: 256)
    weights.withUnsafeMutableBufferPointer { weights in
      face.levels.withUnsafeBufferPointer { levels in
        for bin in levels.indices { weights[Int(levels[bin])] += states[bin] }
      }
    }
    weights[Int(FaceSeries.unknown)] = 0
    var found = LevelMoments(known: known, sum: sum, squares: squares)
    for level in weights.indices where weights[level] > 0 {
      found.amused += Double(weights[level])
      found.amusedSum += Double(weights[level] * face.deviations[level])
    }
    (found.rest, found.restSum) = (known - found.amused, sum - found.amusedSum)
    return found
  }
}

/// Sums of what a viewer shows, over all known half seconds and over those in which the audience is
/// amused.
private struct LevelMoments: Sendable {
  var known = 0.0, sum = 0.0, squares = 0.0
  var amused = 0.0, amusedSum = 0.0
  var rest = 0.0, restSum = 0.0

  /// The same of a viewer of whom nothing is known beside a state but the mean.
  var untold: LevelMoments { LevelMoments(known: known, sum: sum) }

  /// The same around the viewer's own mean.
  var centred: LevelMoments {
    guard known > 0 else { return self }
    let mean = sum / known
    return LevelMoments(
      known: known, sum: 0, squares: squares - mean * sum, amused: amused,
      amusedSum: amusedSum - mean * amused, rest: rest, restSum: restSum - mean * rest)
  }

  mutating func add(_ other: LevelMoments, times count: Double) {
    known += count * other.known
    sum += count * other.sum
    squares += count * other.squares
    amused += count * other.amused
    amusedSum += count * other.amusedSum
    rest += count * other.rest
    restSum += count * other.restSum
  }
}
