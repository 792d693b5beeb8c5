import Audience
import EditDecisions
import SampleAudience
import Selection
import Testing

@Suite("Audiences larger than the fitting sample")
struct ManyViewersTests {
  /// Two minutes with two planted delights and some decoys.
  ///
  /// 700 viewers are more than the fitting sample.
  private static let plan = {
    var plan = AudiencePlan()
    plan.duration = 120
    plan.viewers = 700
    plan.planted = PlantedCounts(delight: 2, laugh: 1, stare: 1, lone: 0, flicker: 1)
    return plan
  }()

  private static let viewers: [ViewerAggregate] = {
    let crowd = PlantedCrowd(plan, models: 120)
    let folding = AudienceAggregation(duration: plan.duration, aspect: 16.0 / 9).folding
    return Parallel.map(plan.viewers) { folding.fold([crowd.samples(ofViewer: $0)]) }
  }()

  /// All viewers, 64 at a time.
  private static let all = folded(viewers, by: 64)

  private static func folded(_ viewers: [ViewerAggregate], by count: Int) -> AggregatedAudience {
    var fold = AudienceAggregation(duration: plan.duration, aspect: 16.0 / 9)
    for start in stride(from: 0, to: viewers.count, by: count) {
      fold.add(Array(viewers[start..<min(viewers.count, start + count)]))
    }
    return fold.finish()
  }

  @Test("counts cover all viewers, rows and gaze points only the fitting sample")
  func countsOfAllViewers() {
    let folded = Self.all
    let left = folded.summary.excluded.reduce(0) { $0 + $1.viewers }
    #expect(folded.summary.viewers + left == 700)
    let bin = folded.summary.bins[60]
    #expect(bin.watching > TimelineSummary.maximumStoredRows)
    #expect(bin.withFace <= bin.watching && bin.withGaze <= bin.watching)
    #expect(
      folded.rows.allSatisfy { $0.count <= TimelineSummary.maximumStoredRows && $0 == $0.sorted() })
    #expect(bin.withFace > 400 && bin.reacting <= Double(bin.withFace))
  }

  @Test("the size of the batches does not change the result")
  func sizeOfBatches() {
    let folded = Self.all
    #expect(Self.folded(Self.viewers, by: 700) == folded)
    #expect(Self.folded(Self.viewers, by: 513) == folded)
  }

  @Test("all viewers and the fitting sample give the same moments, which are the planted ones")
  func sameMoments() {
    let all = MomentChooser().choose(from: Self.all.summary)
    let drawn = MomentChooser().choose(
      from: Self.folded(Array(Self.viewers.prefix(500)), by: 64).summary)
    #expect(all.candidates.count == drawn.candidates.count)
    for (one, other) in zip(all.candidates, drawn.candidates) {
      #expect(
        abs(one.coreStart - other.coreStart) <= 1.5 && abs(one.coreEnd - other.coreEnd) <= 1.5)
      #expect(abs(one.score - other.score) <= 0.05)
    }
    let planted = PlantedAudience(Self.plan).script.stretches.filter { $0.kind == .delight }
    let found = planted.filter { segment in
      all.candidates.contains { $0.coreStart < segment.end && segment.start < $0.coreEnd }
    }
    #expect(found.count == planted.count && all.candidates.count == planted.count)
    // The number of distinct viewers covers all: four of five have face and gaze data at a time,
    // which is 560 of 700 and 410 of 512.
    #expect(all.candidates.allSatisfy { $0.why.viewers > 460 })
  }
}
