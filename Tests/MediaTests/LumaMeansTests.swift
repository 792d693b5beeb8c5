import Testing

@testable import Media

@Suite struct LumaMeansTests {
  /// Compares all small sizes with the definition: scaling down a position gives its cell.
  @Test func meansEqualTheAverageOfEachCell() {
    for columns in 1...9 {
      for rows in 1...5 {
        for across in 1...columns {
          for down in 1...rows { expectMeans(columns, rows, across, down) }
        }
      }
    }
  }

  private func expectMeans(_ columns: Int, _ rows: Int, _ across: Int, _ down: Int) {
    let values = (0..<columns * rows).map { UInt8($0 * 37 % 251) }
    var cells = [[Int]](repeating: [], count: across * down)
    for (place, value) in values.enumerated() {
      let (row, column) = (place / columns, place % columns)
      cells[row * down / rows * across + column * across / columns].append(Int(value))
    }
    let means = PlaneSamples(columns: columns, rows: rows, values: values)
      .means(across: across, down: down)
    #expect(means == cells.map { UInt8($0.reduce(0, +) / $0.count) })
  }
}
