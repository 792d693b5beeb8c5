import Testing
@testable import Reporting

@Suite struct ContoursTests {
  /// The area inside paths of straight lines, in cells of a drawing of one unit a cell.
  private static func area(_ path: String) -> Double {
    path.split(separator: "M").reduce(0) { sum, loop in
      let corners = loop.dropLast().split(separator: "L").map { corner in
        corner.split(separator: " ").compactMap { Double($0) }
      }
      let next = corners.dropFirst() + corners.prefix(1)
      return sum + zip(corners, next).reduce(0) { $0 + $1.0[0] * $1.1[1] - $1.1[0] * $1.0[1] } / 2
    }
  }

  /// A hill of 1 in the middle of 0: at half its height the line is a square on its corner, whose
  /// diagonals are one cell long.
  @Test func aHillHasOneLineAroundIt() {
    var values = [Double](repeating: 0, count: 25)
    values[12] = 1
    let path = Contours(values: values, columns: 5).path(above: 0.5, width: 50, height: 50)
    #expect(path.split(separator: "M").count == 1 && path.hasSuffix("z"))
    #expect(abs(abs(Self.area(path)) - 50) < 1e-6, "\(path)")
  }

  /// What is high at the border is closed along it, four corners cut by an eighth of a cell each,
  /// and a hole, of half a cell, turns the other way round.
  @Test func linesCloseAtTheBorderAndAroundHoles() {
    var values = [Double](repeating: 1, count: 49)
    values[24] = 0
    let path = Contours(values: values, columns: 7).path(above: 0.5, width: 70, height: 70)
    #expect(path.split(separator: "M").count == 2)
    #expect(abs(abs(Self.area(path)) - 4800) < 1e-6, "\(Self.area(path))")
  }

  @Test func nothingIsHigh() {
    for (values, columns) in [([0, 0.2, 0.1, 0], 2), ([], 0)] {
      let path = Contours(values: values, columns: columns).path(above: 0.5, width: 9, height: 9)
      #expect(path == "")
    }
  }
}
