// Links the mathematical library, which rounding needs where no Foundation brings it along.

import Glibc

/// Points sorted into square cells so small that two points of one cell are always in reach.
///
/// The side is radius / √2 (Gunawan 2013; de Berg, Gunawan & Roeloffzen 2017), a billionth less so
/// that rounding cannot make it more; whatever is in reach then lies in the 5 × 5 cells around.
struct DensityGrid {
  /// Indices of the placed points, cell after cell, ascending within a cell.
  private(set) var order: [Int] = []
  /// Where each cell begins in `order`, and one entry more for the end of the last.
  private(set) var starts: [Int] = []
  /// Column and row of each cell; rows ascend, then columns.
  private var columns: [Int32] = []
  private var rows: [Int32] = []

  var cellCount: Int { rows.count }

  /// Sorts `points` into cells; points without finite coordinates, or farther than 2³⁰ cells from
  /// the origin, are not placed.
  init(_ points: [DensityPoint], radius: Double) {
    let side = radius / 2.0.squareRoot() * (1 - 1e-9)
    let limit = Double(1 << 30)
    var keyed: [(key: UInt64, index: Int)] = []
    keyed.reserveCapacity(points.count)
    for (index, point) in points.enumerated() {
      let column = (point.x / side).rounded(.down)
      let row = (point.y / side).rounded(.down)
      guard abs(column) < limit, abs(row) < limit else { continue }
      let key = UInt64(Int(row) + 1 << 31) << 32 | UInt64(Int(column) + 1 << 31)
      keyed.append((key, index))
    }
    keyed.sort { ($0.key, $0.index) < ($1.key, $1.index) }
    fill(from: keyed)
  }

  private mutating func fill(from keyed: [(key: UInt64, index: Int)]) {
    order.reserveCapacity(keyed.count)
    var last: UInt64?
    for (key, index) in keyed {
      if key != last {
        starts.append(order.count)
        rows.append(Int32(Int(key >> 32) - 1 << 31))
        columns.append(Int32(Int(key & 0xFFFF_FFFF) - 1 << 31))
        last = key
      }
      order.append(index)
    }
    starts.append(order.count)
  }

  /// The positions in `order` of one cell's points.
  func range(of cell: Int) -> Range<Int> { starts[cell]..<starts[cell + 1] }

  /// What lies around each cell, itself included, in the order of the cells.
  func surroundings() -> [CellRows] {
    var found: [CellRows] = []
    found.reserveCapacity(cellCount)
    // Rows ascend from cell to cell, and columns along a row: each end only ever moves on.
    var ends = InlineArray<5, (first: Int, last: Int)>(repeating: (0, 0))
    // A cell as one number in their order, with room for the columns around.
    let keys = (0..<cellCount).map { Int(rows[$0]) << 32 + Int(columns[$0]) }
    keys.withUnsafeBufferPointer { keys in
      for key in keys {
        var around = CellRows()
        for slot in 0..<5 {
          let middle = key + CellRows.steps[slot] << 32
          var (first, last) = ends[slot]
          while first < keys.count, keys[first] < middle - 2 { first += 1 }
          last = max(first, last)
          while last < keys.count, keys[last] <= middle + 2 { last += 1 }
          ends[slot] = (first, last)
          around.cells[slot] = first..<last
        }
        found.append(around)
      }
    }
    return found
  }
}

/// The occupied cells of the 5 × 5 around a cell: along a row they lie side by side, and so do
/// their points.
struct CellRows {
  /// The cells of each row, nearest rows first; empty where there are none.
  var cells = InlineArray<5, Range<Int>>(repeating: 0..<0)

  /// How many rows below the cell each of them lies.
  static let steps: InlineArray<5, Int> = [0, -1, 1, -2, 2]
}

/// A place in an isotropic plane, held by one viewer.
///
/// Coordinates are in picture heights (x multiplied by the picture's aspect), so that a distance
/// means the same in every direction.
package struct DensityPoint: Hashable, Sendable {
  /// From the left, in picture heights.
  package var x: Double
  /// From the top, in picture heights.
  package var y: Double
  /// Who holds it: points of one viewer count once, with the largest of their weights.
  package var viewer: Int
  /// How much it counts; below zero or not a number counts nothing.
  package var weight: Double

  package init(x: Double, y: Double, viewer: Int, weight: Double = 1) {
    self.x = x
    self.y = y
    self.viewer = viewer
    self.weight = weight
  }
}
