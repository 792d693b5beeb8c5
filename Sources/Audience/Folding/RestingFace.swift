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
    var rests = [SIMD8<UInt8>](repeating: .zero, count: levels.count / Self.stride + 1)
    // What is not asked for comes to no number.
    var scales = SIMD8<Float>(repeating: .nan)
    for emotion in emotions.emotions {
      let lane = Int(emotion.rawValue)
      scales[lane] = Float(rest(of: lane, levels, known, into: &rests))
    }
    let values = [SIMD8<Float>](unsafeUninitializedCapacity: levels.count) { values, filled in
      filled = levels.count
      for place in rests.indices {
        let rest = Self.shares(rests[place])
        for bin in place * Self.stride..<min(filled, (place + 1) * Self.stride) {
          let away = clipped((Self.shares(levels.most[bin]) - rest) / scales)
          let told = levels.told[bin] & emotions.rawValue
          values.initializeElement(
            at: bin,
            to: told == emotions.rawValue ? away : Self.known(away, told, known[bin]))
        }
      }
    }
    return FaceDeviations(values: values, known: known)
  }

  /// Deviations of which some are not told: what lost counts as at rest, and of the others nothing is
  /// known.
  private static func known(
    _ away: SIMD8<Float>, _ told: UInt8, _ known: UInt8
  ) -> SIMD8<Float> {
    var values = known == 0 ? SIMD8<Float>(repeating: .nan) : away
    for lane in 0..<7 where told >> UInt8(lane) & 1 == 0 {
      values[lane] = known >> UInt8(lane) & 1 != 0 ? 0 : .nan
    }
    return values
  }

  /// Half seconds from one taking of the rolling quantile to the next.
  private static let stride = 4

  /// Levels as shares 0…1.
  @inline(__always)
  private static func shares(_ levels: SIMD8<UInt8>) -> SIMD8<Float> { SIMD8<Float>(levels) / 255 }

  @inline(__always)
  private func clipped(_ deviations: SIMD8<Float>) -> SIMD8<Float> {
    let clip = SIMD8(repeating: Float(settings.clip))
    let low = deviations.replacing(with: -clip, where: deviations .< -clip)
    return low.replacing(with: clip, where: low .> clip)
  }

  /// The rolling quantile of one class, taken every `stride` half seconds.
  ///
  /// A class at a time: what is counted of it stays in registers, and a class that nobody asks for
  /// costs nothing.
  ///
  /// - Parameters:
  ///   - lane: the class.
  ///   - track: the levels.
  ///   - known: a bit for each class of which something is known, one set of them a half second.
  ///   - rests: takes the quantiles.
  /// - Returns: a robust deviation of the class's scores 0…1.
  private func rest(
    of lane: Int, _ track: LevelTrack, _ known: [UInt8], into rests: inout [SIMD8<UInt8>]
  ) -> Double {
    let width = max(1, Int(settings.restSeconds / HalfSeconds.length))
    var window = RollingQuantile(settings.restQuantile)
    let count = track.count
    track.most.withUnsafeBytes { most in
      known.withUnsafeBufferPointer { known in
        rests.withUnsafeMutableBytes { rests in
          var (from, to) = (0, 0)
          for bin in Swift.stride(from: 0, to: count, by: Self.stride) {
            // At the ends the window keeps its length, so that it never holds less to judge by.
            let start = min(max(0, bin - width / 2), max(0, count - width))
            while to < min(count, start + width) {
              window.add(most[8 * to + lane], times: Int32(known[to] >> UInt8(lane) & 1))
              to += 1
            }
            while from < start {
              window.remove(most[8 * from + lane], times: Int32(known[from] >> UInt8(lane) & 1))
              from += 1
            }
            rests[2 * bin + lane] = window.value()
          }
          while to < count {
            window.add(most[8 * to + lane], times: Int32(known[to] >> UInt8(lane) & 1))
            to += 1
          }
        }
      }
    }
    return scale(lane, track, window.everything)
  }

  /// A robust deviation of a class's scores 0…1; those that lost count as at rest.
  ///
  /// - Parameters:
  ///   - lane: the class.
  ///   - track: the levels.
  ///   - everything: all of the class's levels, told or lost.
  /// - Returns: at least the settings' least deviation.
  private func scale(_ lane: Int, _ track: LevelTrack, _ everything: LevelHistogram) -> Double {
    let bit = UInt8(1) << UInt8(lane)
    var all = everything
    if track.hasLost & bit != 0 {
      all = LevelHistogram()
      for bin in 0..<track.count where track.told[bin] & bit != 0 {
        all.add(track.most[bin][lane])
      }
      all.add(
        everything.quantile(settings.restQuantile), times: everything.total - all.total)
    }
    return max(1.4826 * all.medianDeviation() / 255, settings.leastDeviation)
  }
}
