import Audience
import Foundation
import Media
import Selection

extension PageAudience {
  /// Cells across a heat map.
  private static let columns = 64
  /// Deviation of a look's spread, in picture heights.
  private static let spread = 0.045

  /// The densest clusters of a stretch, added up.
  package struct Heat {
    /// Cells across.
    package var columns: Int
    /// Row by row, 0…1 of the densest cell.
    package var values: [Double]
    /// Half seconds that were added up.
    package var bins: Int
    /// Fewest viewers who looked in any of them.
    package var leastViewers: Int
  }

  /// Adds up the looks of the densest clusters; `nil` where too few looked.
  ///
  /// Half seconds that reach into another shot are left out: those looks were at another picture.
  package func heat(from start: Double, to end: Double) -> Heat? {
    guard isShown else { return nil }
    var places: [PicturePoint] = []
    var (bins, fewest) = (0, Int.max)
    // Folding took the eyes' lag off: looks lie where the picture was.
    let inside = range((start / HalfSeconds.length).rounded(.up) * HalfSeconds.length, end)
    for bin in summary.bins[inside.lowerBound..<max(inside.lowerBound, inside.upperBound - 1)] {
      guard disclosure.isTold(bin.withGaze) else { continue }
      let looks = BinLooks(bin, of: summary)
      places += zip(looks.places, looks.isGathered).filter(\.1).map(\.0)
      bins += 1
      fewest = min(fewest, bin.withGaze)
    }
    guard !places.isEmpty, let values = density(of: places) else { return nil }
    return Heat(columns: Self.columns, values: values, bins: bins, leastViewers: fewest)
  }

  /// Places as a density, row by row, 0…1 of the densest cell; `nil` where none is in the picture.
  private func density(of places: [PicturePoint]) -> [Double]? {
    let rows = max(1, Int(bounding: Double(Self.columns) / max(0.1, summary.aspect)))
    var values = [Double](repeating: 0, count: Self.columns * rows)
    for place in places {
      let across = Self.bell(Self.columns, at: place.x, deviation: Self.spread / summary.aspect)
      let down = Self.bell(rows, at: place.y, deviation: Self.spread)
      for row in 0..<rows where down[row] > 1e-4 {
        for column in 0..<Self.columns {
          values[row * Self.columns + column] += down[row] * across[column]
        }
      }
    }
    let most = values.max() ?? 0
    return most > 0 ? values.map { $0 / most } : nil
  }

  private static func bell(_ count: Int, at place: Double, deviation: Double) -> [Double] {
    (0..<count).map { index in
      let away = ((Double(index) + 0.5) / Double(count) - place) / deviation
      return exp(-away * away / 2)
    }
  }
}
