import Foundation

/// Statistics that compare a series of values with labels, one of each per 0.5 s bin.
///
/// Bins without a label (`nil`) are ignored.
package enum LabelFigures {
  /// Pearson correlation of values with labels; 0 if either is constant.
  package static func correlation(_ values: [Double], _ labels: [Double?]) -> Double {
    let pairs = zip(values, labels).compactMap { value, label in label.map { (value, $0) } }
    let count = Double(max(1, pairs.count))
    let meanValue = pairs.reduce(0) { $0 + $1.0 } / count
    let meanLabel = pairs.reduce(0) { $0 + $1.1 } / count
    var (both, ofValues, ofLabels) = (0.0, 0.0, 0.0)
    for (value, label) in pairs {
      both += (value - meanValue) * (label - meanLabel)
      ofValues += (value - meanValue) * (value - meanValue)
      ofLabels += (label - meanLabel) * (label - meanLabel)
    }
    let spread = (ofValues * ofLabels).squareRoot()
    return spread > 0 ? both / spread : 0
  }

  /// Average precision: the mean, over the wanted bins, of the precision at their rank.
  ///
  /// Equal values keep their order; 0 if no bin is wanted.
  package static func averagePrecision(_ values: [Double], _ isWanted: [Bool?]) -> Double {
    var (wanted, seen, sum) = (0.0, 0.0, 0.0)
    for index in descending(values) {
      guard let isWanted = isWanted[index] else { continue }
      seen += 1
      guard isWanted else { continue }
      wanted += 1
      sum += wanted / seen
    }
    return wanted > 0 ? sum / wanted : 0
  }

  /// Area under the ROC curve; ties count half.
  ///
  /// `nil` if all bins are of one kind.
  package static func areaUnderCurve(_ values: [Double], _ isWanted: [Bool?]) -> Double? {
    let pairs = zip(values, isWanted).compactMap { value, isWanted in
      isWanted.map { (value: value, isWanted: $0) }
    }.sorted { $0.value < $1.value }
    let wanted = Double(pairs.count { $0.isWanted })
    let others = Double(pairs.count) - wanted
    guard wanted > 0, others > 0 else { return nil }
    var (above, below, first) = (0.0, 0.0, 0)
    while first < pairs.count {
      var end = first
      while end < pairs.count, pairs[end].value == pairs[first].value { end += 1 }
      let hits = Double(pairs[first..<end].count { $0.isWanted })
      let misses = Double(end - first) - hits
      above += hits * (below + misses / 2)
      below += misses
      first = end
    }
    return above / (wanted * others)
  }

  /// Returns the windows with the highest mean, highest first and at least `apart` steps apart.
  ///
  /// - Parameters:
  ///   - values: one value per step.
  ///   - count: maximum number of windows.
  ///   - length: length of a window in steps.
  ///   - apart: minimum distance of windows in steps.
  /// - Returns: ranges of steps.
  package static func bestWindows(
    by values: [Double], count: Int = 5, length: Int, apart: Int = 20
  ) -> [Range<Int>] {
    guard length > 0, values.count >= length else { return [] }
    var sums = [0.0]
    for value in values { sums.append((sums.last ?? 0) + value) }
    let means = (0...values.count - length).map { sums[$0 + length] - sums[$0] }
    var isTaken = [Bool](repeating: false, count: values.count)
    var found: [Range<Int>] = []
    for first in descending(means) where found.count < count {
      let window = first..<first + length
      guard !isTaken[window].contains(true) else { continue }
      found.append(window)
      for step in max(0, first - apart)..<min(values.count, window.upperBound + apart) {
        isTaken[step] = true
      }
    }
    return found
  }

  /// Smooths values with a Gaussian, truncated at four standard deviations.
  ///
  /// `deviation` is in steps. At the ends, the remaining weights are normalised.
  package static func smoothed(_ values: [Double], deviation: Double) -> [Double] {
    let reach = Int(4 * deviation) + 1
    let bell = (-reach...reach).map { exp(-0.5 * pow(Double($0) / deviation, 2)) }
    return values.indices.map { step in
      var (sum, weight) = (0.0, 0.0)
      for other in max(0, step - reach)...min(values.count - 1, step + reach) {
        sum += bell[other - step + reach] * values[other]
        weight += bell[other - step + reach]
      }
      return sum / weight
    }
  }

  /// The mean of the values that are not `nil`; `nil` if there are none.
  package static func mean(_ values: some Sequence<Double?>) -> Double? {
    var (sum, count) = (0.0, 0)
    for case let value? in values {
      sum += value
      count += 1
    }
    return count > 0 ? sum / Double(count) : nil
  }

  /// The indices of values in descending order; equal values keep their order.
  private static func descending(_ values: [Double]) -> [Int] {
    values.indices.sorted { values[$0] != values[$1] ? values[$0] > values[$1] : $0 < $1 }
  }
}
