import Audience
import SampleAudience
import Selection

/// Shifts each viewer's looks in time and prints how often chance alone is called gathered.
///
/// The limit is 5 % of the half seconds.
func runChanceBench(seeds: ClosedRange<Int> = 101...106, sizes: [Int] = [8, 16, 30, 100]) {
  print("chance: share of half seconds called gathered after shifting each viewer in time")
  for viewers in sizes {
    var gathered = 0
    var bins = 0
    var straight = 0
    for seed in seeds {
      var plan = AudiencePlan()
      plan.viewers = viewers
      plan.seed = UInt64(seed)
      let audience = PlantedAudience(plan)
      let sessions = (0..<viewers).map { audience.samples(ofViewer: $0) }
      let figures = gatheringFigures(sessions, duration: plan.duration)
      straight += figures.count { $0.isGathered() }
      let shifted = gatheringFigures(
        shiftedInTime(sessions, duration: plan.duration, seed: plan.seed),
        duration: plan.duration)
      gathered += shifted.count { $0.isGathered() }
      bins += shifted.count
    }
    let percent = { (count: Int) in Double(count * 1000 / max(1, bins)) / 10 }
    print("  \(viewers)\tshifted \(percent(gathered)) %\tas watched \(percent(straight)) %")
  }
}

private func gatheringFigures(_ sessions: [SampleColumns], duration: Double) -> [BinFigures] {
  var folder = TimelineFolder(duration: duration, aspect: 16.0 / 9)
  for session in sessions { folder.add(viewer: [session]) }
  return MomentChooser().undisclosedFigures(of: folder.folded().summary)
}

private func shiftedInTime(
  _ sessions: [SampleColumns], duration: Double, seed: UInt64
) -> [SampleColumns] {
  var random = SeededRandom(seed: seed, stream: 77)
  return sessions.map { session in
    let shift = random.uniform(0.1...0.9) * duration
    return SampleColumns(
      session.map { sample in
        var moved = sample
        moved.time = (sample.time + shift).truncatingRemainder(dividingBy: duration)
        return moved
      })
  }
}
