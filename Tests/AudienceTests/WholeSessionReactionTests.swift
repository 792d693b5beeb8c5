import TestMaterial
import Testing

@testable import Audience

/// A session that comes in one part is counted as one that may go on.
@Suite struct WholeSessionReactionTests {
  private static let happy = EmotionSet(.happy)
  private static let two = EmotionSet([.happy, .surprise])

  /// Four minutes of a face that laughs for ten seconds of every two minutes, with gaps and a
  /// little noise.
  private func session(
    every step: Double, telling told: [EmotionSet], areStrongest: Bool, isMixed: Bool, seed: UInt64
  ) -> SampleColumns {
    var random = SeededGenerator(seed: seed)
    var samples = stride(from: 0, to: 240, by: step).map { time in
      let isGap = random.unit() < 0.05
      let laugh = Int(time) % 120 / 10 == 5
      var levels = EmotionVector.zero
      for emotion in Emotion.allCases { levels[emotion] = Float(random.unit() * 0.1) }
      for emotion in [Emotion.happy, .surprise] where laugh {
        levels[emotion] = Float(0.7 + random.unit() * 0.3)
      }
      let scores = FaceScores(
        levels, told: told[Int(random.unit() * Double(told.count))], areStrongest: areStrongest)
      return Sample(time: time, face: isGap ? .lost : .scores(scores))
    }
    if isMixed { samples.shuffle(using: &random) }
    return SampleColumns(samples)
  }

  @Test(arguments: [0.1, 0.5, 1.5], [false, true])
  func onePartIsCountedAsMany(_ step: Double, _ isMixed: Bool) {
    var found = 0
    let kinds: [([EmotionSet], Bool)] = [
      ([Self.happy], false), ([Self.two], false), ([.all], false), ([Self.happy, Self.two], false),
      ([Self.two], true), ([Self.happy, EmotionSet(.neutral)], false),
    ]
    for (number, (told, areStrongest)) in kinds.enumerated() {
      let columns = session(
        every: step, telling: told, areStrongest: areStrongest, isMixed: isMixed,
        seed: UInt64(number))
      var whole = ReactionCount(isWhole: true)
      var part = ReactionCount()
      whole.add(columns)
      part.add(columns)
      let result = whole.finish()
      #expect(result == part.finish(), "\(told), strongest \(areStrongest)")
      found += result.total
    }
    // Two laughs each would be twelve and more; most of them are found.
    #expect(found > 6, "\(found)")
  }
}
