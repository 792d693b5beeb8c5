package import Audience
import Glibc

/// The content of a made-up video: its shots with their subjects, and the planted segments.
package struct SampleScript: Hashable, Sendable {
  /// Length in seconds.
  package var duration: Double
  /// The shots in order of time, without gaps.
  package var shots: [SampleShot]
  /// The planted segments in order of time.
  package var stretches: [PlantedStretch]

  package init(duration: Double, shots: [SampleShot], stretches: [PlantedStretch]) {
    self.duration = duration
    self.shots = shots
    self.stretches = stretches
  }

  /// Generates the script of a plan; segments that do not fit are omitted.
  package init(_ plan: AudiencePlan) {
    var random = SeededRandom(seed: plan.seed, stream: 1)
    duration = plan.duration
    shots = SampleShot.drawn(for: plan, &random)
    stretches = PlantedStretch.drawn(for: plan, &random)
  }

  /// The position of the subject at a play time, in frame coordinates.
  package func subject(at time: Double) -> PicturePoint {
    guard let shot = shots.last(where: { $0.start <= time }) ?? shots.first else {
      return PicturePoint(x: 0.5, y: 0.5)
    }
    return shot.subject(at: time)
  }

  package func stretch(at time: Double) -> PlantedStretch? {
    stretches.first { $0.start <= time && time < $0.end }
  }
}

/// A shot whose subject moves along a straight line, or stays in place.
package struct SampleShot: Hashable, Sendable {
  /// Start in seconds of play time.
  package var start: Double
  /// End in seconds of play time.
  package var end: Double
  package var from: PicturePoint
  package var to: PicturePoint

  package init(start: Double, end: Double, from: PicturePoint, to: PicturePoint) {
    self.start = start
    self.end = end
    self.from = from
    self.to = to
  }

  /// The position of the subject; constant before and after the shot.
  package func subject(at time: Double) -> PicturePoint {
    let part = end > start ? min(1, max(0, (time - start) / (end - start))) : 0
    return PicturePoint(x: from.x + part * (to.x - from.x), y: from.y + part * (to.y - from.y))
  }

  /// Generates shots for a plan; half of the subjects move.
  static func drawn(for plan: AudiencePlan, _ random: inout SeededRandom) -> [SampleShot] {
    var shots: [SampleShot] = []
    var start = 0.0
    while start < plan.duration {
      let drawn = random.gamma(shape: plan.shotShape, scale: plan.shotScale)
      let length = min(plan.shotSeconds.upperBound, max(plan.shotSeconds.lowerBound, drawn))
      var end = start + length
      if plan.duration - end < plan.shotSeconds.lowerBound { end = plan.duration }
      let from = place(&random)
      let other = place(&random)
      shots.append(
        SampleShot(start: start, end: end, from: from, to: random.chance(0.5) ? other : from))
      start = end
    }
    return shots
  }

  private static func place(_ random: inout SeededRandom) -> PicturePoint {
    PicturePoint(x: random.uniform(0.2...0.8), y: random.uniform(0.25...0.75))
  }
}

package struct PlantedStretch: Hashable, Sendable {
  /// Start in seconds of play time.
  package var start: Double
  /// End in seconds of play time.
  package var end: Double
  package var kind: PlantedKind
  package var emotion: Emotion
  package var reactingShare: Double

  package init(
    start: Double, end: Double, kind: PlantedKind, emotion: Emotion, reactingShare: Double
  ) {
    self.start = start
    self.end = end
    self.kind = kind
    self.emotion = emotion
    self.reactingShare = reactingShare
  }

  /// Generates segments in random order, and distributes the remaining time between them.
  static func drawn(for plan: AudiencePlan, _ random: inout SeededRandom) -> [PlantedStretch] {
    var lengths: [(kind: PlantedKind, seconds: Double)] = []
    var used = plan.spacing
    for kind in plan.planted.kinds.shuffled(using: &random) {
      let range = plan.stretchSeconds
      let seconds =
        range.lowerBound
        + random.uniform() * (range.upperBound - range.lowerBound)
      guard used + seconds + plan.spacing <= plan.duration else { continue }
      used += seconds + plan.spacing
      lengths.append((kind, seconds))
    }
    let gaps = (0...lengths.count).map { _ in random.gamma(shape: 1, scale: 1) }
    let unit = (plan.duration - used) / max(gaps.reduce(0, +), 1e-9)
    var start = plan.spacing
    return zip(lengths, gaps).map { length, gap in
      start += gap * unit
      let end = start + length.seconds
      defer { start = end + plan.spacing }
      let first = length.kind == .laugh || random.chance(0.5)
      return PlantedStretch(
        start: start, end: end, kind: length.kind,
        emotion: length.kind == .laugh
          ? .happy : first ? plan.emotions.first ?? .happy : plan.emotions.last ?? .happy,
        reactingShare: random.uniform(plan.difficulty.reactingShare))
    }
  }
}

extension SampleScript {
  /// The script of the project's sample video, which is 100 s long.
  ///
  /// Three segments are moments. Four are decoys: laughing faces with scattered gaze, a gaze
  /// cluster without smiles, one viewer who laughs alone, and a flickering classifier.
  package static let meadow = SampleScript(
    duration: 100,
    shots: [
      shot(0, 9, from: (0.50, 0.50), to: (0.50, 0.50)),
      shot(9, 22, from: (0.22, 0.52), to: (0.62, 0.48)),
      shot(22, 36, from: (0.70, 0.45), to: (0.70, 0.45)),
      shot(36, 46, from: (0.13, 0.55), to: (0.17, 0.50)),
      shot(46, 60, from: (0.76, 0.50), to: (0.76, 0.50)),
      shot(60, 72, from: (0.30, 0.45), to: (0.30, 0.45)),
      shot(72, 86, from: (0.72, 0.52), to: (0.30, 0.50)),
      shot(86, 100, from: (0.50, 0.50), to: (0.64, 0.46)),
    ],
    stretches: [
      PlantedStretch(start: 10, end: 20, kind: .delight, emotion: .happy, reactingShare: 0.70),
      PlantedStretch(start: 24, end: 33, kind: .stare, emotion: .happy, reactingShare: 0),
      PlantedStretch(start: 37, end: 45, kind: .laugh, emotion: .happy, reactingShare: 0.65),
      PlantedStretch(start: 47, end: 58, kind: .delight, emotion: .surprise, reactingShare: 0.65),
      PlantedStretch(start: 62, end: 70, kind: .lone, emotion: .happy, reactingShare: 0.05),
      PlantedStretch(start: 73, end: 84, kind: .delight, emotion: .happy, reactingShare: 0.75),
      PlantedStretch(start: 88, end: 97, kind: .flicker, emotion: .happy, reactingShare: 0.5),
    ])

  private static func shot(
    _ start: Double, _ end: Double, from: (x: Double, y: Double), to: (x: Double, y: Double)
  ) -> SampleShot {
    SampleShot(
      start: start, end: end, from: PicturePoint(x: from.x, y: from.y),
      to: PicturePoint(x: to.x, y: to.y))
  }
}
