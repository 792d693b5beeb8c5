/// Something about a session that may mean it was read wrongly.
package struct Oddity: Hashable, Sendable, Codable, CustomStringConvertible {
  /// What kind of thing it is.
  package enum Kind: String, Hashable, Sendable, Codable, CaseIterable {
    /// The times run faster than the video's.
    case fastClock
    /// The times go on long after the video.
    case beyondVideo
    /// Milliseconds were read as seconds, or seconds as milliseconds.
    case unit
    /// Many samples share their times.
    case sharedTimes
    /// Many samples come before earlier ones.
    case disorder
    /// The recording would end in the future.
    case future
    /// Most gaze falls beside the picture.
    case offPicture
    /// Little of the gaze can be used.
    case lostGaze
    /// The gaze never moves.
    case frozenGaze
    /// Few samples have a face that was read.
    case lostFaces
    /// The face never changes.
    case frozenFace
    /// More was left out than taken.
    case skipped
    /// Nobody says who watched.
    case noViewers
  }

  /// What kind of thing it is.
  package let kind: Kind
  /// A sentence that says what to do.
  package let description: String

  init(_ kind: Kind, _ description: String) {
    self.kind = kind
    self.description = description
  }
}
