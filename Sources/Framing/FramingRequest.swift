package import Audience
package import EditDecisions

/// Everything that the framing of one moment depends on.
package struct FramingRequest: Sendable {
  /// Play time of the moment's first frame, seconds.
  package var start: Double
  /// Play time of the first frame left out, seconds.
  package var end: Double
  /// Cuts of the source, seconds, in any order; those outside the moment may be given too.
  ///
  /// One at `start` tells that the moment begins with a shot, whose first gaze is not about it yet.
  package var cuts: [Double]
  /// Who looked where.
  package var timeline: AudienceTimeline
  /// Boxes found in the source; those outside the moment are passed over.
  package var detections: [Detection]
  /// Size of the picture, pixels.
  package var pictureWidth: Int, pictureHeight: Int
  /// Frames a second of the source: cuts nearer than half a frame are one.
  package var frameRate: FrameRate
  /// What a person may set.
  package var settings: FramingSettings
  /// What a person wishes of some of its seconds, apart; of two at a time the later holds.
  package var wishes: [FramingWish]

  /// Makes a request.
  package init(
    start: Double, end: Double, cuts: [Double], timeline: AudienceTimeline,
    detections: [Detection] = [], pictureWidth: Int, pictureHeight: Int, frameRate: FrameRate,
    settings: FramingSettings = FramingSettings(), wishes: [FramingWish] = []
  ) {
    self.start = start
    self.end = end
    self.cuts = cuts
    self.timeline = timeline
    self.detections = detections
    self.pictureWidth = pictureWidth
    self.pictureHeight = pictureHeight
    self.frameRate = frameRate
    self.settings = settings
    self.wishes = wishes
  }
}

/// How a person wishes some seconds to be shown.
package struct FramingWish: Hashable, Sendable {
  /// Play time of the first frame and of the first left out, seconds.
  package var start: Double, end: Double
  /// How.
  package var look: WishedLook

  /// Makes a wish.
  package init(start: Double, end: Double, look: WishedLook) {
    self.start = start
    self.end = end
    self.look = look
  }
}

/// The framing of a moment and what it found on the way.
package struct FramedMoment: Hashable, Sendable {
  /// What goes into the decisions.
  package var framing: EditDecisions.Framing
  /// The detection that held most of the gathered gaze, `label#track`; `nil` without one.
  package var sceneStealer: String?

  /// Makes a result.
  package init(framing: EditDecisions.Framing, sceneStealer: String?) {
    self.framing = framing
    self.sceneStealer = sceneStealer
  }
}
