/// A point in the video frame, from (0, 0) at the top left to (1, 1) at the bottom right corner.
package struct PicturePoint: Hashable, Sendable {
  /// Distance from the left edge, as a share of the frame width.
  package var x: Double
  /// Distance from the top edge, as a share of the frame height.
  package var y: Double

  package init(x: Double, y: Double) { (self.x, self.y) = (x, y) }
}

/// An axis-aligned rectangle in picture coordinates, given by its top left corner.
package struct PictureBox: Hashable, Sendable {
  package var x: Double, y: Double
  package var width: Double, height: Double

  package init(x: Double, y: Double, width: Double, height: Double) {
    (self.x, self.y, self.width, self.height) = (x, y, width, height)
  }

  package var center: PicturePoint { PicturePoint(x: x + width / 2, y: y + height / 2) }

  /// Whether `point` is inside the rectangle or on an edge.
  package func contains(_ point: PicturePoint) -> Bool {
    point.x >= x && point.x <= x + width && point.y >= y && point.y <= y + height
  }
}

/// Converts positions and scores to the integers in which they are stored, and back.
///
/// Positions are stored in steps of 1/8192 of the frame, up to four frames outside of it, and
/// scores in steps of 1/255. Both are finer than any tracker or classifier. A value on the grid is
/// converted without loss. Importers call these functions for each number of a file, so they are
/// inlined.
package enum SampleQuantization {
  /// Steps per frame width or height.
  @inlinable package static var steps: Double { 8192 }
  /// The largest step in either direction.
  @inlinable package static var maximumStep: Double { 32_767 }

  /// The grid step of a position in frame widths or heights, rounded towards 0; 0 if not finite.
  ///
  /// Another rounding would import known files again, because a file is recognised by its stored
  /// content. Half a step is a thousandth of a tracker's noise.
  @inlinable @inline(__always)
  package static func step(_ position: Double) -> Int16 {
    guard position.isFinite else { return 0 }
    return Int16(max(-maximumStep, min(maximumStep, position * steps)))
  }

  @inline(__always)
  static func position(_ step: Int16) -> Double { Double(step) / steps }

  /// The nearest level 0…255 of a score 0…1; 0 for NaN.
  @inlinable @inline(__always)
  package static func level(_ score: Float) -> UInt8 {
    score > 0 ? UInt8(min(1, score) * 255 + 0.5) : 0
  }

  /// The levels of seven scores; 0 for emotions that are not reported, and in the eighth lane.
  @inline(__always)
  static func levels(_ scores: SIMD8<Float>, of told: EmotionSet) -> SIMD8<UInt8> {
    // All scores are 0 in most time bins.
    let bits = unsafeBitCast(scores, to: SIMD4<UInt64>.self)
    guard bits[0] | bits[1] | bits[2] | bits[3] != 0 else { return .zero }
    return SIMD8(classes: { told.rawValue >> UInt8($0) & 1 != 0 ? level(scores[$0]) : 0 })
  }
}

extension SIMD8<UInt8> {
  /// The eight bytes as one number, the first byte the lowest, which is faster than eight lanes.
  @inline(__always)
  var key: UInt64 { unsafeBitCast(self, to: UInt64.self).littleEndian }

  @inline(__always)
  init(key: UInt64) { self = unsafeBitCast(key.littleEndian, to: SIMD8<UInt8>.self) }

  /// Creates a vector from seven bytes, as one number, which is faster than setting each lane.
  @inline(__always)
  init(classes byte: (_ lane: Int) -> UInt8) {
    var bytes: UInt64 = 0
    for lane in 0..<7 { bytes |= UInt64(byte(lane)) << UInt64(8 * lane) }
    self.init(key: bytes)
  }
}
