/// Rows of text in columns that line up.
package struct TextColumns {
  private let rows: [[String]]
  private let rightAligned: Set<Int>

  /// Makes columns.
  ///
  /// - Parameters:
  ///   - rows: the cells, row by row.
  ///   - rightAligned: columns of numbers.
  package init(_ rows: [[String]], rightAligned: Set<Int>) {
    self.rows = rows
    self.rightAligned = rightAligned
  }

  /// One line a row, indented by two spaces.
  package var lines: [String] {
    let count = rows.map(\.count).max() ?? 0
    let widths = (0..<count).map { column in
      rows.map { column < $0.count ? $0[column].count : 0 }.max() ?? 0
    }
    return rows.map { row in
      let cells = row.enumerated().map { column, cell in
        let space = String(repeating: " ", count: widths[column] - cell.count)
        if rightAligned.contains(column) { return space + cell }
        return column == row.count - 1 ? cell : cell + space
      }
      return "  " + cells.joined(separator: "  ")
    }
  }
}
