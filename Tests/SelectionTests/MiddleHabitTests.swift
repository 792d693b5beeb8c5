import Audience
import EditDecisions
import SampleAudience
import Testing

@testable import Selection

@Suite("Gathering that is only habit, at the middle of the picture, is no gathering")
struct MiddleHabitTests {
  private func choice(_ family: String, seed: UInt64, viewers: Int = 16) throws -> Choice {
    var plan = try #require(AudienceFamily.all.first { $0.name == family }).plan
    plan.viewers = viewers
    plan.seed = seed
    let audience = PlantedAudience(plan)
    var folder = TimelineFolder(duration: plan.duration, aspect: 16.0 / 9)
    for viewer in 0..<plan.viewers { folder.add(viewer: [audience.samples(ofViewer: viewer)]) }
    return MomentChooser().choose(from: folder.timeline())
  }

  /// Seeds on which laughs at the middle were chosen before.
  @Test("laughs at the middle are refused, and why", arguments: [2, 9, 15] as [UInt64])
  func laughs(seed: UInt64) throws {
    let choice = try choice("laughs at the middle, no delight", seed: seed)
    #expect(choice.candidates.isEmpty)
    let reason = try #require(
      choice.rejected.first { $0.reason.hasPrefix("gaze at the middle as usual") }?.reason)
    #expect(reason.contains("of the time without a reaction"))
  }

  @Test("where the middle is no habit, what is looked at there is a moment", arguments: [1, 2])
  func noHabit(seed: UInt64) throws {
    #expect(try choice("no cuts", seed: seed, viewers: 30).candidates.count >= 4)
  }

  @Test("nor is it where one thing is shown at the middle all the time")
  func shownThere() throws {
    let choice = try choice("no cuts", seed: 503)
    #expect(choice.candidates.count >= 4)
    #expect(!choice.rejected.contains { $0.reason.hasPrefix("gaze at the middle") })
  }

  /// Twenty bins whose densest cluster lies at the middle, and twenty elsewhere.
  private func summary(_ other: PicturePoint) -> TimelineSummary {
    var summary = TimelineSummary(duration: 20, aspect: 2)
    summary.bins = (0..<40).map { index in
      var bin = BinSummary()
      let center = index < 20 ? PicturePoint(x: 0.5, y: 0.5) : other
      bin.clusters = [LookCluster(share: 0.6, center: center, spread: 0.1)]
      return bin
    }
    return summary
  }

  @Test(
    "how often eyes rest at the middle is counted where nobody reacts",
    arguments: [(StretchKind.both, 0.0), (.reaction, 0), (.gathering, 0.5)])
  func usual(kind: StretchKind, share: Double) {
    let stretch = Stretch(bins: 0..<20, kind: kind, evidence: 9)
    let summary = summary(PicturePoint(x: 0.8, y: 0.5))
    #expect(MiddleHabit(of: summary, beside: [stretch]).usual == share)
    #expect(MiddleHabit(of: TimelineSummary(duration: 9), beside: []).usual == 0)
  }

  @Test("an offset is in picture heights, of the clusters' mean place")
  func offset() throws {
    let bins = summary(PicturePoint(x: 0.8, y: 0.5)).bins[...]
    // Half of them .3 widths of a picture twice as wide as high away.
    let offset = try #require(MiddleHabit.meanOffset(of: bins, aspect: 2))
    #expect(abs(offset - 0.3) < 1e-9)
    #expect(MiddleHabit.meanOffset(of: [BinSummary()], aspect: 2) == nil)
  }
}
