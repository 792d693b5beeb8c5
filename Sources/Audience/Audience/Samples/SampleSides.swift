/// How much of a session's samples can be used, counted part by part.
package struct SampleSides: Hashable, Sendable {
  /// Samples that tell of one side, and what they tell.
  package struct Count: Hashable, Sendable {
    /// Samples in which the source looked for it.
    package internal(set) var told = 0
    /// Samples in which it found it.
    package internal(set) var usable = 0
    /// Whether any two of these differ.
    package internal(set) var varies = false
  }

  /// Closed eyes are known to be closed: they are not among the told.
  package private(set) var gaze = Count()
  /// Usable gaze that lies on the picture.
  package private(set) var inside = 0
  /// What was told of faces.
  package private(set) var face = Count()
  private var firstGaze: SIMD2<Int16>?
  private var firstFace: SIMD8<UInt8>?

  package init() {}

  package mutating func add(_ columns: SampleColumns) {
    count(columns.states)
    inside += Self.onPicture(columns)
    for index in columns.indices {
      guard !gaze.varies else { break }
      guard SampleColumns.hasGaze(columns.states[index]) else { continue }
      compare(SIMD2(columns.x[index], columns.y[index]))
    }
    for index in columns.indices {
      guard !face.varies else { break }
      if let shown = columns.faceLanes(at: index) { compare(shown) }
    }
  }

  /// Counts what the states tell: there are few different ones.
  private mutating func count(_ states: [UInt8]) {
    var counts = InlineArray<256, Int>(repeating: 0)
    for state in states { counts[Int(state)] += 1 }
    for value in 0..<256 where counts[value] > 0 {
      let (state, count) = (UInt8(value), counts[value])
      if SampleColumns.knowsGaze(state) { gaze.told += count }
      if SampleColumns.hasGaze(state) { gaze.usable += count }
      if SampleColumns.knowsFace(state) { face.told += count }
      if SampleColumns.hasFace(state) { face.usable += count }
    }
  }

  /// How many looks lie on the picture; without a branch, which could not be foretold.
  private static func onPicture(_ columns: SampleColumns) -> Int {
    let most = UInt16(PictureGrid.steps)
    var count = 0
    for (state, (x, y)) in zip(columns.states, zip(columns.x, columns.y)) {
      let isInside = UInt16(bitPattern: x) <= most && UInt16(bitPattern: y) <= most
      count &+= isInside && SampleColumns.hasGaze(state) ? 1 : 0
    }
    return count
  }

  private mutating func compare(_ point: SIMD2<Int16>) {
    gaze.varies = point != firstGaze ?? point
    firstGaze = firstGaze ?? point
  }

  private mutating func compare(_ shown: SIMD8<UInt8>) {
    face.varies = shown != firstFace ?? shown
    firstFace = firstFace ?? shown
  }
}
