/// A place in the picture, in picture coordinates.
///
/// `x` runs right and `y` down; (0, 0) is the top left corner of the picture and (1, 1) the bottom
/// right, whatever the picture's shape. Values outside 0…1 lie off the picture.
package struct PicturePoint: Hashable, Sendable {
  /// Share of the picture's width, from the left.
  package var x: Double
  /// Share of the picture's height, from the top.
  package var y: Double

  package init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }
}

/// An upright box in picture coordinates; `x` and `y` are its top left corner.
package struct PictureBox: Hashable, Sendable {
  /// Left edge, as a share of the picture's width.
  package var x: Double
  /// Top edge, as a share of the picture's height.
  package var y: Double
  /// Width, as a share of the picture's width.
  package var width: Double
  /// Height, as a share of the picture's height.
  package var height: Double

  package init(x: Double, y: Double, width: Double, height: Double) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  package var center: PicturePoint { PicturePoint(x: x + width / 2, y: y + height / 2) }

  /// Whether `point` lies inside, edges included.
  package func contains(_ point: PicturePoint) -> Bool {
    point.x >= x && point.x <= x + width && point.y >= y && point.y <= y + height
  }
}

/// The grid that positions and scores are held on; the one place where they are put on it and taken
/// off again.
///
/// Positions are held in steps of 1/8192 of the picture, within four pictures to each side, scores
/// and strengths in steps of 1/255: finer than any tracker or classifier. Whatever lies on the grid
/// comes back exactly, however often it is put there. Importers, which put every number of a file
/// there, do so in place.
package enum PictureGrid {
  /// Steps to the picture's width or height.
  @inlinable package static var steps: Double { 8192 }
  /// The farthest step to either side.
  @inlinable package static var farthest: Double { 32_767 }

  /// The step of a position: the last one that it reached, counted from 0.
  ///
  /// It is not the nearest: so samples were stored from the first, and by what is stored a file is
  /// known again. Half a step is a thousandth of a tracker's noise.
  ///
  /// - Parameter position: in pictures.
  /// - Returns: 0 for what is not finite.
  @inlinable @inline(__always)
  package static func step(_ position: Double) -> Int16 {
    guard position.isFinite else { return 0 }
    return Int16(max(-farthest, min(farthest, position * steps)))
  }

  /// The position of a step, in pictures.
  @inline(__always)
  static func position(_ step: Int16) -> Double { Double(step) / steps }

  /// The nearest level of a score, 0…255; what is no number is 0.
  @inlinable @inline(__always)
  package static func level(_ score: Float) -> UInt8 {
    score > 0 ? UInt8(min(1, score) * 255 + 0.5) : 0
  }

  /// The levels of seven classes' scores; 0 where a class is untold, and in the eighth lane.
  @inline(__always)
  static func levels(_ scores: SIMD8<Float>, of told: EmotionSet) -> SIMD8<UInt8> {
    // Of a reaction most half seconds show nothing.
    let bits = unsafeBitCast(scores, to: SIMD4<UInt64>.self)
    guard bits[0] | bits[1] | bits[2] | bits[3] != 0 else { return .zero }
    return SIMD8(classes: { told.rawValue >> UInt8($0) & 1 != 0 ? level(scores[$0]) : 0 })
  }
}

extension SIMD8<UInt8> {
  /// All of it as one number, the first byte the lowest: lane by lane a vector is hashed, read and
  /// written slowly.
  @inline(__always)
  var key: UInt64 { unsafeBitCast(self, to: UInt64.self).littleEndian }

  /// The bytes that `key` gave.
  @inline(__always)
  init(key: UInt64) { self = unsafeBitCast(key.littleEndian, to: SIMD8<UInt8>.self) }

  /// A byte for each of the seven classes, and 0.
  ///
  /// Put together as one number: a vector that is filled lane by lane waits for each.
  @inline(__always)
  init(classes byte: (_ lane: Int) -> UInt8) {
    var bytes: UInt64 = 0
    for lane in 0..<7 { bytes |= UInt64(byte(lane)) << UInt64(8 * lane) }
    self.init(key: bytes)
  }
}
