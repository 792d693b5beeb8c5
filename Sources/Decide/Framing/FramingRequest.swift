package import Audience
package import EditDecisions

package struct FramingRequest: Sendable {
  /// Start and end (exclusive) of the moment in seconds of play time.
  package var start: Double, end: Double
  /// Cuts of the source in seconds, in any order, also outside the moment.
  ///
  /// If there is a cut at `start`, the gaze in the first time bin still belongs to the shot before.
  package var cuts: [Double]
  /// Dissolves in seconds; posters are not chosen inside them.
  package var dissolves: [Range<Double>]
  package var timeline: GazeTimeline
  /// Detected boxes in order of time; those outside the moment are ignored.
  package var detections: [Detection]
  /// Size of the frame in pixels.
  package var pictureWidth: Int, pictureHeight: Int
  /// Frames per second of the source; cuts nearer than half a frame count as one.
  package var frameRate: FrameRate
  package var settings: FramingSettings
  /// Layouts that the user wishes for ranges of the moment; if they overlap, the later one wins.
  package var wishes: [FramingWish]

  package init(
    start: Double, end: Double, cuts: [Double], dissolves: [Range<Double>] = [],
    timeline: GazeTimeline, detections: [Detection] = [], pictureWidth: Int,
    pictureHeight: Int, frameRate: FrameRate, settings: FramingSettings = FramingSettings(),
    wishes: [FramingWish] = []
  ) {
    (self.start, self.end, self.cuts, self.dissolves) = (start, end, cuts, dissolves)
    (self.timeline, self.detections) = (timeline, detections.sortedByTime)
    (self.pictureWidth, self.pictureHeight) = (pictureWidth, pictureHeight)
    (self.frameRate, self.settings, self.wishes) = (frameRate, settings, wishes)
  }
}

/// The layout that the user wishes for a range of play time.
package struct FramingWish: Hashable, Sendable {
  /// Start and end (exclusive) in seconds of play time.
  package var start: Double, end: Double
  package var look: WishFraming

  package init(start: Double, end: Double, look: WishFraming) {
    (self.start, self.end, self.look) = (start, end, look)
  }
}
