package import Audience
package import EditDecisions

package struct FramingRequest: Sendable {
  /// Play time of the moment's first frame, in seconds.
  package var start: Double
  /// Play time at which the moment ends (exclusive), in seconds.
  package var end: Double
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
    self.start = start
    self.end = end
    self.cuts = cuts
    self.dissolves = dissolves
    self.timeline = timeline
    self.detections = detections.sortedByTime
    self.pictureWidth = pictureWidth
    self.pictureHeight = pictureHeight
    self.frameRate = frameRate
    self.settings = settings
    self.wishes = wishes
  }
}

/// The layout that the user wishes for a range of play time.
package struct FramingWish: Hashable, Sendable {
  /// Start and end (exclusive) in seconds of play time.
  package var start: Double, end: Double
  package var look: WishFraming

  package init(start: Double, end: Double, look: WishFraming) {
    self.start = start
    self.end = end
    self.look = look
  }
}

/// The framing settings that users can change; the rest is in `FramingConstants`.
package struct FramingSettings: Hashable, Sendable {
  /// The allowed layouts.
  ///
  /// `crop` shows a vertical crop, `fit` the whole frame or a wide crop. `stack` shows two gaze
  /// clusters, each in its own pane, if they persist and do not fit into one window.
  package var layouts: Set<Layout.Kind>
  /// Maximum speed of a pan, in frame widths per second.
  ///
  /// Higher follows runners; lower is calmer.
  package var maximumSpeed: Double
  /// Maximum enlargement: output pixels per source pixel.
  ///
  /// It limits how far a crop closes in on a small gaze cluster. With 2, a source of 1080 lines is
  /// always shown in full height, and of 2160 lines at least 960 are shown. Higher closes in
  /// further and shows coarser images. A window of full height is always allowed.
  package var maximumZoom: Double
  /// Width of the output in pixels; with the height it defines the aspect ratio of the window.
  package var outputWidth: Int
  /// Height of the output in pixels.
  package var outputHeight: Int
  /// Constants that are not settings.
  package var constants: FramingConstants

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

extension FramingSettings {
  /// How far the largest window can move to the right and downwards in a frame, in pixels.
  package func room(inPictureOf width: Int, _ height: Int) -> (x: Double, y: Double) {
    let axis = WindowAxis(
      pictureWidth: width, pictureHeight: height, outputWidth: outputWidth,
      outputHeight: outputHeight)
    return axis.isHorizontal ? (axis.room, 0) : (0, axis.room)
  }
}
