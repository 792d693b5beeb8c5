internal import Glibc

/// What one viewer's face shows over time, measured against itself.
///
/// A level a half second: the largest weighted class of what the source tells, held by a running
/// median. It is judged from the viewer's own usual level, the lesser of median and mean beside
/// some seconds of rest, in standard deviations over the whole session, so that a resting smiler
/// who smiles on is no news and a deadpan viewer's small smile is.
struct FaceSeries: Sendable {
  /// Stands for a half second of which nothing is known.
  static let unknown = UInt8.max

  /// The level of each half second in steps of 1/255; `unknown` where nothing is known.
  let levels: [UInt8]
  /// For each level how far it lies from the viewer's usual one: tanh(z / 2), −1…1; 0 for
  /// `unknown`.
  let deviations: [Float]
  /// Least variance of a deviation, that of noise of `leastDeviation`: tanh(z / 2) rises by ½ z.
  let noise: Double

  /// The series of a viewer's rows.
  init(_ rows: [AudienceRow?], _ settings: ModelSettings) {
    let raw = Self.levels(rows, settings)
    self.init(
      levels: Self.held(raw, Int(settings.heldSeconds / HalfSeconds.length) / 2), settings)
  }

  /// A series of levels that were held already.
  init(levels: [UInt8], _ settings: ModelSettings) {
    self.levels = levels
    var counts = [Double](repeating: 0, count: 256)
    for level in levels { counts[Int(level)] += 1 }
    counts[Int(Self.unknown)] = 0
    let total = max(1, counts.reduce(0, +))
    let mean = counts.indices.reduce(0) { $0 + counts[$1] * Double($1) } / total
    let square = counts.indices.reduce(0.0) { sum, level in
      sum + counts[level] * (Double(level) - mean) * (Double(level) - mean)
    }
    let deviation = max((square / total).squareRoot(), settings.leastDeviation * 255)
    let least = settings.leastDeviation * 255 / deviation / 2
    noise = least * least
    // Who laughs for most of a short video is taken to have rested, at the least that was seen.
    let rest = settings.restSeconds / HalfSeconds.length
    let lowest = Double(counts.firstIndex { $0 > 0 } ?? 0)
    let usual =
      (total * min(mean, Self.median(counts, total)) + rest * lowest) / (total + rest)
    deviations = (0..<256).map { level in
      level == Int(Self.unknown) ? 0 : Float(tanh((Double(level) - usual) / deviation / 2))
    }
  }

  /// The level that half of the half seconds do not pass; 0 of none.
  private static func median(_ counts: [Double], _ total: Double) -> Double {
    var sum = 0.0
    for level in counts.indices {
      sum += counts[level]
      if sum * 2 >= total { return Double(level) }
    }
    return 0
  }

  /// The same face at other times.
  ///
  /// - Parameters:
  ///   - shift: half seconds by which it is moved, around the ends of the video.
  ///   - gone: half seconds that are unknown before.
  /// - Returns: a series; what a level means stays as it was learned.
  func moved(by shift: Int, without gone: [Range<Int>]) -> FaceSeries {
    var levels = levels
    for bin in gone.joined() where bin < levels.count { levels[bin] = Self.unknown }
    return FaceSeries(
      levels: Array(levels[shift...] + levels[..<shift]), deviations: deviations, noise: noise)
  }

  private init(levels: [UInt8], deviations: [Float], noise: Double) {
    (self.levels, self.deviations, self.noise) = (levels, deviations, noise)
  }

  /// The largest weighted class of each row.
  private static func levels(_ rows: [AudienceRow?], _ settings: ModelSettings) -> [UInt8] {
    let weights = settings.emotions.lanes
    let counted = settings.counted
    return rows.map { row in
      guard let row, row.tells(anyOf: counted) else { return unknown }
      var scores = SIMD8<Float>(row.levels) * weights
      scores[7] = 0
      // By halves: the standard library's `max` asks lane by lane.
      let four = scores.lowHalf.replacing(
        with: scores.highHalf, where: scores.highHalf .> scores.lowHalf)
      let two = four.lowHalf.replacing(with: four.highHalf, where: four.highHalf .> four.lowHalf)
      return UInt8(min(Float(unknown - 1), max(two[0], two[1]).rounded()))
    }
  }

  /// The median of what is known around each half second of which something is known.
  private static func held(_ levels: [UInt8], _ reach: Int) -> [UInt8] {
    guard reach > 0 else { return levels }
    var held = levels
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 2 * reach + 1) { near in
      for bin in levels.indices where levels[bin] != unknown {
        var count = 0
        for place in max(0, bin - reach)...min(levels.count - 1, bin + reach) {
          let level = levels[place]
          guard level != unknown else { continue }
          var at = count
          while at > 0, near[at - 1] > level {
            near[at] = near[at - 1]
            at -= 1
          }
          near[at] = level
          count += 1
        }
        let (low, high) = (near[(count - 1) / 2], near[count / 2])
        held[bin] = UInt8((UInt16(low) + UInt16(high)) / 2)
      }
    }
    return held
  }
}
