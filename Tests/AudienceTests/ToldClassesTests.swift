import Testing

@testable import Audience

@Suite("What was never told is not known")
struct ToldClassesTests {
  private let laughs = [40.0..<55, 80.0..<95]

  private func isLaughing(_ time: Double) -> Bool { laughs.contains { $0.contains(time) } }

  private func rows(_ session: SampleColumns) -> [AudienceRow] {
    MadeUp.rows([session], seconds: 120).compactMap(\.self)
  }

  /// What six viewers of one source come to; of one alone nothing is known of the others.
  private func bins(
    rate: Double = 2, _ face: @escaping (_ time: Double) -> Face
  ) -> [BinSummary] {
    let session = MadeUp.session(seconds: 120, rate: rate, face: face)
    return MadeUp.folded(Array(repeating: session, count: 6), seconds: 120).summary.bins
  }

  /// Both laughs are found, from two seconds behind their beginning to their end, and nothing from
  /// three seconds before to three behind.
  private func findsBoth(_ bins: [BinSummary]) -> Bool {
    (bins[84..<106] + bins[164..<186]).allSatisfy { ($0.reactingShare ?? 0) > 0.6 }
      && (bins[..<74] + bins[116..<154] + bins[196...]).allSatisfy {
        ($0.reactingShare ?? 0) < 0.15
      }
  }

  /// The README's own form, happy alone.
  @Test("two laughs told as happy alone give no other class any score", arguments: [1.0, 2, 10])
  func happyAlone(rate: Double) {
    let face = { (time: Double) in MadeUp.told([.happy: self.isLaughing(time) ? 0.92 : 0.03]) }
    let rows = rows(MadeUp.session(seconds: 120, rate: rate, face: face))
    #expect(rows.allSatisfy { $0.told == EmotionSet(.happy) || $0.told.isEmpty })
    for lane in 0..<7 where lane != Int(Emotion.happy.rawValue) {
      #expect(rows.allSatisfy { $0.levels[lane] == 0 })
    }
    let bins = bins(rate: rate, face)
    #expect(findsBoth(bins))
    #expect(bins.allSatisfy { $0.reactingBy[.surprise] == 0 })
  }

  @Test("a source that tells 0 or 1 is as good", arguments: [1.0, 2, 10])
  func zeroOrOne(rate: Double) {
    #expect(findsBoth(bins(rate: rate) { MadeUp.told([.happy: self.isLaughing($0) ? 1 : 0]) }))
  }

  /// The strongest class alone, 1 Hz; a winner that falls from .95 to .5 leaves the others .5.
  @Test("a winner that falls is no news of the others", arguments: [true, false])
  func fallingWinner(isSaid: Bool) {
    let face = { (time: Double) in
      let shown: Emotion = time == 3 ? .happy : .neutral
      return MadeUp.told([shown: self.isLaughing(time) ? 0.5 : 0.95], areStrongest: isSaid)
    }
    let rows = rows(MadeUp.session(seconds: 120, rate: 1, face: face))
    #expect(rows[20].told == .all)
    // What lost counts as not shown; the one sample of happiness lasts no second.
    for bin in 12..<rows.count { #expect(rows[bin].levels[3] == 0) }
    #expect(bins(rate: 1, face)[12...].allSatisfy { ($0.reactingShare ?? 0) < 0.15 })
  }

  @Test("laughter that wins is found beside a winner of any score", arguments: [true, false])
  func winning(isSaid: Bool) {
    let bins = bins(rate: 1) {
      MadeUp.told(
        self.isLaughing($0)
          ? [.happy: 0.7] : [.neutral: 0.6 + 0.3 * ($0 / 7 - ($0 / 7).rounded())],
        areStrongest: isSaid)
    }
    #expect(findsBoth(bins))
    #expect(bins.allSatisfy { $0.reactingBy[.surprise] == 0 })
  }

  @Test("a key that is sometimes missing is unknown there, and at rest nowhere")
  func missingKey() {
    let face = { (time: Double) in
      let smile = self.isLaughing(time) ? 0.8 : 0.1
      return MadeUp.told(time > 60 && time < 70 ? [.sad: 0.1] : [.sad: 0.1, .happy: smile])
    }
    let rows = rows(MadeUp.session(seconds: 120, rate: 2, face: face))
    #expect(rows[130].told == EmotionSet(.sad))
    #expect(rows[100].told == EmotionSet([.sad, .happy]))
    let bins = bins(face)
    #expect(bins[130].withFace == 0 && bins[100].withFace == 6)
    #expect(bins[84..<106].allSatisfy { ($0.reactingShare ?? 0) > 0.6 })
  }

  @Test("two detectors that tell a class each in turn hide nothing of one another")
  func detectorsInTurn() {
    let face = { (time: Double) in
      Int(time * 8).isMultiple(of: 2)
        ? MadeUp.told([.happy: self.isLaughing(time) ? 0.8 : 0.02])
        : MadeUp.told([.surprise: 0.03])
    }
    let rows = rows(MadeUp.session(seconds: 120, rate: 8, face: face))
    #expect(rows[90].told == EmotionSet([.happy, .surprise]))
    #expect(findsBoth(bins(rate: 8, face)))
  }

  @Test("a face that tells nothing that counts has no part in who reacts")
  func untold() {
    // Five who laugh together and one whose source tells a neutral face alone.
    let laughing = (0..<5).map { _ in
      MadeUp.session(seconds: 120, face: { MadeUp.told([.happy: isLaughing($0) ? 0.9 : 0.05]) })
    }
    let neutral = MadeUp.session(seconds: 120, face: { MadeUp.told([.neutral: 0.6 + $0 / 400]) })
    let summary = MadeUp.folded(laughing + [neutral], seconds: 120).summary
    #expect(summary.bins[90].watching == 6 && summary.bins[90].withFace == 5)
    let five = MadeUp.folded(laughing, seconds: 120).summary
    // Sums of single precision, in another order.
    #expect(abs(summary.bins[90].reacting - five.bins[90].reacting) < 1e-4)
    #expect(abs(summary.bins[90].evidence - five.bins[90].evidence) < 1e-4)
    #expect(summary.toldClasses == EmotionSet([.happy, .neutral]))
  }
}
