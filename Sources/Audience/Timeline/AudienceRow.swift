/// What one viewer gives to one bin, in 16 bytes.
///
/// Positions, the weight and the scores are held on the grid of samples (`PictureGrid`): what
/// goes in comes back in its steps, here as after storing.
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
  /// Scores in `Emotion` order; the eighth lane has a bit for each class that is told, or known to
  /// lie below those told; 0 without a face, and in a timeline.
  var levels: SIMD8<UInt8>

  /// Makes a row.
  ///
  /// - Parameters:
  ///   - position: in picture coordinates; one that is not finite is none.
  ///   - weight: 0…1, clamped.
  ///   - scores: 0…1 each, clamped; `nil` without a face.
  ///   - told: the classes that the face tells; the scores of the others are 0.
  package init(
    position: PicturePoint?, weight: Double, scores: EmotionVector? = nil, told: EmotionSet = .all
  ) {
    x = Self.noPosition
    y = Self.noPosition
    if let position, position.x.isFinite, position.y.isFinite {
      x = PictureGrid.step(position.x)
      y = PictureGrid.step(position.y)
    }
    weightLevel = PictureGrid.level(Float(weight))
    levels = .zero
    if let scores {
      levels = PictureGrid.levels(scores.lanes, of: told)
      levels[7] = told.rawValue
    }
  }

  init(x: Int16, y: Int16, weightLevel: UInt8, levels: SIMD8<UInt8>) {
    self.x = x
    self.y = y
    self.weightLevel = weightLevel
    self.levels = levels
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
  /// The classes that the face tells; none without a face.
  package var told: EmotionSet { EmotionSet(rawValue: levels[7]) }

  /// Whether the face says if it shows any of some emotions.
  func tells(anyOf emotions: EmotionSet) -> Bool { levels[7] & emotions.rawValue != 0 }

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
    if a.levels != b.levels { return a.levels.rank < b.levels.rank }
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

  /// The rows of a block, bin by bin.
  ///
  /// - Parameter bytes: as `AudienceBlocks.rows` holds them.
  /// - Returns: `nil` when they are damaged.
  package static func decoded(_ bytes: [UInt8]) -> [[AudienceRow]]? {
    decoded(bytes, withFaces: false)
  }

  /// The same of bytes that may hold faces (`EarlierAudience`), which are passed over.
  static func decoded(_ bytes: [UInt8], withFaces: Bool) -> [[AudienceRow]]? {
    guard var reader = ByteReader(sealed: bytes), let bins = reader.count(each: 1),
      bins <= AudienceBlocks.bins
    else { return nil }
    var counts: [Int] = []
    for _ in 0..<bins {
      guard let count = reader.count(), count <= TimelineSummary.mostDrawn else { return nil }
      counts.append(count)
    }
    let count = counts.reduce(0, +)
    guard var rows = withFaces ? columns(count, from: &reader) : places(count, from: &reader),
      let halves = reader.column(UInt8.self, count: count)
    else { return nil }
    for index in rows.indices {
      rows[index].levels = .zero
      rows[index].isInSecondHalf = halves[index] != 0
    }
    // Versions up to judgement 34 kept no single looks.
    for axis in 0..<2 where !reader.isAtEnd {
      guard let column = reader.column(UInt8.self, count: count) else { return nil }
      for index in rows.indices { rows[index].glance[axis] = Int8(bitPattern: column[index]) }
    }
    guard reader.isAtEnd else { return nil }
    var start = 0
    return counts.map { count in
      defer { start += count }
      let rows = Array(rows[start..<start + count])
      // Those of one place had their order by what their faces showed.
      return withFaces ? sorted(rows) : rows
    }
  }

  /// So many rows without faces in columns, all in the first half.
  private static func places(_ count: Int, from reader: inout ByteReader) -> [AudienceRow]? {
    guard let x = reader.column(Int16.self, count: count),
      let y = reader.column(Int16.self, count: count),
      let weights = reader.column(UInt8.self, count: count)
    else { return nil }
    return (0..<count).map {
      AudienceRow(x: x[$0], y: y[$0], weightLevel: weights[$0], levels: .zero)
    }
  }

  /// The same with faces.
  static func columns(_ count: Int, from reader: inout ByteReader) -> [AudienceRow]? {
    guard var rows = places(count, from: &reader) else { return nil }
    for lane in 0..<8 {
      guard let plane = reader.column(UInt8.self, count: count) else { return nil }
      for index in rows.indices { rows[index].levels[lane] = plane[index] }
    }
    return rows
  }
}
