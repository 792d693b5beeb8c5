/// Counts how many of a session's samples have usable gaze and a usable face.
package struct SampleUsability: Hashable, Sendable {
  package struct Count: Hashable, Sendable {
    /// Number of samples for which the source tried to measure it.
    package internal(set) var told = 0
    /// Number of samples for which the source succeeded.
    package internal(set) var usable = 0
    /// Whether at least two usable values differ.
    package internal(set) var varies = false
  }

  /// Counts of gaze, without samples with closed eyes.
  package private(set) var gaze = Count()
  /// Number of usable gaze positions inside the frame.
  package private(set) var inside = 0
  package private(set) var face = Count()
  private var firstGaze: SIMD2<Int16>?
  private var firstFace: SIMD8<UInt8>?

  package init() {}

  package mutating func add(_ columns: SampleColumns) {
    count(columns.states)
    inside += Self.countGazeInsideFrame(columns)
    for index in columns.indices {
      guard !gaze.varies else { break }
      guard SampleColumns.hasGaze(columns.states[index]) else { continue }
      noteGaze(SIMD2(columns.x[index], columns.y[index]))
    }
    for index in columns.indices {
      guard !face.varies else { break }
      if let scores = columns.faceLanes(at: index) { noteFace(scores) }
    }
  }

  /// Counts the state bytes with a histogram, because there are few different ones.
  private mutating func count(_ states: [UInt8]) {
    var counts = InlineArray<256, Int>(repeating: 0)
    for state in states { counts[Int(state)] += 1 }
    for value in 0..<256 where counts[value] > 0 {
      let (state, count) = (UInt8(value), counts[value])
      if SampleColumns.reportsGaze(state) { gaze.told += count }
      if SampleColumns.hasGaze(state) { gaze.usable += count }
      if SampleColumns.reportsFace(state) { face.told += count }
      if SampleColumns.hasFace(state) { face.usable += count }
    }
  }

  /// Number of gaze positions inside the frame, without branches that would be mispredicted.
  private static func countGazeInsideFrame(_ columns: SampleColumns) -> Int {
    let most = UInt16(SampleQuantization.steps)
    var count = 0
    for (state, (x, y)) in zip(columns.states, zip(columns.x, columns.y)) {
      let isInside = UInt16(bitPattern: x) <= most && UInt16(bitPattern: y) <= most
      count &+= isInside && SampleColumns.hasGaze(state) ? 1 : 0
    }
    return count
  }

  private mutating func noteGaze(_ point: SIMD2<Int16>) {
    gaze.varies = point != firstGaze ?? point
    firstGaze = firstGaze ?? point
  }

  private mutating func noteFace(_ scores: SIMD8<UInt8>) {
    face.varies = scores != firstFace ?? scores
    firstFace = firstFace ?? scores
  }
}
