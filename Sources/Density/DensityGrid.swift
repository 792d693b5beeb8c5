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

  /// The occupied cells of the 5 × 5 around each cell, itself included, nearest rows first.
  func neighbors() -> [[Int32]] {
    var firstOfRow: [Int32: Int] = [:]
    for cell in (0..<cellCount).reversed() { firstOfRow[rows[cell]] = cell }
    var cursors = [Int](repeating: 0, count: 5)
    return (0..<cellCount).map { cell in
      let newRow = cell == 0 || rows[cell - 1] != rows[cell]
      var found: [Int32] = []
      for (slot, step) in [Int32(0), -1, 1, -2, 2].enumerated() {
        let row = rows[cell] + step
        if newRow { cursors[slot] = firstOfRow[row] ?? cellCount }
        // Columns ascend along a row, so each cursor only ever moves on.
        while cursors[slot] < cellCount, rows[cursors[slot]] == row,
          columns[cursors[slot]] < columns[cell] - 2
        { cursors[slot] += 1 }
        var near = cursors[slot]
        while near < cellCount, rows[near] == row, columns[near] <= columns[cell] + 2 {
          found.append(Int32(near))
          near += 1
        }
      }
      return found
    }
  }
}
