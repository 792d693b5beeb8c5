/// How far each class lies above rest, half second by half second.
struct FaceDeviations {
  /// A vector a half second, a lane a class; not a number where nothing is known.
  var values: [SIMD8<Float>]
  /// A bit for each class of which something is known.
  var known: [UInt8]
}

/// Each class's scores over time, measured against the viewer's own resting face.
///
/// Rest is the rolling 20th percentile, so a resting smiler who smiles on is no news and a deadpan
/// viewer's small smile is; deviations are robust (1.4826 × MAD, floored) and clipped.
struct RestingFace {
  let settings: FoldSettings

  /// Robust deviations above rest, clipped to ± `clip`.
  ///
  /// Where a class lost to others it counts as at rest, so that laughter does not vanish against
  /// its own baseline; and rest is then the most that it can have been, so that only what is told
  /// raises a reaction: a winner that falls says nothing of the others.
  ///
  /// - Parameters:
  ///   - levels: what is known.
  ///   - emotions: the classes that are asked for.
  /// - Returns: the deviations.
  func deviations(of levels: LevelTrack, in emotions: EmotionSet) -> FaceDeviations {
    var values = [SIMD8<Float>](repeating: SIMD8(repeating: .nan), count: levels.count)
    values.withUnsafeMutableBytes { bytes in
      let all = bytes.bindMemory(to: Float.self)
      for emotion in emotions.emotions { measure(levels, Int(emotion.rawValue), into: all) }
    }
    let known = levels.told.indices.map {
      (levels.told[$0] | levels.lost[$0]) & emotions.rawValue
    }
    return FaceDeviations(values: values, known: known)
  }

  private func measure(
    _ track: LevelTrack, _ lane: Int, into deviations: UnsafeMutableBufferPointer<Float>
  ) {
    let column = Column(track, lane)
    var told = LevelHistogram()
    var lost = LevelHistogram()
    for bin in 0..<track.count where column.isKnown(bin) {
      if column.isTold(bin) { told.add(column.most(bin)) } else { lost.add(column.most(bin)) }
    }
    guard told.total + lost.total > 0 else { return }
    let scale = Float(scale(told, lost))
    let rest = restingLevels(column)
    let clip = Float(settings.clip)
    for bin in 0..<track.count where column.isKnown(bin) {
      guard column.isTold(bin) else {
        deviations[8 * bin + lane] = 0
        continue
      }
      let level = Float(column.most(bin)) / 255
      deviations[8 * bin + lane] = min(clip, max(-clip, (level - rest[bin]) / scale))
    }
  }

  /// What is known of one class over time, side by side.
  private struct Column {
    /// The most that the score can be; beyond 255 where it lost, below 0 where it is unknown.
    private let levels: [Int16]

    init(_ track: LevelTrack, _ lane: Int) {
      let bit = UInt8(1) << UInt8(lane)
      levels = track.most.withUnsafeBytes { most in
        track.told.indices.map { bin in
          let level = Int16(most[8 * bin + lane])
          if track.told[bin] & bit != 0 { return level }
          return track.lost[bin] & bit != 0 ? level + 256 : -1
        }
      }
    }

    var count: Int { levels.count }
    @inline(__always)
    func isKnown(_ bin: Int) -> Bool { levels[bin] >= 0 }
    @inline(__always)
    func isTold(_ bin: Int) -> Bool { levels[bin] < 256 }
    @inline(__always)
    func most(_ bin: Int) -> UInt8 { UInt8(truncatingIfNeeded: levels[bin]) }
  }

  /// A robust deviation of the scores 0…1; those that lost count as at rest.
  private func scale(_ told: LevelHistogram, _ lost: LevelHistogram) -> Double {
    var all = told
    if lost.total > 0 {
      var highest = told
      highest.add(lost)
      all.add(highest.quantile(settings.restQuantile), times: lost.total)
    }
    return max(1.4826 * all.medianDeviation() / 255, settings.leastDeviation)
  }

  /// The rolling quantile, taken every two seconds and held in between.
  private func restingLevels(_ column: Column) -> [Float] {
    let width = max(1, Int(settings.restSeconds / HalfSeconds.length))
    let stride = 4
    var window = RollingQuantile(settings.restQuantile)
    var from = 0
    var to = 0
    var rest = [Float](repeating: 0, count: column.count)
    var last: Float = 0
    for bin in rest.indices {
      if bin % stride == 0 {
        // At the ends the window keeps its length, so that it never holds less to judge by.
        let start = min(max(0, bin - width / 2), max(0, column.count - width))
        while to < min(column.count, start + width) {
          if column.isKnown(to) { window.add(column.most(to)) }
          to += 1
        }
        while from < start {
          if column.isKnown(from) { window.remove(column.most(from)) }
          from += 1
        }
        if window.total > 0 { last = Float(window.value()) / 255 }
      }
      rest[bin] = last
    }
    return rest
  }
}
