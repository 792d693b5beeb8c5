import Audience
import EditDecisions
import Foundation
import Media
import Rendering
import Selection
import Settings

/// Where people looked over a longer while, for seconds that too few watched.
///
/// The while is ten seconds, and longer until it holds as many looks as the minimum of viewers
/// gives in ten seconds: what one viewer did in one second is not to be seen in it.
struct PooledDensity {
  /// The grid; `nil` where nobody looked.
  let density: OverlayDensity?
  /// Seconds of play time that were pooled.
  let window: Range<Double>

  /// Least half-second bins that are pooled.
  private static let leastBins = 20
  /// Cells across.
  private static let columns = 96
  /// Deviation of a look's spread, in picture heights.
  private static let spread = 0.08

  init(_ summary: TimelineSummary, around index: Int, viewers: Int) {
    var (first, last) = (index, index + 1)
    var count = 0
    func looks(_ bin: Int) -> Int { summary.bins[bin].withGaze }
    count = looks(index)
    while last - first < Self.leastBins || count < viewers * Self.leastBins {
      let before = first
      if first > 0 {
        first -= 1
        count += looks(first)
      }
      if last < summary.bins.count {
        count += looks(last)
        last += 1
      } else if before == first {
        break
      }
    }
    let bin = HalfSeconds.length
    window = Double(first) * bin..<min(summary.duration, Double(last) * bin)
    density = Self.grid(
      summary.bins[first..<last].flatMap { $0.looks.map(\.position) },
      aspect: summary.aspect)
  }

  /// `0:20 to 0:30`.
  var text: String {
    "\(DecisionTable.clock(window.lowerBound).dropLast(4)) to "
      + DecisionTable.clock(window.upperBound).dropLast(4)
  }

  /// Places as a density; `nil` of none.
  ///
  /// - Parameters:
  ///   - places: in picture coordinates.
  ///   - aspect: width of the picture divided by its height.
  ///   - columns: cells across.
  ///   - spread: deviation of a look's spread, in picture heights.
  /// - Returns: 0…1 of the densest cell.
  static func grid(
    _ places: [PicturePoint], aspect: Double, columns: Int = columns, spread: Double = spread
  ) -> OverlayDensity? {
    guard !places.isEmpty else { return nil }
    let rows = max(1, Int(bounding: Double(columns) / max(0.1, aspect)))
    var values = [Double](repeating: 0, count: columns * rows)
    for place in places {
      let across = bell(columns, at: place.x, deviation: spread / aspect)
      let down = bell(rows, at: place.y, deviation: spread)
      for row in 0..<rows where down[row] > 1e-4 {
        for column in 0..<columns { values[row * columns + column] += down[row] * across[column] }
      }
    }
    let most = values.max() ?? 0
    guard most > 0 else { return nil }
    return OverlayDensity(columns: columns, values: values.map { $0 / most })
  }

  private static func bell(_ count: Int, at place: Double, deviation: Double) -> [Double] {
    (0..<count).map { index in
      let away = ((Double(index) + 0.5) / Double(count) - place) / deviation
      return exp(-away * away / 2)
    }
  }
}
