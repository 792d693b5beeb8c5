package import Audience

/// Adds planted laughs to viewers whose gaze is real.
///
/// Five of the six clips have a laugh that a third to two thirds of the viewers share. In addition,
/// one or two viewers laugh alone, and one sample in eleven shows a random class.
package struct PlantedLaughs: Sendable {
  /// A laugh: its range, and per viewer its strength and delay; `nil` without a reaction.
  private struct Laugh: Sendable {
    var seconds: ClosedRange<Double>
    var shown: [(strength: Double, lag: Double)?]
  }

  /// The viewers of the film that belong to this audience.
  package let viewers: [Int]
  private var shared: [Laugh] = []
  private var lone: [Laugh] = []
  private let seed: UInt64

  /// Number of clips with a shared laugh, and number of laughs of one or two viewers.
  private static let sharedCount = 5, loneCount = 6
  /// Share of samples with a random class.
  private static let misfires = 0.09
  /// Face samples per second.
  private static let faceRate = 2.0

  package var laughs: [ClosedRange<Double>] { shared.map(\.seconds) }

  /// Generates an audience of the film with its laughs.
  ///
  /// - Parameters:
  ///   - film: the film with the real gaze.
  ///   - count: number of viewers; `nil` for all.
  ///   - seed: the random seed.
  package init(_ film: RealFilm, viewers count: Int?, seed: Int) {
    self.seed = UInt64(seed)
    var random = SeededGenerator(seed: UInt64(seed))
    viewers = Array(film.looks.indices.shuffled(using: &random).prefix(count ?? .max)).sorted()
    let clips = RealGaze.clips.indices.shuffled(using: &random).prefix(Self.sharedCount)
    for clip in clips.sorted() {
      let length = random.uniform(8...12)
      // At least 2.5 s from both cuts, so that neighbouring laughs stay separate.
      let start = random.uniform(2.5...RealFilm.clipSeconds - 2.5 - length)
      let from = Double(clip) * RealFilm.clipSeconds + start
      let share = random.uniform(0.35...0.70)
      let count = Int((share * Double(viewers.count)).rounded())
      shared.append(Self.laugh(from...from + length, count, viewers.count, &random))
    }
    // Placed between the shared laughs, with a limited number of attempts.
    for _ in 0..<60 where lone.count < Self.loneCount {
      let length = random.uniform(4...8)
      let start = random.uniform(0...RealFilm.duration - length)
      let count = random.unit() < 0.5 ? 1 : 2
      let isFree = (shared + lone).allSatisfy {
        $0.seconds.upperBound + 2 < start || start + length + 2 < $0.seconds.lowerBound
      }
      if isFree {
        lone.append(Self.laugh(start...start + length, count, viewers.count, &random))
      }
    }
  }

  private static func laugh(
    _ seconds: ClosedRange<Double>, _ count: Int, _ viewers: Int, _ random: inout SeededGenerator
  ) -> Laugh {
    var laugh = Laugh(
      seconds: seconds,
      shown: [(strength: Double, lag: Double)?](
        repeating: nil, count: viewers))
    for viewer in (0..<viewers).shuffled(using: &random).prefix(count) {
      laugh.shown[viewer] = (random.uniform(0.45...0.85), random.uniform(0.4...1.2))
    }
    return laugh
  }

  /// The sessions of the audience, one per viewer: 10 gaze points and 2 faces per second.
  package func sessions(_ film: RealFilm) -> [SampleColumns] {
    viewers.enumerated().map { place, viewer in
      var random = SeededGenerator(seed: seed &* 1000 &+ UInt64(place))
      let every = Int(RealFilm.rate / Self.faceRate)
      let phase = Int(random.unit() * Double(every))
      let samples = film.looks[viewer].enumerated().map { step, look in
        let time = (Double(step) + 0.5) / RealFilm.rate
        let gaze = look.map { Gaze.at($0, confidence: .full, movement: .unknown) } ?? .lost
        let face =
          step % every == phase ? Face.scores(face(place, at: time, &random)) : .notReported
        return Sample(time: time, gaze: gaze, face: face)
      }
      return SampleColumns(samples)
    }
  }

  private func face(
    _ place: Int, at time: Double, _ random: inout SeededGenerator
  ) -> FaceScores {
    let laugh = (shared + lone).compactMap { laugh in
      laugh.shown[place].flatMap { shown in
        let answered = time - shown.lag
        return laugh.seconds.contains(answered) ? shown.strength : nil
      }
    }.first
    var shown = laugh == nil ? Emotion.neutral : .happy
    var score = laugh.map { $0 + random.normal(deviation: 0.06) } ?? random.uniform(0.55...0.9)
    if random.unit() < Self.misfires {
      shown = Emotion.allCases[Int(random.unit() * 6)]
      score = random.uniform(0.4...0.9)
    }
    score = min(0.99, max(0.16, score))
    var vector = EmotionVector.zero
    var parts = Emotion.allCases.map { $0 == shown ? 0 : random.uniform(0.2...1) }
    if shown != .neutral { parts[Int(Emotion.neutral.rawValue)] *= 3 }
    let sum = parts.reduce(0, +)
    for emotion in Emotion.allCases {
      vector[emotion] = Float((1 - score) * parts[Int(emotion.rawValue)] / sum)
    }
    vector[shown] = Float(score)
    return FaceScores(vector)
  }
}

extension SeededGenerator {
  fileprivate mutating func uniform(_ range: ClosedRange<Double>) -> Double {
    range.lowerBound + unit() * (range.upperBound - range.lowerBound)
  }
}
