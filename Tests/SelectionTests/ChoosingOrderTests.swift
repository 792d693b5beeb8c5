import Audience
import EditDecisions
import SampleAudience
import TestMaterial
import Testing

@testable import Selection

@Suite("Order of viewers and threads")
struct ChoosingOrderTests {
  private static let plan = {
    var plan = AudiencePlan()
    plan.viewers = 24
    plan.seed = 7
    return plan
  }()

  private static func timeline(_ order: [Int]) -> TimelineSummary {
    let audience = PlantedAudience(plan)
    var folder = TimelineFolder(duration: plan.duration, aspect: 16.0 / 9)
    for viewer in order { folder.add(viewer: [audience.samples(ofViewer: viewer)]) }
    return folder.folded().summary
  }

  @Test("the order of the viewers does not change the choice", arguments: 1...3)
  func orderOfViewers(seed: Int) {
    var random = SeededRandom(seed: UInt64(seed))
    let order = Array(0..<Self.plan.viewers)
    let first = MomentChooser().choose(from: Self.timeline(order))
    let other = MomentChooser().choose(
      from: Self.timeline(order.shuffled(using: &random)))
    #expect(first.candidates.isEmpty == false)
    #expect(other.candidates == first.candidates)
    #expect(other.reason == first.reason)
  }

  @Test("eight threads at once make the same choice")
  func severalThreads() async {
    let timeline = Self.timeline(Array(0..<Self.plan.viewers))
    let alone = MomentChooser().choose(from: timeline)
    let together = await withTaskGroup(of: Choice.self) { group in
      for _ in 0..<8 { group.addTask { MomentChooser().choose(from: timeline) } }
      return await group.reduce(into: [Choice]()) { $0.append($1) }
    }
    #expect(together.allSatisfy { $0 == alone })
  }
}
