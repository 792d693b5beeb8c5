import Audience
import Testing

@Suite("Sustained reactions above the resting face")
struct TimelineFolderReactionTests {
  /// Strength of happiness in each bin of one viewer.
  private func happiness(_ session: SampleColumns, seconds: Double = 120) -> [Double] {
    MadeUp.timeline([session], seconds: seconds).bins.map {
      Double($0.rows.first?.strengths?[.happy] ?? 0)
    }
  }

  private func smile(
    from start: Double, to end: Double, rate: Double, score: Double = 0.8
  ) -> SampleColumns {
    MadeUp.session(
      seconds: 120, rate: rate,
      face: { $0 >= start && $0 < end ? MadeUp.face(.happy, score) : MadeUp.neutral($0) })
  }

  @Test("a held smile is found where it was caused", arguments: [1.0, 2, 10, 60])
  func heldSmile(rate: Double) {
    let strengths = happiness(smile(from: 40.5, to: 52.5, rate: rate))
    #expect(strengths[84..<100].allSatisfy { $0 > 0.6 })
    #expect(strengths[..<74].allSatisfy { $0 == 0 })
    #expect(strengths[112...].allSatisfy { $0 == 0 })
    // Half of full strength within a second of 40 and 52: the lag of faces is taken back.
    let onset = strengths.firstIndex { $0 > 0.5 } ?? 0
    let end = strengths.lastIndex { $0 > 0.5 } ?? 0
    #expect(abs(Double(onset) / 2 - 40) <= 1)
    #expect(abs(Double(end + 1) / 2 - 52) <= 1)
  }

  @Test("single samples are nothing", arguments: [1.0, 2])
  func flicker(rate: Double) {
    let session = MadeUp.session(
      seconds: 120, rate: rate,
      face: {
        Int(($0 * rate).rounded()) % 7 == 3 ? MadeUp.face(.happy, 0.9) : MadeUp.neutral($0)
      })
    #expect(happiness(session).allSatisfy { $0 == 0 })
  }

  @Test("a burst of misfires is no face that is held; a wrong sample in a laugh ends nothing")
  func burst() {
    func face(_ shown: @escaping (Double) -> Bool) -> [Double] {
      happiness(
        MadeUp.session(
          seconds: 120, face: { shown($0) ? MadeUp.face(.happy, 0.9) : MadeUp.neutral($0) }))
    }
    // Four of five samples, as three in ten bursts of a flickering classifier have once.
    #expect(face { $0 >= 40 && $0 < 42.5 && abs($0 - 41) > 0.3 }.allSatisfy { $0 == 0 })
    let laugh = face { $0 >= 40 && $0 < 52 && abs($0 - 46) > 0.3 }
    #expect(laugh[82..<100].allSatisfy { $0 > 0.3 })
  }

  @Test("a resting smiler who smiles on is no news; one who smiles more is")
  func restingSmiler() {
    let resting = { (time: Double) in 0.6 + 0.02 * Double(Int(time * 10) % 7) }
    let smiler = MadeUp.session(seconds: 120, face: { MadeUp.face(.happy, resting($0)) })
    #expect(happiness(smiler).allSatisfy { $0 < 0.1 })
    let more = MadeUp.session(
      seconds: 120,
      face: { MadeUp.face(.happy, $0 > 60 && $0 < 72 ? 0.95 : resting($0)) })
    #expect(happiness(more)[124..<140].allSatisfy { $0 > 0.5 })
  }

  @Test("a face that is not seen is unknown, not neutral")
  func unknownFace() {
    let session = MadeUp.session(
      seconds: 120, face: { $0 > 50 && $0 < 70 ? .lost : MadeUp.neutral($0) })
    let timeline = MadeUp.timeline([session], seconds: 120)
    #expect(timeline.bins[120].rows[0].strengths == nil)
    #expect(timeline.bins[60].rows[0].strengths != nil)
  }
}

@Suite("Sessions left out")
struct TimelineFolderFitnessTests {
  @Test("gaze and face lost most of the time")
  func absent() {
    let session = MadeUp.session(
      seconds: 60, gaze: { $0 < 10 ? MadeUp.center : .lost },
      face: { $0 < 10 ? MadeUp.neutral($0) : .lost })
    let timeline = MadeUp.timeline([session, MadeUp.session(seconds: 60)], seconds: 60)
    #expect(timeline.viewers == 1)
    #expect(
      timeline.excluded == [
        .init(viewers: 1, reason: "gaze and face lost most of the time")
      ])
  }

  @Test("a face that never changes")
  func frozen() {
    let session = MadeUp.session(seconds: 60, face: { _ in MadeUp.face(.neutral, 1) })
    let timeline = MadeUp.timeline([session], seconds: 60)
    #expect(timeline.excluded == [.init(viewers: 1, reason: "the face never changes")])
  }

  @Test("one good session is enough; no sessions are none")
  func mixed() {
    var folder = TimelineFolder(duration: 60, aspect: 1)
    folder.add(viewer: [SampleColumns(), MadeUp.session(seconds: 60)])
    folder.add(viewer: [])
    let timeline = folder.timeline()
    #expect(timeline.viewers == 1)
    #expect(timeline.excluded == [.init(viewers: 1, reason: "no samples inside the video")])
  }
}
