/// A box found in the source picture.
public struct Detection: Hashable, Sendable {
  /// Play time in seconds.
  public var time: Double
  /// What was found: face, person, rabbit and so on.
  public var label: String
  /// How sure the detector was, 0…1.
  public var score: Double
  /// Where, in picture coordinates.
  public var box: PictureBox
  /// Which thing it is over time, where the detector tells.
  public var track: Int?

  /// Makes a detection.
  public init(time: Double, label: String, score: Double, box: PictureBox, track: Int?) {
    self.time = time
    self.label = label
    self.score = score
    self.box = box
    self.track = track
  }
}
