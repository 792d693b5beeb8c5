package import Audience

/// A planted audience: viewers who watch a made-up video with known moments.
///
/// The generator of the project's choosing bench. Each viewer has a stream of the seed, so viewers
/// can be made one at a time, in any order, and a larger audience begins with the smaller one.
package struct PlantedAudience: Sendable {
  /// What it is made of.
  package let plan: AudiencePlan
  /// What happens in the video.
  package let script: SampleScript

  /// Makes the audience of a plan, or of a script of one's own.
  package init(_ plan: AudiencePlan, script: SampleScript? = nil) {
    self.plan = plan
    self.script = script ?? SampleScript(plan)
  }

  /// What sort of viewer number `index` is.
  package func sort(ofViewer index: Int) -> SampleViewer {
    var random = SeededRandom(seed: plan.seed, stream: 1000 + UInt64(index))
    return SampleViewer.drawn(&random)
  }

  /// The viewers, by number, who react to a planted stretch before they leave.
  ///
  /// - Parameter stretch: its place among the script's stretches.
  /// - Returns: those whose face shows it, in order.
  package func reactors(to stretch: Int) -> [Int] {
    (0..<plan.viewers).filter { index in
      let viewer = ViewerAtWork(plan: plan, script: script, index: index)
      return viewer.reactions.contains { $0.stretch == stretch && $0.end <= viewer.leaves }
    }
  }

  /// The viewers, by number, who are still there at a play time.
  package func watching(at time: Double) -> [Int] {
    (0..<plan.viewers).filter {
      time < ViewerAtWork(plan: plan, script: script, index: $0).leaves
    }
  }

  /// The samples of viewer number `index`.
  package func samples(ofViewer index: Int) -> SampleColumns {
    var viewer = ViewerAtWork(plan: plan, script: script, index: index)
    return viewer.watch()
  }
}

/// One viewer in front of the screen.
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
    /// Its place among the script's stretches.
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
    // Streams of their own: a plan without them has the same viewers as before.
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

  /// The one or two who react; the same answer whoever asks.
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

  /// About the middle, where eyes and cameras rest, but widely.
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
    // Single samples, as they come: now and then two in a row.
    if random.chance(plan.difficulty.flicker), let stretch, stretch.kind == .flicker {
      shown = stretch.emotion
      score = wrongScore
    } else if misfire {
      shown = wrong
      score = wrongScore
    }
    return scores(shown, min(0.99, max(0.16, score)))
  }

  /// All seven scores: what the shown class leaves is shared unevenly, or not told at all.
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
    // A score under a half may not be the strongest of those that were drawn.
    let strongest = Emotion.allCases.max { vector[$0] < vector[$1] } ?? shown
    return FaceScores(vector, told: EmotionSet(strongest), areStrongest: true)
  }
}

/// What sort of viewer somebody is.
package enum SampleViewer: String, CaseIterable, Hashable, Sendable {
  /// Watches and reacts like most.
  case normal
  /// Smiles all the time.
  case restingSmiler
  /// Reacts a quarter as often.
  case deadpan
  /// Looks elsewhere, reacts a quarter as often.
  case inattentive
  /// Gaze off by a constant.
  case uncalibrated
  /// Face lost in more than half of the samples.
  case faceLost
  /// Leaves before the end.
  case leaver

  /// How often each sort is met.
  static let shares: [(SampleViewer, Double)] = [
    (.normal, 0.60), (.restingSmiler, 0.08), (.deadpan, 0.08), (.inattentive, 0.07),
    (.uncalibrated, 0.07), (.faceLost, 0.05), (.leaver, 0.05),
  ]

  /// Draws one.
  static func drawn(_ random: inout SeededRandom) -> SampleViewer {
    var left = random.uniform()
    for (sort, share) in shares {
      left -= share
      if left < 0 { return sort }
    }
    return .normal
  }

  /// Factor on the probability to react.
  var readiness: Double { self == .deadpan || self == .inattentive ? 0.25 : 1 }
}
