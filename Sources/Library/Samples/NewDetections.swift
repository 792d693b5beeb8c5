public import Audience

/// The detections of one source for one video, as they come from an import.
public struct NewDetections: Sendable {
  /// The video's id.
  public var video: String
  /// What found them, such as `yolo-v3`; a second import of the same source replaces the first.
  public var source: String
  /// The boxes, in any order.
  public var detections: [Detection]

  /// Makes a set.
  public init(video: String, source: String, detections: [Detection]) {
    self.video = video
    self.source = source
    self.detections = detections
  }
}
