import EditDecisions
import Testing

@testable import Deciding

@Suite struct EarlierDecisionsTests {
  /// A clip that showed the whole frame is not kept if a face was detected since.
  ///
  /// Without gaze data, its gaze coverage would not show that the new framing is better.
  @Test func framingWithoutGazeIsKeptOnlyIfItHasTheSameKind() {
    func why(_ framedBy: String?) -> MomentReasons {
      var why = MomentReasons(viewers: 0)
      why.framedBy = framedBy
      return why
    }
    let whole = why("too few looks: the whole picture for 14.0 s")
    #expect(
      DecisionMaker.useSameFramingFallback(
        whole, why("too few looks: the whole picture for 13.5 s")))
    #expect(!DecisionMaker.useSameFramingFallback(whole, why("too few looks: face#2 for 14.0 s")))
    #expect(!DecisionMaker.useSameFramingFallback(whole, why(nil)))
    #expect(DecisionMaker.useSameFramingFallback(why(nil), why(nil)))
  }
}
