/// One class's scores over time, measured against the viewer's own resting face.
///
/// Rest is the rolling 20th percentile, so a resting smiler who smiles on is no news and a deadpan
/// viewer's small smile is; deviations are robust (1.4826 × MAD, floored) and clipped.
struct RestingFace {
  let settings: FoldSettings

  /// Robust deviations above rest, clipped to ± `clip`; `nil` where the level is.
  ///
  /// Where a class lost to others it counts as at rest, so that laughter does not vanish against
  /// its own baseline; and rest is then the most that it can have been, so that only what is told
  /// raises a reaction: a winner that falls says nothing of the others.
  func deviations(of levels: [ClassLevel?]) -> [Float?] {
    var highest = LevelHistogram()
    for level in levels { if let level { highest.add(level.most) } }
    guard highest.total > 0 else { return levels.map { _ in nil } }
    let usual = highest.quantile(settings.restQuantile)
    var all = LevelHistogram()
    for level in levels {
      switch level {
      case .told(let told): all.add(told)
      case .lost: all.add(usual)
      case nil: break
      }
    }
    let scale = max(1.4826 * all.medianDeviation() / 255, settings.leastDeviation)
    let rest = restingLevels(levels.map { $0?.most })
    let clip = Float(settings.clip)
    return levels.indices.map { bin in
      switch levels[bin] {
      case .told(let level):
        min(clip, max(-clip, (Float(level) / 255 - rest[bin]) / Float(scale)))
      case .lost: 0
      case nil: nil
      }
    }
  }

  /// The rolling quantile, taken every two seconds and held in between.
  private func restingLevels(_ levels: [UInt8?]) -> [Float] {
    let width = max(1, Int(settings.restSeconds / HalfSeconds.length))
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
