import Audience
import TestMaterial
import Testing

@Suite("Joining two audiences")
struct JoinedAudienceTests {
  private func viewer(_ index: Int) -> SampleColumns {
    MadeUp.session(
      seconds: 30,
      gaze: { MadeUp.at(0.2 + 0.002 * Double(index) + 0.01 * ($0 / 2).rounded(.down), 0.5) },
      face: { $0 > 10 && index % 3 == 0 ? MadeUp.face(.happy, 0.8) : MadeUp.neutral($0) })
  }

  private func folded(_ viewers: Range<Int>) -> AggregatedAudience {
    MadeUp.folded(viewers.map(viewer), seconds: 30)
  }

  @Test("counts are added, and joining an empty audience changes nothing")
  func addedCounts() {
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
    let nobody = TimelineFolder(duration: 30, aspect: 16.0 / 9).folded()
    #expect(few.joined(with: nobody) == few)
    #expect(nobody.joined(with: few) == few)
  }

  @Test("rows are limited to the fitting sample, and all faces count")
  func fittingSample() {
    let (most, more) = (folded(0..<512), folded(512..<640))
    let both = most.joined(with: more)
    #expect(both.summary.viewers == 640)
    let rows = both.rows[20]
    #expect(rows.count == 512 && rows == rows.sorted())
    #expect(both.summary.bins[20].withFace == 640)
    #expect(
      EncodedAudience(both).rows.count == 1 && AggregatedAudience(EncodedAudience(both)) == both)
  }

  @Test("figures of erased viewers keep the weights and crops of the whole audience")
  func erasedViewers() {
    let all = (0..<12).map(viewer)
    func sums(_ first: Range<Int>, then second: Range<Int>) -> AggregatedAudience {
      var fold = AudienceAggregation(duration: 30, aspect: 16.0 / 9)
      fold.add(sessions: all[first].map { [$0] })
      fold.startResult()
      fold.add(sessions: all[second].map { [$0] })
      return fold.finish()
    }
    let (some, others) = (sums(5..<12, then: 0..<5), sums(0..<5, then: 5..<12))
    #expect(some.summary.viewers == 5 && some.rows.allSatisfy { $0.count == 5 })
    let whole = MadeUp.folded(all, seconds: 30).summary.bins
    for (bin, parts) in zip(whole, zip(some.summary.bins, others.summary.bins)) {
      #expect(bin.withFace == parts.0.withFace + parts.1.withFace)
      #expect(bin.held == parts.0.held + parts.1.held)
      #expect(abs(bin.evidence - parts.0.evidence - parts.1.evidence) < 1e-9)
    }
  }

  @Test("only emotions of the viewers in the result are kept")
  func reportedEmotions() {
    func session(_ emotion: Emotion) -> SampleColumns {
      MadeUp.session(seconds: 30, face: { _ in MadeUp.reported([emotion: 0.5]) })
    }
    var fold = AudienceAggregation(duration: 30, aspect: 16.0 / 9)
    fold.add(sessions: [[session(.sad)]])
    fold.startResult()
    fold.add(sessions: [[session(.happy)]])
    #expect(fold.finish().summary.reportedEmotions == EmotionSet([.happy]))
  }

  @Test("a longer duration adds empty time bins, and a shorter one removes bins")
  func otherDuration() {
    let audience = folded(0..<4)
    #expect(audience.withDuration(30) == audience)
    let long = audience.withDuration(33)
    #expect(long.rows.count == 66 && long.rows[65].isEmpty && long.summary.duration == 33)
    #expect(long.withDuration(30) == audience)
  }
}
