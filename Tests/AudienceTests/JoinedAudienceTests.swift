import Audience
import TestMaterial
import Testing

@Suite("Two audiences as one")
struct JoinedAudienceTests {
  private func viewer(_ index: Int) -> SampleColumns {
    MadeUp.session(
      seconds: 30,
      gaze: { MadeUp.at(0.2 + 0.002 * Double(index) + 0.01 * ($0 / 2).rounded(.down), 0.5) },
      face: { $0 > 10 && index % 3 == 0 ? MadeUp.face(.happy, 0.8) : MadeUp.neutral($0) })
  }

  private func folded(_ viewers: Range<Int>) -> FoldedAudience {
    MadeUp.folded(viewers.map(viewer), seconds: 30)
  }

  @Test("counts add up, and nobody is a neutral element")
  func counts() {
    let (few, many) = (folded(0..<4), folded(4..<13))
    let both = few.joined(with: many)
    #expect(both.summary.viewers == 13)
    for bin in both.rows.indices {
      let (a, b) = (few.summary.bins[bin], many.summary.bins[bin])
      #expect(both.summary.bins[bin].watching == a.watching + b.watching)
      #expect(both.summary.bins[bin].withGaze == a.withGaze + b.withGaze)
      #expect(both.summary.bins[bin].withFace == a.withFace + b.withFace)
      #expect(both.rows[bin] == (few.rows[bin] + many.rows[bin]).sorted())
      #expect(both.summary.bins[bin].evidence == a.evidence + b.evidence)
      #expect(both.summary.bins[bin].reactingHeld == a.reactingHeld + b.reactingHeld)
    }
    #expect(both.summary.gain == max(few.summary.gain, many.summary.gain))
    let nobody = TimelineFolder(duration: 30, aspect: 16.0 / 9).folded()
    #expect(few.joined(with: nobody) == few)
    #expect(nobody.joined(with: few) == few)
  }

  @Test("of more rows than are kept a draw stays, and all faces count")
  func draw() {
    let (most, more) = (folded(0..<512), folded(512..<640))
    let both = most.joined(with: more)
    #expect(both.summary.viewers == 640)
    let rows = both.rows[20]
    #expect(rows.count == 512 && rows == rows.sorted())
    #expect(both.summary.bins[20].withFace == 640)
    #expect(AudienceBlocks(both).rows.count == 1 && FoldedAudience(AudienceBlocks(both)) == both)
  }

  @Test("some are counted apart, against the crowd of all")
  func apart() {
    let all = (0..<12).map(viewer)
    var fold = AudienceFold(duration: 30, aspect: 16.0 / 9)
    fold.add(sessions: all.map { [$0] })
    fold.countAnew()
    fold.add(sessions: all[..<5].map { [$0] })
    let some = fold.finish()
    #expect(some.summary.viewers == 5)
    #expect(some.rows.allSatisfy { $0.count == 5 })
    // Told by all twelve: what one more brings is theirs, and in the first seconds, when nobody
    // laughs, hardly any of the five react.
    #expect(some.summary.gain == MadeUp.folded(all, seconds: 30).summary.gain)
    #expect(some.summary.bins[10].reacting < 0.5 && some.summary.bins[10].withFace == 5)
  }

  @Test("another length puts empty half seconds behind, or takes the last off")
  func length() {
    let audience = folded(0..<4)
    #expect(audience.lasting(30) == audience)
    let long = audience.lasting(33)
    #expect(long.rows.count == 66 && long.rows[65].isEmpty && long.summary.duration == 33)
    #expect(long.lasting(30) == audience)
  }
}
