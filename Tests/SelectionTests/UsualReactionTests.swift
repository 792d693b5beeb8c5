import Audience
import EditDecisions
import SampleAudience
import Testing

@testable import Selection

@Suite("What an audience does all the time is no moment")
struct UsualReactionTests {
  private static func choice(seed: UInt64, withDelight: Bool) -> Choice {
    var plan = AudiencePlan()
    plan.viewers = 30
    plan.seed = seed
    plan.laughingShare = 0.2
    if !withDelight { plan = plan.withoutDelight() }
    let audience = PlantedAudience(plan)
    var folder = TimelineFolder(duration: plan.duration, aspect: 16.0 / 9)
    for viewer in 0..<plan.viewers { folder.add(viewer: [audience.samples(ofViewer: viewer)]) }
    return MomentChooser().choose(from: folder.timeline())
  }

  @Test("people who laugh at anything while all look at one thing", arguments: [1, 2] as [UInt64])
  func habit(seed: UInt64) {
    // Five a video were chosen; .25 a video are at seeds 1 to 4.
    let choice = Self.choice(seed: seed, withDelight: false)
    #expect(choice.candidates.count <= 1)
    #expect(choice.rejected.contains { $0.reason.contains("as usual") })
  }

  @Test("and what they laugh at together is found all the same")
  func delight() {
    #expect(Self.choice(seed: 1, withDelight: true).candidates.count >= 4)
  }

  @Test(
    "more is asked the more react at other times, and nothing where that fills most of a video",
    arguments: [(0.0, 0.0), (0.05, 0), (0.15, 0.15), (0.25, 0.3), (0.35, 0.15), (0.6, 0)])
  func excess(reacting: Double, asked: Double) {
    #expect(abs(Usual(gathered: 0, reacting: reacting).excess - asked) < 1e-9)
  }
}
