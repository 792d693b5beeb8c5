/// How far each class lies above rest, half second by half second.
struct FaceDeviations {
  /// A vector a half second, a lane a class; not a number where nothing is known.
  var values: [SIMD8<Float>]
  /// A bit for each class of which something is known.
  var known: [UInt8]

  /// Fills gaps of some half seconds, `longest` at most, by the line between their ends.
  mutating func bridge(longest: Int) {
    var (seen, before) = (UInt8(0), UInt8(0))
    for bin in known.indices where known[bin] != before {
      // Where a class is known again.
      var ends = known[bin] & ~before & seen
      before = known[bin]
      seen |= before
      while ends != 0 {
        let lane = ends.trailingZeroBitCount
        ends &= ends - 1
        let bit = UInt8(1) << UInt8(lane)
        let places = max(0, bin - 1 - longest)..<bin
        let first = places.last { known[$0] & bit != 0 }
        if let first { bridge(lane, first, bin) }
      }
    }
  }

  private mutating func bridge(_ lane: Int, _ first: Int, _ last: Int) {
    let (before, after) = (values[first][lane], values[last][lane])
    for gap in first + 1..<last {
      let part = Float(gap - first) / Float(last - first)
      values[gap][lane] = before + part * (after - before)
    }
  }
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
    let marks = known.map(Self.ones)
    // Whatever is not known lies beyond all that is.
    let shown = zip(levels.most, marks).map { $0 | ($1 &- 1) }
    let width = max(1, Int(settings.restSeconds / HalfSeconds.length))
    // Of few classes each by itself costs less than all at once.
    let rests =
      width <= RollingLevels.longest && emotions.count > 2
      ? rests(of: shown, marks, width: width)
      : rests(of: levels, known, manyOf: width, emotions)
    let spread = LevelSpread(shown, known: marks)
    // What is not asked for comes to no number.
    var scales = SIMD8<Float>(repeating: .nan)
    for emotion in emotions.emotions {
      let lane = Int(emotion.rawValue)
      let deviation =
        levels.hasLost >> UInt8(lane) & 1 != 0
        ? deviation(ofLosing: lane, levels, known) : Double(spread.medianDeviations[lane])
      scales[lane] = Float(max(1.4826 * deviation / 255, settings.leastDeviation))
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

  /// Deviations of which some are not told: what lost counts as at rest, and of the others nothing
  /// is known.
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

  /// The half seconds around one, by which its rest is told.
  ///
  /// At the ends the window keeps its length, so that it never holds less to judge by.
  @inline(__always)
  private static func window(around bin: Int, width: Int, of count: Int) -> Range<Int> {
    let start = min(max(0, bin - width / 2), max(0, count - width))
    return start..<min(count, start + width)
  }

  /// The rolling quantiles of all classes, taken every `stride` half seconds.
  ///
  /// - Parameters:
  ///   - shown: the levels of each half second; 255 where one is not known.
  ///   - marks: a byte a class, 1 where it is known.
  ///   - width: half seconds of the window, at most `RollingLevels.longest`.
  /// - Returns: the quantiles.
  private func rests(
    of shown: [SIMD8<UInt8>], _ marks: [SIMD8<UInt8>], width: Int
  ) -> [SIMD8<UInt8>] {
    let count = shown.count
    var rests = [SIMD8<UInt8>](repeating: .zero, count: count / Self.stride + 1)
    var rolling = RollingLevels(settings.restQuantile)
    shown.withUnsafeBufferPointer { shown in
      marks.withUnsafeBufferPointer { marks in
        for bin in Swift.stride(from: 0, to: count, by: Self.stride) {
          rolling.move(to: Self.window(around: bin, width: width, of: count), shown, marks)
          rests[bin / Self.stride] = rolling.quantiles
        }
      }
    }
    return rests
  }

  /// A byte a class, 1 where its bit is set.
  @inline(__always)
  private static func ones(_ bits: UInt8) -> SIMD8<UInt8> {
    let places = SIMD8<UInt8>(1, 2, 4, 8, 16, 32, 64, 128)
    let isSet = SIMD8(repeating: bits) & places .== places
    return unsafeBitCast(isSet, to: SIMD8<UInt8>.self) & 1
  }

  /// The same with levels that are counted, of whatever window: a class at a time, so that what is
  /// counted stays in registers.
  private func rests(
    of track: LevelTrack, _ known: [UInt8], manyOf width: Int, _ emotions: EmotionSet
  ) -> [SIMD8<UInt8>] {
    var rests = [SIMD8<UInt8>](repeating: .zero, count: track.count / Self.stride + 1)
    for emotion in emotions.emotions {
      let lane = Int(emotion.rawValue)
      var rolling = RollingQuantile(settings.restQuantile)
      var before = 0..<0
      for bin in Swift.stride(from: 0, to: track.count, by: Self.stride) {
        let window = Self.window(around: bin, width: width, of: track.count)
        for next in before.upperBound..<window.upperBound {
          rolling.add(track.most[next][lane], times: Int32(known[next] >> UInt8(lane) & 1))
        }
        for gone in before.lowerBound..<window.lowerBound {
          rolling.remove(track.most[gone][lane], times: Int32(known[gone] >> UInt8(lane) & 1))
        }
        before = window
        rests[bin / Self.stride][lane] = rolling.value()
      }
    }
    return rests
  }

  /// The median deviation, in levels, of a class that lost to others at times; it counts as at rest
  /// there.
  ///
  /// - Parameters:
  ///   - lane: the class.
  ///   - track: the levels.
  ///   - known: a bit for each class that is told or lost, one set of them a half second.
  /// - Returns: the deviation.
  private func deviation(
    ofLosing lane: Int, _ track: LevelTrack, _ known: [UInt8]
  ) -> Double {
    var (everything, all) = (LevelHistogram(), LevelHistogram())
    for bin in 0..<track.count where known[bin] >> UInt8(lane) & 1 != 0 {
      everything.add(track.most[bin][lane])
      if track.told[bin] >> UInt8(lane) & 1 != 0 { all.add(track.most[bin][lane]) }
    }
    all.add(
      everything.quantile(settings.restQuantile), times: everything.total - all.total)
    return all.medianDeviation()
  }
}
