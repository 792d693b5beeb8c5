extension AudienceRow {
  /// The rows of some bins in columns, at most 13 bytes and a bit a row.
  static func encoded(_ bins: ArraySlice<[AudienceRow]>) -> [UInt8] {
    var writer = ByteWriter()
    writer.write(count: bins.count)
    for bin in bins { writer.write(count: bin.count) }
    let rows = bins.joined()
    writer.write(column: rows.map(\.x))
    writer.write(column: rows.map(\.y))
    writer.write(column: rows.map(\.weightLevel))
    for lane in 0..<8 { writer.write(column: rows.map { $0.levels[lane] }) }
    writer.write(column: rows.map { UInt8($0.isInSecondHalf ? 1 : 0) })
    return writer.sealed()
  }

  /// The rows of a block, bin by bin.
  ///
  /// - Parameter bytes: as `AudienceBlocks.rows` holds them.
  /// - Returns: `nil` when they are damaged.
  package static func decoded(_ bytes: [UInt8]) -> [[AudienceRow]]? {
    guard var reader = ByteReader(sealed: bytes), let bins = reader.count(each: 1),
      bins <= AudienceBlocks.bins
    else { return nil }
    var counts: [Int] = []
    for _ in 0..<bins {
      guard let count = reader.count(), count <= TimelineSummary.mostDrawn else { return nil }
      counts.append(count)
    }
    let count = counts.reduce(0, +)
    guard var rows = columns(count, from: &reader),
      let halves = reader.column(UInt8.self, count: count), reader.isAtEnd
    else { return nil }
    for index in rows.indices { rows[index].isInSecondHalf = halves[index] != 0 }
    var start = 0
    return counts.map { count in
      defer { start += count }
      return Array(rows[start..<start + count])
    }
  }

  /// So many rows in columns, all in the first half.
  static func columns(_ count: Int, from reader: inout ByteReader) -> [AudienceRow]? {
    guard let x = reader.column(Int16.self, count: count),
      let y = reader.column(Int16.self, count: count),
      let weights = reader.column(UInt8.self, count: count)
    else { return nil }
    var levels = [SIMD8<UInt8>](repeating: .zero, count: count)
    for lane in 0..<8 {
      guard let plane = reader.column(UInt8.self, count: count) else { return nil }
      for index in 0..<count { levels[index][lane] = plane[index] }
    }
    return (0..<count).map { index in
      AudienceRow(x: x[index], y: y[index], weightLevel: weights[index], levels: levels[index])
    }
  }
}
