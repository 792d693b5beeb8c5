import ArgumentParser
import Audience
import EditDecisions
import Foundation
import Framing
import SampleAudience
import Selection
import TestMaterial

/// `gazecut-bench growing`: what one more viewer a night renders again.
struct GrowingCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "growing",
    abstract: "Print how many clips each night makes anew while planted audiences grow.")

  @Option(help: "How many seeds.")
  var seeds = 2

  @Option(help: "The first seed.")
  var seed = 801

  @Option(help: "Viewers of the first night.")
  var first = 8

  @Option(help: "Viewers of the last.")
  var last = 30

  func run() throws {
    print("decisions     anew a night   clips a night   F1 at .5   F1 at .7   gaze kept")
    var rows = [GrowingRow(), GrowingRow()]
    for seed in seed..<seed + seeds {
      for (index, isSteady) in [false, true].enumerated() {
        rows[index].merge(GrowingTrial(seed: seed, isSteady: isSteady).nights(first...last))
      }
    }
    for (name, row) in zip(["each night's", "that stand"], rows) { print(row.line(name)) }
  }
}

/// Sums over nights.
struct GrowingRow {
  var nights = 0
  var clips = 0
  var anew = 0
  var score = ChoosingScore()
  var kept: [Double] = []

  mutating func merge(_ other: GrowingRow) {
    nights += other.nights
    clips += other.clips
    anew += other.anew
    score.merge(other.score)
    kept += other.kept
  }

  func line(_ name: String) -> String {
    func mean(_ sum: Int) -> String { String(format: "%.2f", Double(sum) / Double(max(1, nights))) }
    let looks = kept.reduce(0, +) / Double(max(1, kept.count))
    return name.padding(toLength: 14, withPad: " ", startingAt: 0) + mean(anew) + "           "
      + mean(clips) + "            "
      + score.f1.map { String(format: "%.3f", $0) }.joined(separator: "      ") + "      "
      + String(format: "%.4f", looks)
  }
}

/// One audience to which a viewer comes each night.
struct GrowingTrial {
  let seed: Int
  let isSteady: Bool

  func nights(_ viewers: ClosedRange<Int>) -> GrowingRow {
    var plan = AudiencePlan()
    plan.viewers = viewers.upperBound
    plan.seed = UInt64(seed)
    let audience = PlantedAudience(plan)
    let truth = audience.script.stretches.filter { $0.kind == .delight }.map { $0.start...$0.end }
    var folder = TimelineFolder(
      duration: plan.duration, aspect: 16.0 / 9, settings: FoldSettings())
    var row = GrowingRow()
    var before: [Moment] = []
    let cuts = audience.script.shots.map(\.start).filter { $0 > 0 }
    for viewer in 0..<viewers.upperBound {
      folder.add(viewer: [audience.samples(ofViewer: viewer)])
      guard viewer + 1 >= viewers.lowerBound else { continue }
      let now = decided(folder.folded(), cuts, plan.duration, after: before)
      if viewer + 1 > viewers.lowerBound {
        row.nights += 1
        row.clips += now.count
        row.anew += now.count { moment in
          !before.contains {
            $0.start == moment.start && $0.end == moment.end
              && $0.framing.shots == moment.framing.shots
          }
        }
      }
      row.score.add(cores: now.map { $0.coreStart...$0.coreEnd }, truth: truth)
      row.kept += now.compactMap(\.framing.gazeKept)
      before = now
    }
    return row
  }

  /// Chosen, with edges on the cuts, framed, and left as before where that is as good.
  private func decided(
    _ audience: FoldedAudience, _ cuts: [Double], _ duration: Double, after before: [Moment]
  ) -> [Moment] {
    let chooser = MomentChooser()
    let choice = chooser.choose(from: audience.summary)
    let fitter = EdgeFitter(settings: SelectionSettings(), duration: duration)
    let candidates = fitter.fit(
      choice.candidates, to: EdgeMaterial(cuts: cuts),
      reacting: chooser.reactingShares(of: audience.summary))
    let timeline = audience.timeline
    return Parallel.map(candidates.count) { index in
      let candidate = candidates[index]
      let request = FramingRequest(
        start: candidate.start, end: candidate.end, cuts: cuts, timeline: timeline,
        pictureWidth: 1280, pictureHeight: 720, frameRate: FrameRate(25, 1))
      let fresh = Moment(
        id: "", rank: index + 1, start: candidate.start, end: candidate.end,
        coreStart: candidate.coreStart, coreEnd: candidate.coreEnd, score: candidate.score,
        why: candidate.why, framing: frame(request).framing)
      guard isSteady else { return fresh }
      for old in before {
        if case .stands(let kept) = standing(of: old, against: fresh, request) { return kept }
      }
      return fresh
    }
  }
}
