import Audience

/// The words of the SeeSo tracker and of its emotion prediction, as several formats use them.
struct TrackedGaze {
  /// What the tracker said of itself.
  enum Tracking { case full, low, lost, unknown, absent }

  var x: Double?
  var y: Double?
  var tracking = Tracking.absent
  var movement = EyeMovement.unknown
  var isOutside = false

  init() {}

  /// Reads the object that comes next, under the names that a format gives to its parts.
  init(
    _ reader: inout JSONReader, names: GazeNames
  ) throws(ImportError) {
    try reader.beginObject()
    while let key = try reader.nextKey() {
      if key.matches("x") {
        x = try reader.number()
      } else if key.matches("y") {
        y = try reader.number()
      } else if key.matches(names.tracking) {
        tracking = Self.tracking(try reader.text())
      } else if key.matches(names.movement) {
        movement = Self.movement(try reader.text())
      } else if key.matches(names.screen) {
        isOutside = try reader.text()?.matches("OUTSIDE_OF_SCREEN") ?? false
      } else {
        try reader.skip()
      }
    }
  }

  /// The gaze at a place in the picture; `nil` coordinates are no place.
  func gaze(at point: PicturePoint?) -> Gaze {
    let confidence: GazeConfidence
    switch tracking {
    case .full, .absent: confidence = .full
    case .low: confidence = .low
    case .lost, .unknown: return .lost
    }
    guard let point else { return .lost }
    // Off the screen, the tracker's clamped coordinates must not count as a look at the edge.
    let isInside = (0...1).contains(point.x) && (0...1).contains(point.y)
    guard !isOutside || !isInside else { return .lost }
    return .at(point, confidence: confidence, movement: movement)
  }

  static func tracking(_ word: Bytes?) -> Tracking {
    guard let word else { return .absent }
    if word.matches("SUCCESS") { return .full }
    if word.matches("LOW_CONFIDENCE") { return .low }
    if word.matches("FACE_MISSING") || word.matches("UNSUPPORTED") || word.matches("None") {
      return .lost
    }
    return .unknown
  }

  static func movement(_ word: Bytes?) -> EyeMovement {
    guard let word else { return .unknown }
    if word.matches("FIXATION") { return .fixation }
    return word.matches("SACCADE") ? .saccade : .unknown
  }
}

/// What a format calls the parts of a gaze.
struct GazeNames {
  let tracking, movement, screen: StaticString
}

extension Emotion {
  /// The class of a word, in lowercase or with a capital, without making text of it.
  static func named(_ word: Bytes) -> Emotion? {
    guard (3...8).contains(word.count) else { return nil }
    switch word.start[0] | 0x20 {
    case UInt8(ascii: "a"): return matches(word, "angry") ? .angry : nil
    case UInt8(ascii: "d"): return matches(word, "disgust") ? .disgust : nil
    case UInt8(ascii: "f"): return matches(word, "fear") ? .fear : nil
    case UInt8(ascii: "h"): return matches(word, "happy") ? .happy : nil
    case UInt8(ascii: "n"): return matches(word, "neutral") ? .neutral : nil
    case UInt8(ascii: "s"):
      if matches(word, "sad") { return .sad }
      return matches(word, "surprise") ? .surprise : nil
    default: return nil
    }
  }

  private static func matches(_ word: Bytes, _ name: StaticString) -> Bool {
    guard word.count == name.utf8CodeUnitCount else { return false }
    return (0..<word.count).allSatisfy { word.start[$0] | 0x20 == name.utf8Start[$0] }
  }
}

/// The scores that a source told, 0…1; what they leave of 1 is shared among the others, as in
/// `EmotionVector.init(known:)`, without a dictionary a sample.
struct KnownScores {
  private var lanes = SIMD8<Float>(repeating: 0)
  private var known: UInt8 = 0

  /// Whether a score lay outside 0…1 by more than rounding.
  private(set) var isOdd = false

  /// Takes a score; one below 0 stands for none, and is unknown.
  mutating func set(_ emotion: Emotion, _ score: Double) {
    if !(-0.01...1.01).contains(score) {
      isOdd = true
      guard score > 0 else { return }
    }
    lanes[Int(emotion.rawValue)] = Float(min(1, max(0, score)))
    known |= 1 << emotion.rawValue
  }

  var isEmpty: Bool { known == 0 }

  /// The scores, as far as they are told.
  ///
  /// - Parameter areStrongest: whether the source tells only its strongest classes.
  /// - Returns: the scores and which of them are told.
  func told(areStrongest: Bool = false) -> FaceScores {
    FaceScores(
      EmotionVector(lanes: lanes), told: EmotionSet(rawValue: known),
      areStrongest: areStrongest)
  }
}
