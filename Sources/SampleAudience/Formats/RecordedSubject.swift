import Audience

/// The face of the sample video as a perfect detector would see it.
struct RecordedSubject {
  /// Play time in seconds.
  let time: Double
  /// Number of the shot, from 1: a new shot is a new track.
  let shot: Int
  /// The face in picture coordinates.
  let box: PictureBox

  /// The face of the sample video, two instants a second.
  static let meadow: [RecordedSubject] = (0..<200).map { at(Double($0) / 2) }

  /// The face at a play time; `SampleVideo` draws it 0.3 of the picture's height across.
  static func at(_ time: Double) -> RecordedSubject {
    let script = SampleScript.meadow
    let place = script.subject(at: time)
    let (width, height) = (0.3 * 9 / 16, 0.3)
    return RecordedSubject(
      time: time, shot: script.shots.prefix { $0.start <= time }.count,
      box: PictureBox(
        x: place.x - width / 2, y: place.y - height / 2, width: width, height: height))
  }
}
