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
    let known = levels.told.indices.map {
      (levels.told[$0] | levels.lost[$0]) & emotions.rawValue
    }
    let scales = scales(levels, emotions)
    let rests = restingLevels(levels)
    let clip = Float(settings.clip)
    var values = [SIMD8<Float>](repeating: SIMD8(repeating: .nan), count: levels.count)
    values.withUnsafeMutableBytes { bytes in
      let all = bytes.bindMemory(to: Float.self)
      for bin in 0..<levels.count where known[bin] != 0 {
        let (most, rest) = (levels.most[bin], rests[bin / Self.stride])
        for lane in 0..<8 {
          let deviation = (Float(most[lane]) / 255 - Float(rest[lane]) / 255) / scales[lane]
          let low = deviation < -clip ? -clip : deviation
          all[8 * bin + lane] = low > clip ? clip : low
        }
        let told = levels.told[bin] & emotions.rawValue
        guard told != emotions.rawValue else { continue }
        for lane in 0..<7 where told >> UInt8(lane) & 1 == 0 {
          // What lost counts as at rest.
          all[8 * bin + lane] = known[bin] >> UInt8(lane) & 1 != 0 ? 0 : .nan
        }
      }
    }
    return FaceDeviations(values: values, known: known)
  }

  /// Half seconds from one taking of the rolling quantile to the next.
  private static let stride = 4

  /// A robust deviation of each class's scores 0…1; those that lost count as at rest.
  private func scales(_ levels: LevelTrack, _ emotions: EmotionSet) -> SIMD8<Float> {
    var told = LaneHistograms()
    var lost = LaneHistograms()
    for bin in 0..<levels.count {
      told.add(levels.most[bin], levels.told[bin], 1)
      if levels.lost[bin] != 0 { lost.add(levels.most[bin], levels.lost[bin], 1) }
    }
    // What is not asked for comes to no number.
    var scales = SIMD8<Float>(repeating: .nan)
    for emotion in emotions.emotions {
      let lane = Int(emotion.rawValue)
      scales[lane] = Float(scale(told[lane], lost[lane]))
    }
    return scales
  }

  private func scale(_ told: LevelHistogram, _ lost: LevelHistogram) -> Double {
    var all = told
    if lost.total > 0 {
      var highest = told
      highest.add(lost)
      all.add(highest.quantile(settings.restQuantile), times: lost.total)
    }
    return max(1.4826 * all.medianDeviation() / 255, settings.leastDeviation)
  }

  /// The rolling quantile of each class, taken every `stride` half seconds.
  private func restingLevels(_ track: LevelTrack) -> [SIMD8<UInt8>] {
    let width = max(1, Int(settings.restSeconds / HalfSeconds.length))
    var window = RollingQuantiles(settings.restQuantile)
    var from = 0
    var to = 0
    var rests: [SIMD8<UInt8>] = []
    rests.reserveCapacity(track.count / Self.stride + 1)
    for bin in Swift.stride(from: 0, to: track.count, by: Self.stride) {
      // At the ends the window keeps its length, so that it never holds less to judge by.
      let start = min(max(0, bin - width / 2), max(0, track.count - width))
      while to < min(track.count, start + width) {
        window.add(track.most[to], in: track.told[to] | track.lost[to])
        to += 1
      }
      while from < start {
        window.remove(track.most[from], in: track.told[from] | track.lost[from])
        from += 1
      }
      rests.append(window.values())
    }
    return rests
  }
}
