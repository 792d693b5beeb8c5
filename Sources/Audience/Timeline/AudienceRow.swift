/// What one viewer gives to one bin, in 16 bytes.
///
/// Positions are held in steps of 1/8192 of the picture (clamped to ±4 pictures), the weight and
/// the strengths in steps of 1/255: what goes in comes back rounded, here as after storing.
public struct AudienceRow: Hashable, Sendable {
  static let steps = 8192.0
  static let noPosition = Int16.min

  var x: Int16
  var y: Int16
  var weightLevel: UInt8
  /// Strengths in `Emotion` order; the eighth lane has bit 0 set with a face, and bit 1 in one of
  /// the two halves of the audience.
  var levels: SIMD8<UInt8>

  /// Makes a row.
  ///
  /// - Parameters:
  ///   - position: in picture coordinates; one that is not finite is none.
  ///   - weight: 0…1, clamped.
  ///   - strengths: 0…1 each, clamped.
  public init(position: PicturePoint?, weight: Double, strengths: EmotionVector?) {
    x = Self.noPosition
    y = Self.noPosition
    if let position, position.x.isFinite, position.y.isFinite {
      x = Self.step(position.x)
      y = Self.step(position.y)
    }
    weightLevel = Self.level(Float(weight))
    levels = .zero
    if let strengths {
      for emotion in Emotion.allCases {
        levels[Int(emotion.rawValue)] = Self.level(strengths[emotion])
      }
      levels[7] = 1
    }
  }

  init(x: Int16, y: Int16, weightLevel: UInt8, levels: SIMD8<UInt8>) {
    self.x = x
    self.y = y
    self.weightLevel = weightLevel
    self.levels = levels
  }

  /// Median of the usable gaze; `nil` without one.
  public var position: PicturePoint? {
    guard hasGaze else { return nil }
    return PicturePoint(x: Double(x) / Self.steps, y: Double(y) / Self.steps)
  }

  /// How much this row counts, 0…1: quality of the gaze, times the viewer's own weight.
  public var weight: Double { Double(weightLevel) / 255 }

  /// Strength of each sustained emotion above the viewer's resting face, 0…1; `nil` without a face.
  public var strengths: EmotionVector? {
    guard hasFace else { return nil }
    var lanes = SIMD8<Float>(levels) / 255
    lanes[7] = 0
    return EmotionVector(lanes: lanes)
  }

  /// Whether there is a position.
  public var hasGaze: Bool { x != Self.noPosition }
  /// Whether there is a face.
  public var hasFace: Bool { levels[7] & 1 != 0 }
  /// Which of two halves of the audience the viewer is in: what one half decides, the other tries.
  public var isInSecondHalf: Bool {
    get { levels[7] & 2 != 0 }
    set { levels[7] = levels[7] & 1 | (newValue ? 2 : 0) }
  }

  private static func step(_ value: Double) -> Int16 {
    Int16((min(3.999, max(-3.999, value)) * steps).rounded())
  }

  private static func level(_ value: Float) -> UInt8 {
    value > 0 ? UInt8(min(1, value) * 255 + 0.5) : 0
  }
}

extension AudienceRow: Comparable {
  /// An order by what the rows hold, so that it says nothing of who they are.
  public static func < (a: AudienceRow, b: AudienceRow) -> Bool {
    if a.x != b.x { return a.x < b.x }
    if a.y != b.y { return a.y < b.y }
    if a.weightLevel != b.weightLevel { return a.weightLevel < b.weightLevel }
    for lane in 0..<8 where a.levels[lane] != b.levels[lane] {
      return a.levels[lane] < b.levels[lane]
    }
    return false
  }
}
