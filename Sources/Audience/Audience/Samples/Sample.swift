/// What one session knows at one play time.
package struct Sample: Hashable, Sendable {
  /// Play time in seconds; 0 is the first presented frame.
  package var time: Double
  package var gaze: Gaze
  package var face: Face

  /// Makes a sample; a side the source says nothing of is `.notReported`.
  package init(time: Double, gaze: Gaze = .notReported, face: Face = .notReported) {
    self.time = time
    self.gaze = gaze
    self.face = face
  }
}

/// Where the eyes were at one instant, as the source tells it.
package enum Gaze: Hashable, Sendable {
  /// The source says nothing of gaze at this instant.
  case notReported
  /// The source looked for gaze and found none (face missing, not a number, unsupported).
  case lost
  /// The eyes were closed: no gaze, and none to be expected.
  case blink
  /// A position, which may lie off the picture.
  case at(PicturePoint, confidence: GazeConfidence, movement: EyeMovement)
}

/// How sure the tracker was of a position.
package enum GazeConfidence: UInt8, Sendable, Hashable {
  /// Tracked, with low confidence.
  case low
  case full
}

/// The tracker's own label of the movement, where it has one.
package enum EyeMovement: UInt8, Sendable, Hashable {
  case unknown, fixation, saccade
}

/// What the face showed at one instant, as the source tells it.
package enum Face: Hashable, Sendable {
  /// The source says nothing of the face at this instant.
  case notReported
  /// The source looked for a face and found none it could read.
  case lost
  /// Scores of the classes that are told, 0…1.
  case scores(FaceScores)
}
