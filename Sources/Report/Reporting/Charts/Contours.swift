/// Contour lines of a grid of values, as closed paths (marching squares; Maple 2003).
struct Contours {
  /// The values, row by row.
  var values: [Double]
  var columns: Int

  private var rows: Int { columns > 0 ? values.count / columns : 0 }

  /// A corner of a path, in cells from the left and the top of the grid.
  private struct Corner: Hashable {
    var x: Double
    var y: Double
  }

  /// The areas above a level, as the `d` attribute of an SVG path; empty if no value is as high.
  ///
  /// The grid is scaled to `width` and `height`.
  func path(above level: Double, width: Double, height: Double) -> String {
    guard rows > 0 else { return "" }
    var next: [Corner: Corner] = [:]
    // Include one cell outside the grid with the value 0, so that each line closes.
    for row in -1..<rows {
      for column in -1..<columns {
        for (from, to) in segments(row, column, level) where from != to { next[from] = to }
      }
    }
    var path = ""
    // Use a fixed order, so that the same values give the same bytes.
    for first in next.keys.sorted(by: { ($0.y, $0.x) < ($1.y, $1.x) }) {
      guard var at = next.removeValue(forKey: first) else { continue }
      var corners = [first]
      while at != first, let following = next.removeValue(forKey: at) {
        corners.append(at)
        at = following
      }
      guard corners.count > 2 else { continue }
      path +=
        "M"
        + corners.map { corner in
          let x = min(width, max(0, (corner.x + 0.5) / Double(columns) * width))
          let y = min(height, max(0, (corner.y + 0.5) / Double(rows) * height))
          return "\(HTMLText.numberWithOneDecimal(x)) \(HTMLText.numberWithOneDecimal(y))"
        }.joined(separator: "L") + "z"
    }
    return path
  }

  private func value(_ row: Int, _ column: Int) -> Double {
    (0..<rows).contains(row) && (0..<columns).contains(column) ? values[row * columns + column] : 0
  }

  /// The lines inside one square of four values, with the higher side on their right.
  private func segments(_ row: Int, _ column: Int, _ level: Double) -> [(Corner, Corner)] {
    let (a, b) = (value(row, column), value(row, column + 1))
    let (d, c) = (value(row + 1, column), value(row + 1, column + 1))
    func part(_ from: Double, _ to: Double) -> Double { (level - from) / (to - from) }
    let (x, y) = (Double(column), Double(row))
    var top: Corner { Corner(x: x + part(a, b), y: y) }
    var right: Corner { Corner(x: x + 1, y: y + part(b, c)) }
    var bottom: Corner { Corner(x: x + part(d, c), y: y + 1) }
    var left: Corner { Corner(x: x, y: y + part(a, d)) }
    let isHigh = [a, b, c, d].map { $0 > level }
    let kind = isHigh.enumerated().reduce(0) { $1.element ? $0 | 1 << $1.offset : $0 }
    let isMiddleHigh = (a + b + c + d) / 4 > level
    switch kind {
    case 1: return [(top, left)]
    case 2: return [(right, top)]
    case 3: return [(right, left)]
    case 4: return [(bottom, right)]
    case 5: return isMiddleHigh ? [(top, right), (bottom, left)] : [(top, left), (bottom, right)]
    case 6: return [(bottom, top)]
    case 7: return [(bottom, left)]
    case 8: return [(left, bottom)]
    case 9: return [(top, bottom)]
    case 10: return isMiddleHigh ? [(left, top), (right, bottom)] : [(right, top), (left, bottom)]
    case 11: return [(right, bottom)]
    case 12: return [(left, right)]
    case 13: return [(top, right)]
    case 14: return [(left, top)]
    default: return []
    }
  }
}
