/// One viewer's gaze in one time bin, on the grid of samples (`SampleQuantization`).
package struct GazeRow: Hashable, Sendable {
  /// Value of `x` and `y` without a gaze point.
  static let noPosition = Int16.min

  // This order of properties avoids padding; otherwise a row would take 24 bytes.
  var x: Int16
  var y: Int16
  /// Offset of a single gaze sample of the time bin from the median, in steps of 1/64 of the frame.
  ///
  /// The median of a viewer who looks at two places is between them, so clustering uses this to
  /// find whether viewers look at one object, and how wide it is.
  var glance = SIMD2<Int8>.zero
  var weightLevel: UInt8
  /// Whether the viewer is in the second half of the audience: one half determines the crop, the
  /// other measures its gaze coverage.
  package var isInSecondHalf = false

  /// `weight` is limited to 0…1; a non-finite position is ignored.
  package init(position: PicturePoint?, weight: Double) {
    x = Self.noPosition
    y = Self.noPosition
    if let position, position.x.isFinite, position.y.isFinite {
      x = SampleQuantization.step(position.x)
      y = SampleQuantization.step(position.y)
    }
    weightLevel = SampleQuantization.level(Float(weight))
  }

  init(x: Int16, y: Int16, weightLevel: UInt8) {
    self.x = x
    self.y = y
    self.weightLevel = weightLevel
  }

  /// Median of the usable gaze; `nil` if there is none.
  package var position: PicturePoint? {
    guard hasGaze else { return nil }
    return PicturePoint(x: SampleQuantization.position(x), y: SampleQuantization.position(y))
  }

  /// Weight of the row, 0…1: quality of the gaze times the viewer's own weight.
  package var weight: Double { Double(weightLevel) / 255 }

  package var hasGaze: Bool { x != Self.noPosition }

  /// A single gaze sample of the time bin, limited to the frame; `nil` if there is none.
  package var look: PicturePoint? {
    guard hasGaze else { return nil }
    func coordinate(_ step: Int16, _ offset: Int8) -> Double {
      // A `Float` represents the grid exactly (24 bits).
      let place = Float(step) / Float(SampleQuantization.steps)
      return Double(min(1, max(0, place + Float(offset) / Float(Self.offsetStepsPerFrame))))
    }
    return PicturePoint(x: coordinate(x, glance.x), y: coordinate(y, glance.y))
  }

  /// Sets the single gaze sample of the time bin; ignored if the row has no position.
  package mutating func glance(at point: PicturePoint) {
    guard let position else { return }
    glance = SIMD2(Self.offsetStep(point.x - position.x), Self.offsetStep(point.y - position.y))
  }

  /// Steps of `glance` per frame width or height.
  static let offsetStepsPerFrame = 64.0

  @inline(__always)
  static func offsetStep(_ away: Int) -> Int8 {
    away == 0 ? 0 : offsetStep(Double(away) / SampleQuantization.steps)
  }

  /// Converts an offset to the nearest step of `glance`; most are 0 and skip the rounding.
  @inline(__always)
  private static func offsetStep(_ away: Double) -> Int8 {
    let steps = away * offsetStepsPerFrame
    return abs(steps) < 0.5 ? 0 : Int8(max(-128, min(127, steps.rounded())))
  }
}

extension GazeRow: Comparable {
  /// Orders rows by content, so that the order does not reveal their viewers.
  package static func < (a: GazeRow, b: GazeRow) -> Bool {
    let (first, second) = (a.sortKey, b.sortKey)
    if first != second { return first < second }
    return !a.isInSecondHalf && b.isInSecondHalf
  }

  /// Position, weight and glance as one number with the order of the rows, which is faster to
  /// compare.
  @inline(__always)
  private var sortKey: UInt64 {
    func bits(_ value: Int16) -> UInt64 { UInt64(UInt16(bitPattern: value) ^ 0x8000) }
    func bits(_ value: Int8) -> UInt64 { UInt64(UInt8(bitPattern: value) ^ 0x80) }
    let place = bits(x) << 24 | bits(y) << 8 | UInt64(weightLevel)
    return place << 16 | bits(glance.x) << 8 | bits(glance.y)
  }
}

extension GazeRow {
  /// Sorts rows by content: first by `sortKey` with the index in the low bits, which is faster.
  static func sorted(_ rows: [GazeRow]) -> [GazeRow] {
    guard rows.count <= 1 << 16 else { return rows.sorted() }
    var keys = rows.indices.map { (rows[$0].sortKey & ~0xFFFF) | UInt64($0) }
    keys.sort()
    var sorted = keys.map { rows[Int($0 & 0xFFFF)] }
    var start = 0
    while start < keys.count {
      var end = start + 1
      while end < keys.count, keys[end] >> 16 == keys[start] >> 16 { end += 1 }
      if end - start > 1 { sorted[start..<end].sort() }
      start = end
    }
    return sorted
  }
}

extension GazeRow {
  /// Encodes the rows of some time bins as columns, at most 7 bytes and one bit per row.
  static func encoded(_ bins: ArraySlice<[GazeRow]>) -> [UInt8] {
    var writer = ByteWriter()
    writer.write(count: bins.count)
    for bin in bins { writer.write(count: bin.count) }
    let rows = bins.joined()
    writer.write(column: rows.map(\.x))
    writer.write(column: rows.map(\.y))
    writer.write(column: rows.map(\.weightLevel))
    writer.write(column: rows.map { UInt8($0.isInSecondHalf ? 1 : 0) })
    for axis in 0..<2 { writer.write(column: rows.map { UInt8(bitPattern: $0.glance[axis]) }) }
    return writer.withChecksum()
  }

  /// Decodes an element of `EncodedAudience.rows`; `nil` if the bytes are damaged.
  package static func decoded(_ bytes: [UInt8]) -> [[GazeRow]]? {
    guard var reader = ByteReader(withChecksum: bytes), let bins = reader.count(each: 1),
      bins <= EncodedAudience.bins
    else { return nil }
    var counts: [Int] = []
    for _ in 0..<bins {
      guard let count = reader.count(), count <= TimelineSummary.maximumStoredRows else {
        return nil
      }
      counts.append(count)
    }
    let count = counts.reduce(0, +)
    guard let x = reader.column(Int16.self, count: count),
      let y = reader.column(Int16.self, count: count),
      let weights = reader.column(UInt8.self, count: count),
      let halves = reader.column(UInt8.self, count: count),
      let across = reader.column(UInt8.self, count: count),
      let down = reader.column(UInt8.self, count: count), reader.isAtEnd
    else { return nil }
    var next = 0
    return counts.map { count in
      (0..<count).map { _ in
        defer { next += 1 }
        var row = GazeRow(x: x[next], y: y[next], weightLevel: weights[next])
        row.isInSecondHalf = halves[next] != 0
        row.glance = SIMD2(Int8(bitPattern: across[next]), Int8(bitPattern: down[next]))
        return row
      }
    }
  }
}
