package enum TextColumns {
  /// Returns one line per row, indented by two spaces.
  package static func lines(_ rows: [[String]], rightAligned: Set<Int> = []) -> [String] {
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
