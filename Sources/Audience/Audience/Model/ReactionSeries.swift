import Glibc

/// A viewer's standardised reaction level per time bin, and the bins in which the viewer reacts.
///
/// z = (level − the viewer's mean) / max(`minimumDeviation`, the viewer's standard deviation), and
/// y = tanh(z / 2). A viewer reacts while z stays above `reactionThreshold` for at least
/// `leastBins` bins.
struct ReactionSeries {
  /// Value of `values` in a time bin with an unknown face.
  static let unknown = Int8.min
  /// Value of `values` for y = 1.
  static let steps = 127.0
  /// Minimum standard deviation, so that small changes of a still face are not amplified.
  static let minimumDeviation = 0.04
  /// z above which a viewer reacts: standard deviations above the viewer's own mean.
  static let reactionThreshold = 1.0

  /// y in steps of 1/127 per time bin, or `unknown`.
  private(set) var values: [Int8]
  private(set) var isReacting: [Bool]

  /// `levels` are smoothed (`ViewerBins.levels`).
  init(_ levels: [UInt16], leastBins: Int) {
    values = Array(repeating: Self.unknown, count: levels.count)
    isReacting = Array(repeating: false, count: levels.count)
    var (count, sum, squares) = (0, 0, 0)
    for level in levels where level != ViewerBins.unknownLevel {
      count += 1
      sum += Int(level)
      squares += Int(level) * Int(level)
    }
    guard count > 0 else { return }
    let mean = Double(sum) / Double(count)
    let variance = max(0, Double(squares) / Double(count) - mean * mean)
    let deviation = max(variance.squareRoot(), Self.minimumDeviation * ViewerBins.fullLevel)
    let scale = 1 / deviation
    let threshold = mean + Self.reactionThreshold * deviation
    var start: Int?
    for bin in 0...levels.count {
      let level = bin < levels.count ? levels[bin] : ViewerBins.unknownLevel
      let isKnown = level != ViewerBins.unknownLevel
      if isKnown { values[bin] = Self.value((Double(level) - mean) * scale) }
      if isKnown, Double(level) > threshold {
        start = start ?? bin
      } else if let begun = start {
        if bin - begun >= leastBins {
          for reacting in begun..<bin { isReacting[reacting] = true }
        }
        start = nil
      }
    }
  }

  /// tanh(z / 2) times `steps`, from a table; calling `tanh` would double the time.
  @inline(__always)
  private static func value(_ z: Double) -> Int8 {
    let index = Int((z + tableReach) * tableScale + 0.5)
    return table[max(0, min(table.count - 1, index))]
  }

  private static let tableReach = 8.0
  private static let tableScale = 512.0
  private static let table: [Int8] = (0...Int(2 * tableReach * tableScale)).map {
    Int8((tanh((Double($0) / tableScale - tableReach) / 2) * steps).rounded())
  }
}
