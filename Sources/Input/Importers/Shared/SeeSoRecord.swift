import Audience

/// One record of a SeeSo eye tracker and its emotion prediction, as their clients store it.
struct SeeSoRecord {
  var time: Double?
  var gaze: SeeSoGaze?
  var face: SeeSoFace?
  var otherForms = 0
}

extension SessionBuilder {
  /// Adds a record; `place` converts its point to shares of the frame, or returns `nil`.
  mutating func append(
    _ record: SeeSoRecord, line: Int,
    place: (_ x: Double, _ y: Double) throws(ImportError) -> PicturePoint?
  ) throws(ImportError) {
    for _ in 0..<record.otherForms { note(.otherForm) }
    for _ in 0..<(record.gaze?.words ?? 0) + (record.face?.words ?? 0) { note(.word) }
    if case .unknown? = record.gaze?.tracking { note(.unknownTracking) }
    if let face = record.face {
      if face.hasUnknownState { note(.unknownState) }
      if face.hasUnknownEmotion { note(.unknownEmotion) }
      if face.scores.isOdd { note(.oddScore) }
    }
    try append(
      time: record.time, gaze: record.gaze?.gaze(place) ?? .notReported,
      face: record.face?.face ?? .notReported, line: line)
  }
}

struct SeeSoGaze {
  enum Tracking { case full, low, lost, unknown, absent }

  var x: Double?
  var y: Double?
  var tracking = Tracking.absent
  var movement = EyeMovement.unknown
  var isOutside = false
  private(set) var words = 0

  init() {}

  /// Reads the next object, with the keys of the timeline format or of SeeTube.
  init(_ reader: inout JSONReader) throws(ImportError) {
    try reader.beginObject()
    while let key = try reader.nextKey() {
      if key.matches("x") {
        x = try reader.number(countingWords: &words)
      } else if key.matches("y") {
        y = try reader.number(countingWords: &words)
      } else if key.matches("tracking") || key.matches("trackingState") {
        tracking = Self.tracking(try reader.text())
      } else if key.matches("movement") || key.matches("eyeMovementState") {
        movement = Self.movement(try reader.text())
      } else if key.matches("screen") || key.matches("screenState") {
        isOutside = try reader.text()?.matches("OUTSIDE_OF_SCREEN") ?? false
      }
    }
  }

  /// The gaze with its point in shares of the frame; without coordinates, it is lost.
  func gaze(
    _ place: (_ x: Double, _ y: Double) throws(ImportError) -> PicturePoint?
  ) throws(ImportError) -> Gaze {
    guard let x, let y, let point = try place(x, y) else { return .lost }
    // If the viewer looks outside the screen, the tracker moves the point to the edge. Do not use
    // it.
    let isInside = (0...1).contains(point.x) && (0...1).contains(point.y)
    guard !isOutside || !isInside else { return .lost }
    switch tracking {
    case .full, .absent: return .at(point, confidence: .full, movement: movement)
    case .low: return .at(point, confidence: .low, movement: movement)
    case .lost, .unknown: return .lost
    }
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

/// The emotion prediction of a record: whether a face was found, and its scores.
struct SeeSoFace {
  private let areStrongest: Bool
  private var isPredicted = true
  private(set) var scores = EmotionScores()
  private(set) var hasUnknownState = false
  private(set) var hasUnknownEmotion = false
  var words = 0

  init(areStrongest: Bool = false) { self.areStrongest = areStrongest }

  var face: Face {
    isPredicted && !scores.isEmpty ? .scores(scores.told(areStrongest: areStrongest)) : .lost
  }

  /// Sets the score of an emotion; `nil` is an unknown emotion.
  mutating func take(_ share: Double, of emotion: Emotion?) {
    guard let emotion else { return hasUnknownEmotion = true }
    scores.set(emotion, share)
  }

  mutating func take(state word: Bytes?) {
    guard let word else { return }
    isPredicted = word.matches("SUCCESS")
    let isKnown =
      isPredicted || word.matches("FACE_MISSING") || word.matches("FAILED_TO_CROP_FACE")
      || word.matches("NO_PREDICTIONS") || word.matches("UNKNOWN") || word.matches("None")
    if !isKnown { hasUnknownState = true }
  }
}
