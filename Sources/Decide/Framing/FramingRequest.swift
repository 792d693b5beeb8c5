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
  /// Where one scene is seen through another, seconds: no poster is taken there.
  package var dissolves: [Range<Double>]
  /// Who looked where.
  package var timeline: GazeTimeline
  /// Boxes found in the source, in order of time; those outside the moment are passed over.
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
    start: Double, end: Double, cuts: [Double], dissolves: [Range<Double>] = [],
    timeline: GazeTimeline, detections: [Detection] = [], pictureWidth: Int,
    pictureHeight: Int, frameRate: FrameRate, settings: FramingSettings = FramingSettings(),
    wishes: [FramingWish] = []
  ) {
    self.start = start
    self.end = end
    self.cuts = cuts
    self.dissolves = dissolves
    self.timeline = timeline
    self.detections = detections.inOrderOfTime
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
  package var look: WishFraming

  /// Makes a wish.
  package init(start: Double, end: Double, look: WishFraming) {
    self.start = start
    self.end = end
    self.look = look
  }
}

/// What a person may set about framing; the rest is `FramingConstants`.
package struct FramingSettings: Hashable, Sendable {
  /// Which layouts may be used.
  ///
  /// `crop` alone never shows the whole picture; `fit` alone always.
  ///
  /// `stack` shows two gatherings that persist side by side and do not fit one window.
  package var layouts: Set<Layout.Kind>
  /// The fastest pan, picture widths a second.
  ///
  /// Higher follows runners; lower is calmer.
  package var maximumSpeed: Double
  /// Output pixels per picture pixel that a window may be enlarged to.
  ///
  /// A full-height window is always allowed. It bounds how far a crop
  /// closes in on a small gathering: at 2, a source of 1080 lines stays whole, one of 2160 lines
  /// may come as close as 960 of them. Higher closes in further and shows coarser pictures.
  package var maximumZoom: Double
  /// Width of the output, pixels; with the height it gives the window's shape.
  package var outputWidth: Int
  /// Height of the output, pixels.
  package var outputHeight: Int
  /// What no setting names.
  package var constants: FramingConstants

  /// Makes settings; every default is that of gazecut.yaml.
  package init(
    layouts: Set<Layout.Kind> = [.crop, .stack, .fit], maximumSpeed: Double = 0.4,
    maximumZoom: Double = 2, outputWidth: Int = 1080, outputHeight: Int = 1920,
    constants: FramingConstants = FramingConstants()
  ) {
    self.layouts = layouts
    self.maximumSpeed = maximumSpeed
    self.maximumZoom = maximumZoom
    self.outputWidth = outputWidth
    self.outputHeight = outputHeight
    self.constants = constants
  }
}
