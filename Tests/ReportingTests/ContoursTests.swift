import Testing
@testable import Reporting

@Suite struct ContoursTests {
  /// The area inside paths of straight lines, in the unit of the drawing.
  private static func area(_ path: String) -> Double {
    path.split(separator: "M").reduce(0) { sum, loop in
      let corners = loop.dropLast().split(separator: "L").map { corner in
        corner.split(separator: " ").compactMap { Double($0) }
      }
      let next = corners.dropFirst() + corners.prefix(1)
      return sum + zip(corners, next).reduce(0) { $0 + $1.0[0] * $1.1[1] - $1.1[0] * $1.0[1] } / 2
    }
  }

  /// A peak of 1 in the middle of zeros.
  ///
  /// At half its height, the contour is a square on its corner, with diagonals of one cell.
  @Test func peakHasOneContourAroundIt() {
    var values = [Double](repeating: 0, count: 25)
    values[12] = 1
    let path = Contours(values: values, columns: 5).path(above: 0.5, width: 50, height: 50)
    #expect(path.split(separator: "M").count == 1 && path.hasSuffix("z"))
    #expect(abs(abs(Self.area(path)) - 50) < 1e-6, "\(path)")
  }

  /// A contour runs along the border of the grid, where four corners are cut by an eighth of a cell
  /// each.
  ///
  /// A hole of half a cell has the opposite orientation.
  @Test func contoursCloseAtTheBorderAndAroundHoles() {
    var values = [Double](repeating: 1, count: 49)
    values[24] = 0
    let path = Contours(values: values, columns: 7).path(above: 0.5, width: 70, height: 70)
    #expect(path.split(separator: "M").count == 2)
    #expect(abs(abs(Self.area(path)) - 4800) < 1e-6, "\(Self.area(path))")
  }

  @Test func valuesBelowTheThresholdHaveNoContour() {
    for (values, columns) in [([0, 0.2, 0.1, 0], 2), ([], 0)] {
      let path = Contours(values: values, columns: columns).path(above: 0.5, width: 9, height: 9)
      #expect(path == "")
    }
  }
}
