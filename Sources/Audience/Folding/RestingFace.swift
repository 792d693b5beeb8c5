/// One class's scores over time, measured against the viewer's own resting face.
///
/// Rest is the rolling 20th percentile, so a resting smiler who smiles on is no news and a deadpan
/// viewer's small smile is; deviations are robust (1.4826 × MAD, floored) and clipped.
struct RestingFace {
  let settings: FoldSettings

  /// Robust deviations above rest, clipped to ± `clip`; `nil` where the level is.
  func deviations(of levels: [UInt8?]) -> [Float?] {
    var all = LevelHistogram()
    for level in levels { if let level { all.add(level) } }
    guard all.total > 0 else { return levels.map { _ in nil } }
    let scale = max(1.4826 * all.medianDeviation() / 255, settings.leastDeviation)
    let rest = restingLevels(levels)
    let clip = Float(settings.clip)
    return levels.indices.map { bin in
      levels[bin].map { level in
        min(clip, max(-clip, (Float(level) / 255 - rest[bin]) / Float(scale)))
      }
    }
  }

  /// The rolling quantile, taken every two seconds and held in between.
  private func restingLevels(_ levels: [UInt8?]) -> [Float] {
    let width = max(1, Int(settings.restSeconds / AudienceTimeline.binSeconds))
    let stride = 4
    var window = LevelHistogram()
    var from = 0
    var to = 0
    var rest = [Float](repeating: 0, count: levels.count)
    var last: Float = 0
    for bin in levels.indices {
      if bin % stride == 0 {
        // At the ends the window keeps its length, so that it never holds less to judge by.
        let start = min(max(0, bin - width / 2), max(0, levels.count - width))
        while to < min(levels.count, start + width) {
          if let level = levels[to] { window.add(level) }
          to += 1
        }
        while from < start {
          if let level = levels[from] { window.remove(level) }
          from += 1
        }
        if window.total > 0 { last = Float(window.quantile(settings.restQuantile)) / 255 }
      }
      rest[bin] = last
    }
    return rest
  }
}
