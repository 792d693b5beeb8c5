import Audience
import SampleAudience
import Testing

@Suite("Synthetic audiences")
struct PlantedAudienceTests {
  @Test("a script fills the video with shots, and its segments do not touch", arguments: 1...20)
  func shotsAndSegments(seed: Int) {
    var plan = AudiencePlan()
    plan.seed = UInt64(seed)
    let script = PlantedAudience(plan).script
    #expect(script.shots.first?.start == 0)
    #expect(script.shots.last?.end == 480)
    for (shot, next) in zip(script.shots, script.shots.dropFirst()) {
      #expect(shot.end == next.start)
    }
    #expect(script.shots.allSatisfy { $0.end - $0.start >= 1.2 - 1e-9 })
    #expect(script.shots.dropLast().allSatisfy { $0.end - $0.start <= 30 + 1e-9 })
    #expect(script.stretches.count == 18)
    #expect(script.stretches.count { $0.kind == .delight } == 5)
    #expect(script.stretches.allSatisfy { (7...16).contains($0.end - $0.start) })
    for (segment, next) in zip(script.stretches, script.stretches.dropFirst()) {
      #expect(next.start - segment.end >= plan.spacing - 1e-9)
    }
    #expect((script.stretches.last?.end ?? 0) <= 480)
  }

  @Test("the same plan gives the same samples, and more viewers do not change the first ones")
  func samePlan() {
    var plan = AudiencePlan()
    plan.planted = PlantedCounts(lone: 0)
    let few = PlantedAudience(plan)
    plan.viewers = 60
    let many = PlantedAudience(plan)
    for viewer in 0..<5 {
      #expect(few.samples(ofViewer: viewer) == many.samples(ofViewer: viewer))
    }
    plan.seed = 2
    #expect(few.samples(ofViewer: 0) != PlantedAudience(plan).samples(ofViewer: 0))
  }

  @Test("kinds of viewers are as frequent as planned")
  func kindsOfViewers() {
    let audience = PlantedAudience(AudiencePlan())
    let sorts = (0..<4000).map { audience.sort(ofViewer: $0) }
    let share = { (sort: SampleViewer) in Double(sorts.count { $0 == sort }) / 4000 }
    // Three standard deviations of a share of 4,000.
    #expect(abs(share(.normal) - 0.60) < 0.024)
    #expect(abs(share(.restingSmiler) - 0.08) < 0.014)
    #expect(abs(share(.leaver) - 0.05) < 0.011)
  }

  @Test("gaze has the planned noise and is on the subject as often as planned")
  func gazeNoise() throws {
    var plan = AudiencePlan()
    plan.viewers = 40
    let audience = PlantedAudience(plan)
    let segment = try #require(audience.script.stretches.first { $0.kind == .stare })
    var near = 0
    var all = 0
    for viewer in 0..<40 where audience.sort(ofViewer: viewer) == .normal {
      for sample in audience.samples(ofViewer: viewer) {
        guard sample.time > segment.start + 0.3, sample.time < segment.end,
          case .at(let point, _, _) = sample.gaze
        else { continue }
        let subject = audience.script.subject(at: sample.time - 0.25)
        all += 1
        let dx = (point.x - subject.x) / 0.085
        let dy = (point.y - subject.y) / (1.3 * 0.085)
        if dx * dx + dy * dy < 9 { near += 1 }
      }
    }
    // 0.68 × 0.989 on the subject, plus other gaze points that are there by chance.
    let share = Double(near) / Double(all)
    #expect(share > 0.66 && share < 0.9)
  }

  @Test("flickers are independent, and lost faces are as frequent as planned")
  func flickersAndLostFaces() {
    var plan = AudiencePlan()
    plan.difficulty.misfires = 0
    plan.planted = PlantedCounts(delight: 0, laugh: 0, stare: 0, lone: 0, flicker: 6)
    let audience = PlantedAudience(plan)
    var (shown, twice, all) = (0.0, 0.0, 0.0)
    for viewer in 0..<60 where audience.sort(ofViewer: viewer) == .normal {
      var last = false
      for sample in audience.samples(ofViewer: viewer)
      where audience.script.stretch(at: sample.time) != nil {
        guard case .scores(let scores) = sample.face else { continue }
        let shows = scores[.neutral] < max(scores[.happy], scores[.surprise])
        (shown, twice, all) = (shown + (shows ? 1 : 0), twice + (shows && last ? 1 : 0), all + 1)
        last = shows
      }
    }
    // Independent draws with probability 1/4: a sixteenth are the second of two in a row.
    #expect(abs(shown / all - 0.25) < 0.03 && abs(twice / all - 0.0625) < 0.02)
    let samples = (0..<200).filter { audience.sort(ofViewer: $0) == .faceLost }.flatMap {
      Array(audience.samples(ofViewer: $0))
    }
    let lost = Double(samples.count { $0.face == .lost }) / Double(samples.count)
    #expect(abs(lost - (0.12 + 0.88 * 0.55)) < 0.03)
  }

  @Test("a short video leaves out segments without room")
  func shortVideo() {
    var plan = AudiencePlan()
    plan.duration = 96
    plan.planted = PlantedCounts(delight: 2, laugh: 1, stare: 1, lone: 1, flicker: 1)
    let script = SampleScript(plan)
    #expect((3...6).contains(script.stretches.count))
    #expect(script.shots.last?.end == 96)
    plan.duration = 3
    #expect(SampleScript(plan).stretches.isEmpty)
    plan.strongestOnly = true
    let sample = PlantedAudience(plan).samples(ofViewer: 0).first { $0.face != .lost }
    guard case .scores(let scores)? = sample?.face else { return }
    #expect(scores.told.emotions.count == 1 && scores.areStrongest)
  }
}
