import EditDecisions
import TestMaterial
import Testing

@testable import Deciding

/// Moments whose clips do not show the core that the audience chose.
@Suite struct CoreOutsideClipTests {
  private func moment(_ seconds: Range<Double>, core: Range<Double>) -> Moment {
    var moment = ExampleDocument.moment
    (moment.start, moment.end) = (seconds.lowerBound, seconds.upperBound)
    moment.coreStart = min(moment.end, max(moment.start, core.lowerBound))
    moment.coreEnd = max(moment.start, min(moment.end, core.upperBound))
    return moment
  }

  @Test func findsTheMomentOfACoreBeforeItsClip() throws {
    let core = 14.0..<19
    let moved = moment(22..<26, core: core)
    func found(_ time: Double) -> CoreOutsideClip? {
      CoreOutsideClip(at: time, cores: [core], wholeCores: [core], moments: [moved])
    }
    let outside = try #require(found(16))
    #expect(outside.core == core && outside.moment == moved)
    #expect(outside.reason(at: 16).hasPrefix("its clip begins at 0:22.0"))
    #expect(found(20) == nil && found(12) == nil)
  }

  @Test func findsTheMomentOfACoreThatAnOverrideShortened() throws {
    let shown = moment(12..<16, core: 14..<16)
    let outside = try #require(
      CoreOutsideClip(at: 17, cores: [14..<16], wholeCores: [14..<19], moments: [shown]))
    #expect(outside.core == 14..<19)
    #expect(outside.reason(at: 17).hasPrefix("its clip ends at 0:16.0"))
    #expect(
      CoreOutsideClip(at: 41, cores: [14..<16], wholeCores: [40..<45], moments: [shown]) == nil)
  }

  @Test func aClipWithoutItsCoreIsExplainedByItsOwnSeconds() {
    #expect(TimeExplanation.evaluated(moment(22..<26, core: 14..<19)) == 22..<26)
    #expect(TimeExplanation.evaluated(moment(12..<26, core: 14..<19)) == 14..<19)
  }
}
