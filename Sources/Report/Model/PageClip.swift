/// A clip on a video's page.
public struct PageClip: Sendable, Hashable {
  /// The clip's id; empty where it was not rendered yet.
  public var id = ""
  /// 1 is the best.
  public var rank = 0
  /// Play time of the first frame.
  public var start = 0.0
  /// Play time of the first frame left out.
  public var end = 0.0
  /// Where the evidence begins.
  public var coreStart = 0.0
  /// Where it ends.
  public var coreEnd = 0.0
  /// 0…1.
  public var score: Double?
  /// The file, relative to the page; `nil` where there is none.
  public var file: String?
  /// The poster, relative to the page; `nil` where there is none.
  public var poster: String?
  /// The same moment in further shapes: the name of each, and its file relative to the page.
  public var shapes: [ShapeLink] = []
  /// Share of the faces that react, with its lower bound.
  public var reacting: Estimate?
  /// The strongest emotion.
  public var emotion: String?
  /// Seconds for which the reaction was held.
  public var sustained: Double?
  /// Share of the gaze on one place, against chance.
  public var gathered: Estimate?
  /// Viewers with usable gaze and face; `nil` where they may not be told.
  public var viewers: Int?
  /// Share of a new viewer's gaze inside the window, with how far the halves lie apart.
  public var kept: Estimate?
  /// Share of resampled audiences that choose it as well.
  public var sure: Double?
  /// How far its start and its end lie apart in those, seconds.
  public var startSpread: Double?, endSpread: Double?
  /// Why it begins where it does, and where it ends.
  public var edges: [Edge] = []
  /// How it is framed, in words.
  public var layouts = ""
  /// What else is to be said of it.
  public var remarks: [String] = []
  /// Cuts of the source inside it.
  public var cuts: [Double] = []
  /// The window over time, every half second.
  public var path: [WindowSample] = []
  /// Where people looked; `nil` where too few did.
  public var heat: HeatMap?

  /// An empty clip.
  public init() {}

  /// One of its two edges.
  public struct Edge: Sendable, Hashable {
    /// Which.
    public var name: String
    /// Why it is there.
    public var reason: String

    /// Makes one.
    public init(name: String, reason: String) {
      self.name = name
      self.reason = reason
    }
  }

  /// The same moment in another shape.
  public struct ShapeLink: Sendable, Hashable {
    /// The shape's profile.
    public var name: String
    /// The file, relative to the page.
    public var file: String

    /// Makes one.
    public init(name: String, file: String) {
      self.name = name
      self.file = file
    }
  }

  /// A share, and the one it is to be held against.
  public struct Estimate: Sendable, Hashable {
    /// The share.
    public var share: Double
    /// Its lower bound, what chance gives, or how far off it may be.
    public var other: Double?

    /// Makes one.
    public init(_ share: Double, _ other: Double?) {
      self.share = share
      self.other = other
    }
  }

  /// The window at one time, in shares of the picture's width.
  public struct WindowSample: Sendable, Hashable {
    /// Play time.
    public var time: Double
    /// Left and right edge of each pane; none where the whole picture is shown.
    public var panes: [ClosedRange<Double>]
    /// Middle of the gaze, its median; `nil` where too few looked.
    public var gaze: Double?
    /// Share of the gaze inside; `nil` where too few looked.
    public var kept: Double?

    /// Makes one.
    public init(time: Double, panes: [ClosedRange<Double>], gaze: Double?, kept: Double?) {
      self.time = time
      self.panes = panes
      self.gaze = gaze
      self.kept = kept
    }
  }
}

/// Where people looked during a moment, over a still of the source.
public struct HeatMap: Sendable, Hashable {
  /// Cells across.
  public var columns: Int
  /// Row by row, 0…1 of the densest cell.
  public var values: [Double]
  /// Width of the picture divided by its height.
  public var aspect: Double
  /// A still of the source, relative to the page; `nil` where there is none.
  public var still: String?
  /// Play time of the still.
  public var time: Double
  /// The windows at that time, in shares of the picture: left, top, width, height.
  public var windows: [PictureShare]
  /// Half seconds that were added up.
  public var bins: Int
  /// Fewest viewers who looked in any of them.
  public var leastViewers: Int

  /// Makes one.
  public init(
    columns: Int, values: [Double], aspect: Double, still: String?, time: Double,
    windows: [PictureShare], bins: Int, leastViewers: Int
  ) {
    self.columns = columns
    self.values = values
    self.aspect = aspect
    self.still = still
    self.time = time
    self.windows = windows
    self.bins = bins
    self.leastViewers = leastViewers
  }
}

/// A part of the picture, in shares of its width and height.
public struct PictureShare: Sendable, Hashable {
  /// Left edge.
  public var x: Double
  /// Top edge.
  public var y: Double
  /// Width.
  public var width: Double
  /// Height.
  public var height: Double

  /// Makes a part.
  public init(x: Double, y: Double, width: Double, height: Double) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }
}
