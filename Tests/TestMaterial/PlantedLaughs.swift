package import Audience

/// Laughs planted into the faces of people whose looks are real.
///
/// Five of the six clips have a laugh that a third to two thirds of the viewers share; elsewhere
/// one or two laugh alone, and one sample in eleven shows what nobody felt.
package struct PlantedLaughs: Sendable {
  /// A laugh: when, and for each viewer of the audience how strong and how late; `nil` without.
  private struct Laugh: Sendable {
    var seconds: ClosedRange<Double>
    var shown: [(strength: Double, lag: Double)?]
  }

  /// The film's viewers who are in this audience.
  package let viewers: [Int]
  private var shared: [Laugh] = []
  private var lone: [Laugh] = []
  private let seed: UInt64

  /// How many of the clips have a shared laugh, and how many lone ones there are.
  private static let sharedCount = 5, loneCount = 6
  /// Share of the samples that show a class at random.
  private static let misfires = 0.09
  /// Faces a second.
  private static let faceRate = 2.0

  /// The seconds of the shared laughs.
  package var laughs: [ClosedRange<Double>] { shared.map(\.seconds) }

  /// Draws an audience of the film and its laughs.
  ///
  /// - Parameters:
  ///   - film: whose looks it has.
  ///   - count: how many of its viewers; all without.
  ///   - seed: the same gives the same.
  package init(_ film: RealFilm, viewers count: Int?, seed: Int) {
    self.seed = UInt64(seed)
    var random = SeededGenerator(seed: UInt64(seed))
    viewers = Array(film.looks.indices.shuffled(using: &random).prefix(count ?? .max)).sorted()
    let clips = RealGaze.clips.indices.shuffled(using: &random).prefix(Self.sharedCount)
    for clip in clips.sorted() {
      let length = random.uniform(8...12)
      // 2.5 s from both cuts, so that neighbours are two laughs.
      let start = random.uniform(2.5...RealFilm.clipSeconds - 2.5 - length)
      let from = Double(clip) * RealFilm.clipSeconds + start
      let share = random.uniform(0.35...0.70)
      let count = Int((share * Double(viewers.count)).rounded())
      shared.append(Self.laugh(from...from + length, count, viewers.count, &random))
    }
    // Whatever is left between the shared ones: at most a few dozen tries.
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

  /// The sessions of the audience, viewer by viewer: looks ten times a second, faces twice.
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

  /// What a viewer's face shows.
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
  /// Uniform in a range.
  fileprivate mutating func uniform(_ range: ClosedRange<Double>) -> Double {
    range.lowerBound + unit() * (range.upperBound - range.lowerBound)
  }
}
