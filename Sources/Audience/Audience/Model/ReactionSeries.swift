internal import Glibc

/// A viewer's standardised reaction level, and when the viewer reacts, per time bin.
///
/// z = (level − the viewer's mean) / max(`leastDeviation`, the viewer's standard deviation);
/// y = tanh(z / 2). A viewer reacts while z stays above `reactingAbove` for long enough.
struct ReactionSeries {
  /// `values` of a bin in which the face is unknown.
  static let unknown = Int8.min
  /// Steps of `values` to y = 1.
  static let steps = 127.0
  /// Floor of a viewer's standard deviation, so that a still face is not amplified.
  static let leastDeviation = 0.04
  /// Standard deviations above the viewer's own mean from which the viewer reacts.
  static let reactingAbove = 1.0

  /// y in steps of 1/127; `unknown` if the face is.
  private(set) var values: [Int8]
  private(set) var isReacting: [Bool]

  /// - Parameters:
  ///   - levels: smoothed levels (`ViewerBins.levels`).
  ///   - leastBins: bins for which z must stay up to count as a reaction.
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
    let deviation = max(variance.squareRoot(), Self.leastDeviation * ViewerBins.fullLevel)
    let scale = 1 / deviation
    let threshold = mean + Self.reactingAbove * deviation
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

  /// tanh(z / 2) in steps, from a table: the hyperbolic tangent itself would be half of the work.
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
