/// Gaze and face of one viewer at one play time.
package struct Sample: Hashable, Sendable {
  /// Play time in seconds; 0 is the first presented frame.
  package var time: Double
  package var gaze: Gaze
  package var face: Face

  package init(time: Double, gaze: Gaze = .notReported, face: Face = .notReported) {
    (self.time, self.gaze, self.face) = (time, gaze, face)
  }
}

package enum Gaze: Hashable, Sendable {
  /// The source does not report gaze at this instant.
  case notReported
  /// The source could not track gaze (face missing, not a number, unsupported).
  case lost
  /// The eyes were closed, so there is no gaze.
  case blink
  /// A position, inside or outside the frame.
  case at(PicturePoint, confidence: GazeConfidence, movement: EyeMovement)
}

package enum GazeConfidence: UInt8, Sendable, Hashable {
  case low
  case full
}

/// The eye movement that the tracker reports; `unknown` if it reports none.
package enum EyeMovement: UInt8, Sendable, Hashable {
  case unknown, fixation, saccade
}

package enum Face: Hashable, Sendable {
  /// The source does not report the face at this instant.
  case notReported
  /// The source found no usable face.
  case lost
  /// Scores 0…1 of the emotions that the source reports.
  case scores(FaceScores)
}
