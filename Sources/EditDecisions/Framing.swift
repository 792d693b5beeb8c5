/// How a moment is shown upright; its shots tile [start, end) of the moment exactly.
public struct Framing: Hashable, Sendable {
  /// Share of a new viewer's looks inside the windows, 0…1; `nil` without gaze.
  ///
  /// Framed on one half of the viewers and scored on the other, and the reverse; with too few
  /// viewers for that, the share of the looks that framed.
  public var gazeKept: Double?
  /// How far a half lies from the mean of both; `nil` where `gazeKept` is not told by halves.
  public var gazeKeptSpread: Double?
  /// In order of time.
  public var shots: [FramedShot]
  /// The picture without the black bars baked into it; `nil` where it has none.
  ///
  /// All windows lie inside it, and `fit` shows it instead of the whole picture.
  public var active: PictureArea?

  /// Makes a framing.
  public init(
    gazeKept: Double?, gazeKeptSpread: Double? = nil, shots: [FramedShot],
    active: PictureArea? = nil
  ) {
    self.gazeKept = gazeKept
    self.gazeKeptSpread = gazeKeptSpread
    self.shots = shots
    self.active = active
  }
}

/// A part of the picture, in picture pixels.
public struct PictureArea: Hashable, Sendable {
  /// Left edge.
  public var x: Double
  /// Top edge.
  public var y: Double
  /// Width.
  public var width: Double
  /// Height.
  public var height: Double

  /// Makes an area.
  public init(x: Double, y: Double, width: Double, height: Double) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }
}

/// One stretch of a moment with one layout.
public struct FramedShot: Hashable, Sendable {
  /// Play time of its first frame, seconds.
  public var start: Double
  /// Play time of the first frame left out, seconds.
  public var end: Double
  /// What begins it.
  public var cut: Cut
  /// What is shown.
  public var layout: Layout
  /// Where captions stand that are written into the picture: away from what is looked at.
  public var captions: CaptionPlace

  /// Makes a stretch.
  public init(
    start: Double, end: Double, cut: Cut, layout: Layout, captions: CaptionPlace = .bottom
  ) {
    self.start = start
    self.end = end
    self.cut = cut
    self.layout = layout
    self.captions = captions
  }

  /// Where captions stand in the output.
  public enum CaptionPlace: String, Hashable, Sendable, CaseIterable {
    case bottom, top
  }

  /// What begins a stretch: a cut of the source (or the moment's start), or one made by framing.
  public enum Cut: String, Hashable, Sendable, CaseIterable {
    case source, framing
  }
}

/// What fills the output.
public enum Layout: Hashable, Sendable {
  /// One window of the output's shape.
  case crop([Keyframe])
  /// Two windows, top then bottom, each of the shape of half the output's height.
  case stack([Keyframe], [Keyframe])
  /// The whole picture over its own blur.
  case fit

  /// The word used in files and settings.
  public var name: String { kind.name }
}

/// Where a window is at one time, in picture pixels; linear between keyframes, held outside them.
public struct Keyframe: Hashable, Sendable {
  /// Play time, seconds.
  public var t: Double
  /// Left edge, pixels.
  public var x: Double
  /// Top edge, pixels.
  public var y: Double
  /// Width, pixels.
  public var width: Double
  /// Height, pixels.
  public var height: Double

  /// Makes a keyframe.
  public init(t: Double, x: Double, y: Double, width: Double, height: Double) {
    self.t = t
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }
}
