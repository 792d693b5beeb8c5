import Audience
import Testing

@Suite("What was never told is not known")
struct ToldClassesTests {
  private let laughs = [40.0..<55, 80.0..<95]

  private func isLaughing(_ time: Double) -> Bool { laughs.contains { $0.contains(time) } }

  private func rows(_ session: SampleColumns) -> [AudienceRow] {
    MadeUp.timeline([session], seconds: 120).bins.compactMap(\.rows.first)
  }

  private func strengths(_ emotion: Emotion, _ rows: [AudienceRow]) -> [Float] {
    rows.map { $0.strengths?[emotion] ?? 0 }
  }

  /// The README's own form, happy alone.
  ///
  /// Shared out, the rest gave surprise .95 for some 20 s before and after each laugh.
  @Test("two laughs told as happy alone give no other class any strength", arguments: [1.0, 2, 10])
  func happyAlone(rate: Double) {
    let rows = rows(
      MadeUp.session(
        seconds: 120, rate: rate,
        face: { MadeUp.told([.happy: isLaughing($0) ? 0.92 : 0.03]) }))
    for emotion in Emotion.allCases where emotion != .happy {
      #expect(strengths(emotion, rows).allSatisfy { $0 == 0 }, "\(emotion)")
      #expect(!rows.contains { $0.told.contains(emotion) }, "\(emotion)")
    }
    let happy = strengths(.happy, rows)
    #expect(happy[84..<106].allSatisfy { $0 > 0.6 } && happy[..<74].allSatisfy { $0 == 0 })
  }

  /// The strongest class alone, 1 Hz; a winner that fell from .95 to .5 gave every class .25.
  @Test("a winner that falls is no news of the others", arguments: [true, false])
  func fallingWinner(isSaid: Bool) {
    let rows = rows(
      MadeUp.session(
        seconds: 120, rate: 1,
        face: { time in
          let score = isLaughing(time) ? 0.5 : 0.95
          let shown: Emotion = time == 3 ? .happy : .neutral
          return MadeUp.told([shown: score], areStrongest: isSaid)
        }))
    for emotion in Emotion.allCases where emotion != .neutral {
      #expect(strengths(emotion, rows).allSatisfy { $0 == 0 }, "\(emotion)")
    }
    #expect(rows[20].told == EmotionSet([.happy, .neutral]) && rows[20].areStrongest)
  }

  @Test("laughter that wins does not vanish against its own baseline", arguments: [true, false])
  func winning(isSaid: Bool) {
    let rows = rows(
      MadeUp.session(
        seconds: 120, rate: 1,
        face: {
          MadeUp.told(
            isLaughing($0) ? [.happy: 0.7] : [.neutral: 0.6 + 0.3 * ($0 / 7 - ($0 / 7).rounded())],
            areStrongest: isSaid)
        }))
    let happy = strengths(.happy, rows)
    #expect(happy[82..<106].allSatisfy { $0 > 0.6 } && happy[162..<186].allSatisfy { $0 > 0.6 })
    #expect(happy[..<74].allSatisfy { $0 == 0 } && happy[116..<154].allSatisfy { $0 == 0 })
    #expect(strengths(.surprise, rows).allSatisfy { $0 == 0 })
  }

  /// At .48 happy may have been as high while it lost: winning by a hair is no news.
  @Test("what may have been as strong before raises nothing")
  func hair() {
    let rows = rows(
      MadeUp.session(
        seconds: 120, rate: 1,
        face: {
          MadeUp.told(isLaughing($0) ? [.happy: 0.49] : [.neutral: 0.48], areStrongest: true)
        }))
    #expect(strengths(.happy, rows).allSatisfy { $0 < 0.1 })
  }

  @Test("a key that is sometimes missing is unknown there, and at rest nowhere")
  func missingKey() {
    let rows = rows(
      MadeUp.session(
        seconds: 120, rate: 2,
        face: {
          let smile = isLaughing($0) ? 0.8 : 0.1
          return MadeUp.told($0 > 60 && $0 < 70 ? [.sad: 0.1] : [.sad: 0.1, .happy: smile])
        }))
    #expect(rows[130].told == EmotionSet(.sad) && !rows[130].areStrongest)
    #expect(rows[100].told == EmotionSet([.sad, .happy]))
    #expect(strengths(.happy, rows)[84..<106].allSatisfy { $0 > 0.6 })
  }

  @Test("two detectors that tell a class each in turn hide nothing of one another")
  func detectorsInTurn() {
    let rows = rows(
      MadeUp.session(
        seconds: 120, rate: 8,
        face: {
          Int($0 * 8).isMultiple(of: 2)
            ? MadeUp.told([.happy: isLaughing($0) ? 0.8 : 0.02]) : MadeUp.told([.surprise: 0.03])
        }))
    #expect(rows[90].told == EmotionSet([.happy, .surprise]) && !rows[90].areStrongest)
    #expect(strengths(.happy, rows)[84..<106].allSatisfy { $0 > 0.6 })
  }

  @Test("an untold class takes no part in how viewers agree")
  func agreement() {
    // Five who laugh together and one whose source tells sadness alone: nothing to correlate.
    let laughing = (0..<5).map { _ in
      MadeUp.session(seconds: 120, face: { MadeUp.told([.happy: isLaughing($0) ? 0.9 : 0.05]) })
    }
    let neutral = MadeUp.session(seconds: 120, face: { MadeUp.told([.neutral: 0.6 + $0 / 400]) })
    let timeline = MadeUp.timeline(laughing + [neutral], seconds: 120)
    #expect(timeline.bins[90].rows.allSatisfy { $0.weight == 1 })
    #expect(timeline.toldClasses == EmotionSet([.happy, .neutral]))
  }
}

@Suite("Reactions counted as folding counts them")
struct ReactionCountTests {
  private func count(
    _ session: SampleColumns, _ settings: FoldSettings = FoldSettings()
  ) -> ReactionCount.Result {
    var count = ReactionCount(settings: settings)
    count.add(session)
    return count.finish()
  }

  @Test("each class that is told, and none that is not")
  func classes() {
    let session = MadeUp.session(
      seconds: 120,
      face: { MadeUp.told([.fear: $0 > 40 && $0 < 50 || $0 > 80 && $0 < 90 ? 0.9 : 0.05]) })
    #expect(count(session).stretches == [.fear: 2])
    let strongest = MadeUp.session(
      seconds: 120, rate: 1,
      face: { MadeUp.told([$0 > 40 && $0 < 50 ? .sad : .neutral: 0.8], areStrongest: true) })
    #expect(count(strongest).stretches == [.sad: 1])
  }

  @Test("by the settings that the video is folded with")
  func settings() {
    let session = MadeUp.session(
      seconds: 120, face: { MadeUp.face(.happy, $0 > 40 && $0 < 44 ? 0.9 : 0.05) })
    #expect(count(session)[.happy] == 1)
    var strict = FoldSettings()
    strict.heldEvidence = 40
    #expect(count(session, strict)[.happy] == 0)
  }
}
