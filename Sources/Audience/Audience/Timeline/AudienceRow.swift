/// One viewer's gaze in one time bin, on the grid of samples (`PictureGrid`).
package struct AudienceRow: Hashable, Sendable {
  static let noPosition = Int16.min

  // In an order that leaves no gap: with one a row takes 24 bytes.
  var x: Int16
  var y: Int16
  /// How far a single look of the half second lies from the position, in steps of 1/64 of the
  /// picture.
  ///
  /// The median of thirty looks lies between the places that they went back and forth between, for
  /// everybody in the same way; whether people look at one thing at one time, and how wide it is,
  /// is asked of single looks.
  var glance = SIMD2<Int8>.zero
  var weightLevel: UInt8
  /// Which of two halves of the audience the viewer is in: what one half decides, the other tries.
  package var isInSecondHalf = false

  /// Makes a row.
  ///
  /// - Parameters:
  ///   - position: in picture coordinates; one that is not finite is none.
  ///   - weight: 0…1, clamped.
  package init(position: PicturePoint?, weight: Double) {
    x = Self.noPosition
    y = Self.noPosition
    if let position, position.x.isFinite, position.y.isFinite {
      x = PictureGrid.step(position.x)
      y = PictureGrid.step(position.y)
    }
    weightLevel = PictureGrid.level(Float(weight))
  }

  init(x: Int16, y: Int16, weightLevel: UInt8) {
    self.x = x
    self.y = y
    self.weightLevel = weightLevel
  }

  /// Median of the usable gaze; `nil` without one.
  package var position: PicturePoint? {
    guard hasGaze else { return nil }
    return PicturePoint(x: PictureGrid.position(x), y: PictureGrid.position(y))
  }

  /// How much this row counts, 0…1: quality of the gaze, times the viewer's own weight.
  package var weight: Double { Double(weightLevel) / 255 }

  /// Whether there is a position.
  package var hasGaze: Bool { x != Self.noPosition }

  /// A single look of the half second, moved onto the picture; `nil` without one.
  package var look: PicturePoint? {
    guard let x = look(isAcross: true), let y = look(isAcross: false) else { return nil }
    return PicturePoint(x: Double(x), y: Double(y))
  }

  /// Where it lies along one side of the picture; its steps are exact in 24 bits.
  @inline(__always)
  func look(isAcross: Bool) -> Float? {
    guard hasGaze else { return nil }
    let axis = isAcross ? 0 : 1
    let place = Float(isAcross ? x : y) / Float(PictureGrid.steps)
    return min(1, max(0, place + Float(glance[axis]) / Float(Self.glanceSteps)))
  }

  /// Takes a single look of the half second beside the position.
  package mutating func glance(at point: PicturePoint) {
    guard let position else { return }
    glance = SIMD2(Self.glanceStep(point.x - position.x), Self.glanceStep(point.y - position.y))
  }

  static let glanceSteps = 64.0

  /// The nearest step to a distance in steps of the picture's grid.
  @inline(__always)
  static func glanceStep(_ away: Int) -> Int8 {
    away == 0 ? 0 : glanceStep(Double(away) / PictureGrid.steps)
  }

  /// The nearest step; most looks are the only ones of their half second and ask for no rounding.
  @inline(__always)
  private static func glanceStep(_ away: Double) -> Int8 {
    let steps = away * glanceSteps
    return abs(steps) < 0.5 ? 0 : Int8(max(-128, min(127, steps.rounded())))
  }
}

extension AudienceRow: Comparable {
  /// An order by what the rows hold, so that it says nothing of who they are.
  package static func < (a: AudienceRow, b: AudienceRow) -> Bool {
    let (first, second) = (a.placeRank, b.placeRank)
    if first != second { return first < second }
    return !a.isInSecondHalf && b.isInSecondHalf
  }

  /// Position, weight and glance as one number in the same order: all that most rows differ by, and
  /// half a second has hundreds to sort.
  @inline(__always)
  private var placeRank: UInt64 {
    func bits(_ value: Int16) -> UInt64 { UInt64(UInt16(bitPattern: value) ^ 0x8000) }
    func bits(_ value: Int8) -> UInt64 { UInt64(UInt8(bitPattern: value) ^ 0x80) }
    let place = bits(x) << 24 | bits(y) << 8 | UInt64(weightLevel)
    return place << 16 | bits(glance.x) << 8 | bits(glance.y)
  }
}

extension AudienceRow {
  /// Rows in order.
  ///
  /// Hundreds of a half second are sorted, thousands of times: by their places and weights as plain
  /// numbers first, and only those that are the same by all that they hold.
  static func sorted(_ rows: [AudienceRow]) -> [AudienceRow] {
    guard rows.count <= 1 << 16 else { return rows.sorted() }
    var ranks = rows.indices.map { (rows[$0].placeRank & ~0xFFFF) | UInt64($0) }
    ranks.sort()
    var sorted = ranks.map { rows[Int($0 & 0xFFFF)] }
    var start = 0
    while start < ranks.count {
      var end = start + 1
      while end < ranks.count, ranks[end] >> 16 == ranks[start] >> 16 { end += 1 }
      if end - start > 1 { sorted[start..<end].sort() }
      start = end
    }
    return sorted
  }
}

extension AudienceRow {
  /// The rows of some bins in columns, at most 7 bytes and a bit a row: where they look
  /// alone.
  static func encoded(_ bins: ArraySlice<[AudienceRow]>) -> [UInt8] {
    var writer = ByteWriter()
    writer.write(count: bins.count)
    for bin in bins { writer.write(count: bin.count) }
    let rows = bins.joined()
    writer.write(column: rows.map(\.x))
    writer.write(column: rows.map(\.y))
    writer.write(column: rows.map(\.weightLevel))
    writer.write(column: rows.map { UInt8($0.isInSecondHalf ? 1 : 0) })
    for axis in 0..<2 { writer.write(column: rows.map { UInt8(bitPattern: $0.glance[axis]) }) }
    return writer.sealed()
  }

  /// Reads the rows of a block, bin by bin.
  ///
  /// - Parameter bytes: as `AudienceBlocks.rows` holds them.
  /// - Returns: `nil` if they are damaged.
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
        var row = AudienceRow(x: x[next], y: y[next], weightLevel: weights[next])
        row.isInSecondHalf = halves[next] != 0
        row.glance = SIMD2(Int8(bitPattern: across[next]), Int8(bitPattern: down[next]))
        return row
      }
    }
  }
}
