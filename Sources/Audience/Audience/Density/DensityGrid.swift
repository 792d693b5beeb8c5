// Glibc is imported to link libm for `rounded`, because this file does not import Foundation.

import Glibc

/// A grid of square cells for DBSCAN; two points in one cell are always within the radius.
///
/// The side is radius / √2 (Gunawan 2013; de Berg, Gunawan & Roeloffzen 2017), minus a billionth
/// against rounding. All points within the radius are then in the surrounding 5 × 5 cells.
struct DensityGrid {
  /// Indices of the placed points, grouped by cell, ascending within a cell.
  private(set) var order: [Int] = []
  /// Start of each cell in `order`, plus the end of the last cell.
  private(set) var starts: [Int] = []
  /// One integer per cell: row × 2³² + column, in ascending order.
  private var keys: [Int] = []

  var cellCount: Int { keys.count }

  /// Sorts points into cells.
  ///
  /// Points with non-finite coordinates, or more than 2³⁰ cells from the origin, are left out.
  init(_ points: [WeightedGazePoint], radius: Double) {
    let side = radius / 2.0.squareRoot() * (1 - 1e-9)
    let limit = Double(1 << 30)
    var placed: [(key: Int, index: Int)] = []
    placed.reserveCapacity(points.count)
    for (index, point) in points.enumerated() {
      let column = (point.x / side).rounded(.down)
      let row = (point.y / side).rounded(.down)
      guard abs(column) < limit, abs(row) < limit else { continue }
      placed.append((Int(row) << 32 + Int(column), index))
    }
    placed.sort { ($0.key, $0.index) < ($1.key, $1.index) }
    for (key, index) in placed {
      if key != keys.last {
        starts.append(order.count)
        keys.append(key)
      }
      order.append(index)
    }
    starts.append(order.count)
  }

  func range(of cell: Int) -> Range<Int> { starts[cell]..<starts[cell + 1] }

  /// The surrounding cells of each cell, including itself, in the order of the cells.
  func surroundings() -> [SurroundingCells] {
    // Cells are in row order, so the start and end in each row only ever move forward.
    var ends = InlineArray<5, (first: Int, last: Int)>(repeating: (0, 0))
    return keys.map { key in
      var around = SurroundingCells()
      for slot in 0..<5 {
        let middle = key + SurroundingCells.steps[slot] << 32
        var (first, last) = ends[slot]
        while first < keys.count, keys[first] < middle - 2 { first += 1 }
        last = max(first, last)
        while last < keys.count, keys[last] <= middle + 2 { last += 1 }
        ends[slot] = (first, last)
        around.cells[slot] = first..<last
      }
      return around
    }
  }
}

/// The non-empty cells in the 5 × 5 cells around a cell; in a row they are consecutive.
struct SurroundingCells {
  /// Cells per row, nearest rows first; empty if the row has none.
  var cells = InlineArray<5, Range<Int>>(repeating: 0..<0)

  /// Row offset of each entry in `cells`.
  static let steps: InlineArray<5, Int> = [0, -1, 1, -2, 2]
}

/// A weighted gaze point of one viewer.
///
/// Both coordinates are in frame heights, so that distances are the same in all directions.
package struct WeightedGazePoint: Hashable, Sendable {
  package var x: Double, y: Double
  /// The weight, at least 0.
  package var weight: Double

  package init(x: Double, y: Double, weight: Double = 1) {
    (self.x, self.y, self.weight) = (x, y, weight)
  }
}
