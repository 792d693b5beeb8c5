import TestMaterial
import Testing

@testable import Audience

@Suite("Reactions of an audience")
struct TimelineFolderReactionTests {
  /// The reaction rate of six viewers in each bin.
  private func reacting(
    rate: Double = 2, _ face: @escaping (_ time: Double, _ viewer: Int) -> Face
  ) -> [Double] {
    let viewers = (0..<6).map { viewer in
      MadeUp.session(seconds: 120, rate: rate, face: { face($0, viewer) })
    }
    return MadeUp.folded(viewers, seconds: 120).summary.bins.map { $0.reactingShare ?? -1 }
  }

  @Test(
    "a smile of all viewers is found at the time of its cause", arguments: [1.0, 2, 10, 60, 500])
  func sharedSmile(rate: Double) {
    let shares = reacting(rate: rate) { time, _ in
      (40.5..<52.5).contains(time) ? MadeUp.face(.happy, 0.8) : MadeUp.neutral(time)
    }
    #expect(shares[84..<100].allSatisfy { $0 > 0.8 })
    #expect(shares[..<74].allSatisfy { $0 < 0.1 } && shares[112...].allSatisfy { $0 < 0.1 })
    // The delay of facial reactions is subtracted.
    let onset = shares.firstIndex { $0 > 0.5 } ?? 0
    let end = shares.lastIndex { $0 > 0.5 } ?? 0
    #expect(abs(Double(onset) / 2 - 40) <= 1 && abs(Double(end + 1) / 2 - 52) <= 1)
  }

  @Test("single false samples of a classifier are no reaction", arguments: [1.0, 2])
  func falseSamples(rate: Double) {
    // One sample in seven, at different times for each viewer.
    let shares = reacting(rate: rate) { time, viewer in
      (Int((time * rate).rounded()) + viewer) % 7 == 3
        ? MadeUp.face(.happy, 0.9) : MadeUp.neutral(time)
    }
    #expect(shares.allSatisfy { $0 < 0.15 }, "\(shares.max() ?? 0)")
  }

  @Test("a viewer who always smiles reacts only when smiling more")
  func restingSmiler() {
    let resting = { (time: Double) in 0.6 + 0.02 * Double(Int(time * 10) % 7) }
    let smilers = reacting { time, _ in MadeUp.face(.happy, resting(time)) }
    #expect(smilers.allSatisfy { $0 < 0.15 })
    let more = reacting { time, _ in
      MadeUp.face(.happy, time > 60 && time < 72 ? 0.95 : resting(time))
    }
    #expect(more[124..<140].allSatisfy { $0 > 0.8 })
  }

  @Test("one viewer who laughs alone adds less evidence than all viewers together")
  func laughingAlone() {
    let viewers = (0..<8).map { viewer in
      MadeUp.session(
        seconds: 240,
        face: { time in
          let isShared = (60..<72).contains(time) || (180..<192).contains(time)
          let isLone = viewer == 0 && (120..<132).contains(time)
          return isShared || isLone ? MadeUp.face(.happy, 0.8) : MadeUp.neutral(time)
        })
    }
    let bins = MadeUp.folded(viewers, seconds: 240).summary.bins
    #expect(bins[124..<138].allSatisfy { $0.reacting == 8 && $0.evidence > 2 })
    #expect(bins[244..<258].allSatisfy { $0.reacting == 1 && $0.evidence < 0 })
  }

  @Test("only the emotions of the settings count as reactions", arguments: Emotion.allCases)
  func countedEmotions(shown: Emotion) {
    let viewers = Array(
      repeating: MadeUp.session(
        seconds: 120,
        face: {
          MadeUp.reported([shown: (60..<72).contains($0) ? 0.8 : 0.05])
        }), count: 6)
    var settings = AggregationSettings()
    settings.emotions = .zero
    let none = MadeUp.folded(viewers, seconds: 120, settings: settings).summary
    #expect(none.bins.allSatisfy { $0.withFace == 0 && $0.evidence == 0 })
    settings.emotions[shown] = 1
    let bins = MadeUp.folded(viewers, seconds: 120, settings: settings).summary.bins
    #expect(bins[130].reacting > 5 && bins[130].evidence > 0 && bins[60].reacting < 0.5)
    #expect(Double(bins[130].reactingBy[shown]) == bins[130].reactingBy.total)
  }

  @Test("a missing face is unknown, not neutral")
  func unknownFace() {
    let session = MadeUp.session(
      seconds: 120, face: { $0 > 50 && $0 < 70 ? .lost : MadeUp.neutral($0) })
    let bins = MadeUp.folded([session], seconds: 120).summary.bins
    #expect(bins[120].withFace == 0 && bins[120].reactingShare == nil)
    #expect(bins[120].watching == 1 && bins[60].withFace == 1)
  }

  @Test("reacting viewers are counted under their strongest emotion")
  func strongestEmotion() {
    let viewers = (0..<6).map { viewer in
      MadeUp.session(
        seconds: 120,
        face: {
          (60..<72).contains($0)
            ? MadeUp.reported([.happy: viewer < 4 ? 0.8 : 0.6, .surprise: viewer < 4 ? 0.7 : 0.9])
            : MadeUp.reported([.happy: 0.05, .surprise: 0.05])
        })
    }
    let bin = MadeUp.folded(viewers, seconds: 120).summary.bins[130]
    // Both emotions have the same weight. Happiness is stronger for four viewers, surprise for two.
    #expect(bin.reactingBy[.happy] > 3.5 && bin.reactingBy[.surprise] > 1.7)
    #expect(abs(bin.reactingBy.total - bin.reacting) < 1e-4)
    #expect(bin.reactingBy[.fear] == 0)
  }
}

@Suite("Excluded sessions")
struct ExcludedSessionTests {
  /// A viewer who never laughs is one who did not react.
  @Test("viewers with still or rarely visible faces are not excluded")
  func stillFaces() {
    let still = MadeUp.session(seconds: 60, face: { _ in MadeUp.face(.neutral, 1) })
    let absent = MadeUp.session(
      seconds: 60, gaze: { $0 < 10 ? MadeUp.center : .lost },
      face: { $0 < 10 ? MadeUp.neutral($0) : .lost })
    let summary = MadeUp.folded([still, absent], seconds: 60).summary
    #expect(summary.viewers == 2 && summary.excluded.isEmpty)
    #expect(summary.bins[10].withFace == 2 && summary.bins[60].withFace == 1)
  }

  @Test("a viewer needs one usable session, and one without sessions is ignored")
  func usableSessions() {
    var folder = TimelineFolder(duration: 60, aspect: 1)
    folder.add(viewer: [SampleColumns(), MadeUp.session(seconds: 60)])
    folder.add(viewer: [])
    let summary = folder.folded().summary
    #expect(summary.viewers == 1)
    #expect(summary.excluded == [.init(viewers: 1, reason: "no samples inside the video")])
  }
}

extension EmotionVector {
  fileprivate var total: Double { Emotion.allCases.reduce(0) { $0 + Double(self[$1]) } }
}
