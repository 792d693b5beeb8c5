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
