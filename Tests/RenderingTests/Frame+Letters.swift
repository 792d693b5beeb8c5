import Media

extension Frame {
  /// The rows and columns with white letters, or `nil` if there are none.
  var letters: (rows: ClosedRange<Int>, columns: ClosedRange<Int>)? {
    var (rows, columns): ([Int], [Int]) = ([], [])
    for row in 0..<height {
      for column in 0..<width where sample(plane: 0, x: column, y: row) > 210 {
        rows.append(row)
        columns.append(column)
      }
    }
    guard let top = rows.min(), let bottom = rows.max(), let left = columns.min(),
      let right = columns.max()
    else { return nil }
    return (top...bottom, left...right)
  }
}
