package import Audience

/// A synthetic audience of a made-up video with known moments.
///
/// Each viewer has a random stream of its own. So viewers can be generated in any order, and a
/// larger audience contains the smaller one.
package struct PlantedAudience: Sendable {
  package let plan: AudiencePlan
  package let script: SampleScript

  package init(_ plan: AudiencePlan, script: SampleScript? = nil) {
    self.plan = plan
    self.script = script ?? SampleScript(plan)
  }

  /// The type of viewer number `index`.
  package func sort(ofViewer index: Int) -> SampleViewer {
    var random = SeededRandom(seed: plan.seed, stream: 1000 + UInt64(index))
    return SampleViewer.drawn(&random)
  }

  /// The numbers of the viewers who react to a planted segment before they leave.
  ///
  /// - Parameter stretch: index of the segment in the script.
  /// - Returns: numbers in order.
  package func reactors(to stretch: Int) -> [Int] {
    (0..<plan.viewers).filter { index in
      let viewer = ViewerAtWork(plan: plan, script: script, index: index)
      return viewer.reactions.contains { $0.stretch == stretch && $0.end <= viewer.leaves }
    }
  }

  /// The numbers of the viewers who are still watching at a play time.
  package func watching(at time: Double) -> [Int] {
    (0..<plan.viewers).filter {
      time < ViewerAtWork(plan: plan, script: script, index: $0).leaves
    }
  }

  package func samples(ofViewer index: Int) -> SampleColumns {
    var viewer = ViewerAtWork(plan: plan, script: script, index: index)
    return viewer.watch()
  }
}

private struct ViewerAtWork {
  let plan: AudiencePlan
  let script: SampleScript
  let sort: SampleViewer
  let bias: PicturePoint
  let restingSmile: Double
  let leaves: Double
  let isAway: Bool
  private var drift: BiasDrift
  var reactions: [Reaction] = []
  var random: SeededRandom

  struct Reaction {
    /// Index of the segment in the script.
    var stretch: Int
    var start: Double
    var end: Double
    var emotion: Emotion
    var strength: Double
  }

  init(plan: AudiencePlan, script: SampleScript, index: Int) {
    self.plan = plan
    self.script = script
    random = SeededRandom(seed: plan.seed, stream: 1000 + UInt64(index))
    sort = SampleViewer.drawn(&random)
    let off = sort == .uncalibrated ? 0.10 : 0
    bias = PicturePoint(x: random.normal(deviation: off), y: random.normal(deviation: off))
    restingSmile = sort == .restingSmiler ? random.uniform(0.45...0.75) : 0
    let stay = random.uniform(0.2...0.6)
    leaves = sort == .leaver ? stay * plan.duration : plan.duration
    // A separate random stream, so that plans without these options have the same viewers as
    // before.
    var apart = SeededRandom(seed: plan.seed, stream: 2_000_000 + UInt64(index))
    isAway = apart.chance(plan.awayShare)
    drift = BiasDrift(deviation: plan.biasDrift, &apart)
    reactions = drawReactions(index: index)
  }

  private mutating func drawReactions(index: Int) -> [Reaction] {
    var found: [Reaction] = []
    for (number, stretch) in script.stretches.enumerated() {
      let drawn = random.uniform()
      let strength = random.uniform(plan.difficulty.strength)
      let lag = random.uniform(plan.difficulty.lag)
      let reacts =
        switch stretch.kind {
        case .delight, .laugh: drawn < stretch.reactingShare * sort.readiness
        case .lone: loneViewers(of: number).contains(index)
        case .stare, .flicker: false
        }
      guard reacts, !isAway else { continue }
      found.append(
        Reaction(
          stretch: number, start: stretch.start + lag, end: stretch.end + lag,
          emotion: stretch.emotion, strength: strength))
    }
    return found
  }

  /// The one or two viewers who react, the same for every call.
  private func loneViewers(of stretch: Int) -> [Int] {
    var shared = SeededRandom(seed: plan.seed, stream: 500 + UInt64(stretch))
    let first = shared.index(below: plan.viewers)
    let second = shared.index(below: plan.viewers)
    return shared.chance(0.5) ? [first] : [first, second]
  }

  mutating func watch() -> SampleColumns {
    var columns = SampleColumns()
    let phase = random.uniform() / plan.rate
    var step = 0
    while true {
      let time = phase + Double(step) / plan.rate
      step += 1
      guard time < min(leaves, plan.duration) else { return columns }
      let lost = random.chance(plan.difficulty.lost)
      let faceLost = lost || (random.chance(0.55) && sort == .faceLost)
      let gaze = look(at: time)
      let face = show(at: time)
      columns.append(
        Sample(time: time, gaze: lost ? .lost : gaze, face: faceLost ? .lost : .scores(face)))
    }
  }

  private mutating func look(at time: Double) -> Gaze {
    let attention = sort == .inattentive ? 0.3 : 1
    let share =
      switch script.stretch(at: time)?.kind {
      case .delight, .stare, .lone, .flicker: plan.difficulty.onSubjectGathered
      case .laugh: plan.difficulty.onSubjectScattered
      case nil: plan.difficulty.onSubjectIdle
      }
    let onSubject = random.chance(share * (isAway ? 0 : attention))
    let point = onSubject ? script.subject(at: time) : elsewhere()
    let off = drift.offset(at: time)
    let noise = plan.difficulty.gazeNoise
    let seenAt = PicturePoint(
      x: point.x + bias.x + off.x + random.normal(deviation: noise),
      y: point.y + bias.y + off.y + random.normal(deviation: 1.3 * noise))
    return .at(seenAt, confidence: .full, movement: .unknown)
  }

  /// A random point around the centre, with a wide spread.
  private mutating func elsewhere() -> PicturePoint {
    let x = 0.5 + random.normal(deviation: 0.22)
    return PicturePoint(x: x, y: 0.5 + random.normal(deviation: 0.22))
  }

  private mutating func show(at time: Double) -> FaceScores {
    let reaction = reactions.first { $0.start <= time && time < $0.end }
    var shown = Emotion.neutral
    var score = random.uniform(0.55...0.9)
    if restingSmile > 0 {
      shown = .happy
      score = restingSmile + random.normal(deviation: 0.06)
    }
    if let reaction {
      shown = reaction.emotion
      score = max(reaction.strength, restingSmile * 1.25) + random.normal(deviation: 0.06)
    }
    let misfire = random.chance(plan.difficulty.misfires)
    let wrong = Emotion.allCases[random.index(below: 6)]
    let wrongScore = random.uniform(0.4...0.9)
    let stretch = script.stretch(at: time)
    // Single samples, sometimes two in a row.
    if random.chance(plan.difficulty.flicker), let stretch, stretch.kind == .flicker {
      shown = stretch.emotion
      score = wrongScore
    } else if misfire {
      shown = wrong
      score = wrongScore
    }
    return scores(shown, min(0.99, max(0.16, score)))
  }

  /// All seven scores: the remainder is distributed unevenly, or missing.
  private mutating func scores(_ shown: Emotion, _ score: Double) -> FaceScores {
    var vector = EmotionVector.zero
    var parts = Emotion.allCases.map { $0 == shown ? 0 : random.uniform(0.2...1) }
    if shown != .neutral { parts[Int(Emotion.neutral.rawValue)] *= 3 }
    let sum = parts.reduce(0, +)
    for emotion in Emotion.allCases {
      vector[emotion] = Float((1 - score) * parts[Int(emotion.rawValue)] / sum)
    }
    vector[shown] = Float(score)
    guard plan.strongestOnly else { return FaceScores(vector) }
    // With a score below 0.5, another drawn score may be higher.
    let strongest = Emotion.allCases.max { vector[$0] < vector[$1] } ?? shown
    return FaceScores(vector, told: EmotionSet([strongest]), areStrongest: true)
  }
}

package enum SampleViewer: String, CaseIterable, Hashable, Sendable {
  /// Watches and reacts like most viewers.
  case normal
  case restingSmiler
  /// Reacts a quarter as often.
  case deadpan
  /// Looks elsewhere, reacts a quarter as often.
  case inattentive
  /// Has a constant gaze bias.
  case uncalibrated
  /// Has no face in more than half of the samples.
  case faceLost
  case leaver

  static let shares: [(SampleViewer, Double)] = [
    (.normal, 0.60), (.restingSmiler, 0.08), (.deadpan, 0.08), (.inattentive, 0.07),
    (.uncalibrated, 0.07), (.faceLost, 0.05), (.leaver, 0.05),
  ]

  static func drawn(_ random: inout SeededRandom) -> SampleViewer {
    var left = random.uniform()
    for (sort, share) in shares {
      left -= share
      if left < 0 { return sort }
    }
    return .normal
  }

  /// Factor on the probability of a reaction.
  var readiness: Double { self == .deadpan || self == .inattentive ? 0.25 : 1 }
}
