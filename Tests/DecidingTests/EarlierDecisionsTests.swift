import EditDecisions
import Testing

@testable import Deciding

@Suite struct EarlierDecisionsTests {
  /// A clip that was shown whole does not stand where detectors saw a face since: nobody's looks
  /// would say that it keeps less.
  @Test func anotherStandInIsNoSmallChange() {
    func why(_ framedBy: String?) -> MomentReasons {
      var why = MomentReasons(viewers: 0)
      why.framedBy = framedBy
      return why
    }
    let whole = why("too few looks: the whole picture for 14.0 s")
    #expect(
      MomentMaker.useSameFramingFallback(
        whole, why("too few looks: the whole picture for 13.5 s")))
    #expect(!MomentMaker.useSameFramingFallback(whole, why("too few looks: face#2 for 14.0 s")))
    #expect(!MomentMaker.useSameFramingFallback(whole, why(nil)))
    #expect(MomentMaker.useSameFramingFallback(why(nil), why(nil)))
  }
}
