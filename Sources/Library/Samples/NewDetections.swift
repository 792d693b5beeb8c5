package import Audience

/// The detections of one source for one video, as they come from an import.
package struct NewDetections: Sendable {
  /// The video's id.
  package var video: String
  /// What found them, such as `yolo-v3`; a second import of the same source replaces the first.
  package var source: String
  /// The boxes, in any order.
  package var detections: [Detection]

  /// Makes a set.
  package init(video: String, source: String, detections: [Detection]) {
    self.video = video
    self.source = source
    self.detections = detections
  }
}
