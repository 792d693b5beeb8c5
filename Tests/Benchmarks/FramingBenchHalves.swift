import EditDecisions
import Foundation
import Framing
import Audience
import TestMaterial

/// Half of the viewers frame, the other half score.
struct HalvesBench {
  let clips: [BenchClip]
  let splits: Int

  func report() {
    var kept: [String: [Double]] = [:]
    for clip in clips {
      var sums: [String: Double] = [:]
      for split in 0..<splits {
        var random = SeededGenerator(seed: UInt64(split + 1))
        let order = clip.bins.indices.shuffled(using: &random)
        let train = Array(order.prefix(order.count / 2))
        let test = Array(order.dropFirst(order.count / 2))
        let rivals = FramingRivals(clip: clip, looks: train.map { clip.ticks[$0] })
        let scorers = FramingRivals(clip: clip, looks: test.map { clip.ticks[$0] })
        var settings = FramingSettings(layouts: [.crop])
        tune(&settings)
        let shots = clip.framed(looks: train.map { clip.bins[$0] }, settings: settings)
        let own = clip.framed(looks: test.map { clip.bins[$0] }, settings: settings)
        let m = CameraMotion(of: shots, pictureWidth: 1280, frameRate: 25)
        for (name, value) in [
          ("1 centre", clip.kept(by: test, rivals.centre())),
          ("2 static", clip.kept(by: test, rivals.bestStatic())),
          ("3 median", clip.kept(by: test, rivals.secondMedian())),
          ("4 simple", clip.kept(by: test, rivals.simplePath())),
          ("5 ours", clip.kept(by: test, clip.edges(of: shots))),
          ("6 ceil-limits", clip.kept(by: test, clip.edges(of: own))),
          ("7 ceil-dp", clip.kept(by: test, scorers.simplePath())),
          ("8 ceil", clip.kept(by: test, scorers.bestPerTick())),
          ("A rev/s", m.reversalRate / 100), ("B rest", m.atRest), ("C max", m.maximumSpeed / 100),
          ("C p95", m.speed95 / 100), ("D cuts", Double(m.cuts) / 100),
        ] { sums[name, default: 0] += value / Double(splits) }
      }
      for (name, value) in sums { kept[name, default: []].append(value * 100) }
    }
    for (name, values) in kept.sorted(by: { $0.key < $1.key }) {
      let mean = values.reduce(0, +) / Double(values.count)
      print(name, String(format: "%.2f", mean), values.map { String(format: "%.1f", $0) })
    }
  }
  func tune(_ s: inout FramingSettings) {
    for pair in (ProcessInfo.processInfo.environment["TUNE"] ?? "").split(separator: ",") {
      let kv = pair.split(separator: "="); let v = Double(kv[1])!
      switch kv[0] {
      case "sigma": s.constants.lookDeviation = v
      case "look": s.constants.lookSeconds = v
      case "shot": s.constants.shotWeight = v
      case "motion": s.constants.motionPrice = v
      case "rev": s.constants.reversalPrice = v
      case "cut": s.constants.cutPrice = v
      case "cutrate": s.constants.maximumCutRate = v
      case "step": s.constants.stepSeconds = v
      case "settle": s.constants.settleSeconds = v
      case "rate": s.constants.maximumReversalRate = v
      case "pos": s.constants.positions = Int(v)
      case "ease": s.constants.easeSeconds = v
      case "least": s.constants.leastPan = v
      case "st": s.constants.panStretches = v == 1 ? [1] : v == 2 ? [1, 1.5] : v == 3 ? [1,1.5,2.25] : [1, 1.5, 2.25, 3.4]
      default: print("?")
      }
    }
  }
}
