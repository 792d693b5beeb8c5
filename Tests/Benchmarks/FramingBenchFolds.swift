import Foundation

/// Leave one clip out: the settings that keep most on the other clips are scored on the one left.
///
/// Settings are chosen on some halves and reported on others, so neither the clips nor the halves
/// that a choice was made on speak for it.
struct FoldsBench {
  let clips: [BenchClip]
  let splits: Int
  let settings: BenchSettings
  let crowd: HalvesBench.Crowd

  /// What may be chosen beside the defaults; each moves what was weighed when they were set.
  private static let candidates: [[String]] = [
    [], ["lookDeviation=0.035"], ["nearSeconds=4"],
    ["roomMargin=0.25"], ["movePrice=0.16"], ["leastMove=0.06"],
  ]

  func report(tuningSeed: Int, reportSeed: Int) throws {
    let tuned = try Self.candidates.map { try kept($0, seed: tuningSeed) }
    let reported = try Self.candidates.map { try kept($0, seed: reportSeed) }
    var sum = 0.0
    for (left, clip) in clips.enumerated() {
      let scores = tuned.map { $0.reduce(0, +) - $0[left] }
      let best = scores.indices.max { scores[$0] < scores[$1] } ?? 0
      sum += reported[best][left]
      let name = Self.candidates[best].joined(separator: " ")
      print(
        HalvesBench.left(clip.name, 12) + HalvesBench.percent(reported[best][left], 6)
          + "  chosen on the others: " + (name.isEmpty ? "the defaults" : name))
    }
    let mean = { (values: [Double]) in 100 * values.reduce(0, +) / Double(values.count) }
    print(
      String(
        format: "cross-validated %.1f; the defaults there %.1f", mean([sum / Double(clips.count)]),
        mean(reported[0])))
    for (candidate, values) in zip(Self.candidates, reported).dropFirst() {
      print(
        HalvesBench.left(candidate.joined(separator: " "), 28)
          + String(format: "%+.1f", mean(values) - mean(reported[0])))
    }
  }

  /// The share kept of each clip.
  private func kept(_ changes: [String], seed: Int) throws -> [Double] {
    var settings = settings
    for change in changes { try settings.set(change) }
    return HalvesBench(
      clips: clips, splits: splits, settings: settings, crowd: crowd, firstSeed: seed
    ).keptByClip()
  }
}
