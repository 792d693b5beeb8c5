import ArgumentParser
import Audience
import EditDecisions
import Foundation
import Framing
import SampleAudience
import TestMaterial

/// What framing by an even draw of the looks costs: 512 planted viewers frame, others score.
struct EvenDrawCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "even-draw",
    abstract: "Frame planted moments by all of 512 looks and by fewer: looks of others kept.")

  @Option(help: "How many audiences.")
  var seeds = 6
  @Option(help: "How many viewers score.")
  var scorers = 150

  private static let draws = [TimelineSummary.maximumStoredRows, 256, 128, 64]
  private static let (width, height) = (1920, 1080)

  func run() {
    var sums = [Double](repeating: 0, count: Self.draws.count)
    var count = 0
    for seed in 1...max(1, seeds) {
      for kept in kept(seed: UInt64(seed)) {
        for index in kept.indices { sums[index] += kept[index] }
        count += 1
      }
    }
    print("\(count) planted moments, \(scorers) others score; looks drawn of a half second, kept %")
    for (draw, sum) in zip(Self.draws, sums) {
      let lost = (sums[0] - sum) / Double(max(1, count)) * 100
      print(
        String(format: "%5d %8.2f %+8.2f", draw, sum / Double(max(1, count)) * 100, -lost))
    }
  }

  /// For each planted moment what each draw keeps.
  private func kept(seed: UInt64) -> [[Double]] {
    var plan = AudiencePlan()
    plan.seed = seed
    plan.duration = 240
    plan.viewers = TimelineSummary.maximumStoredRows + scorers
    let crowd = PlantedCrowd(plan, models: plan.viewers)
    var fold = AudienceAggregation(duration: plan.duration, aspect: 16.0 / 9)
    fold.add(
      sessions: (0..<TimelineSummary.maximumStoredRows).map { [crowd.samples(ofViewer: $0)] })
    let folded = fold.finish()
    let others = (TimelineSummary.maximumStoredRows..<plan.viewers).map {
      crowd.samples(ofViewer: $0)
    }
    let script = SampleScript(plan)
    return script.stretches.filter { $0.kind == .delight }.map { stretch in
      Self.draws.map { draw in
        var drawn = folded
        drawn.rows = folded.rows.map { rows in
          evenlySpacedIndices(of: rows.count, atMost: draw).map { rows[$0] }
        }
        let framed = frame(
          FramingRequest(
            start: stretch.start, end: stretch.end, cuts: script.shots.map(\.start),
            timeline: drawn.timeline, pictureWidth: Self.width, pictureHeight: Self.height,
            frameRate: FrameRate(25, 1), settings: Self.settings))
        return Self.share(
          of: others, in: framed.framing.shots, from: stretch.start, to: stretch.end)
      }
    }
  }

  private static var settings: FramingSettings {
    var settings = FramingSettings()
    settings.layouts = [.crop]
    return settings
  }

  /// The share of the looks on the picture that the windows hold.
  private static func share(
    of viewers: [SampleColumns], in shots: [ClipShot], from start: Double, to end: Double
  ) -> Double {
    var (inside, all) = (0, 0)
    for sample in viewers.joined() where start <= sample.time && sample.time < end {
      guard case .at(let point, _, _) = sample.gaze, (0...1).contains(point.x),
        let shot = shots.last(where: { $0.start <= sample.time }),
        case .crop(let keyframes) = shot.layout, let window = keyframes.window(at: sample.time)
      else { continue }
      let x = point.x * Double(width)
      all += 1
      inside += (window.x...window.x + window.width).contains(x) ? 1 : 0
    }
    return Double(inside) / Double(max(1, all))
  }
}
