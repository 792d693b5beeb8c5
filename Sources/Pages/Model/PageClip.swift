import EditDecisions

/// A clip on a video's page.
struct PageClip: Sendable, Hashable {
  /// The clip's id; empty where it was not rendered yet.
  var id = ""
  /// 1 is the best.
  var rank = 0
  /// Play time of the first frame.
  var start = 0.0
  /// Play time of the first frame left out.
  var end = 0.0
  /// Where the evidence begins.
  var coreStart = 0.0
  var coreEnd = 0.0
  /// 0…1.
  var score: Double?
  /// The file, relative to the page; `nil` where there is none.
  var file: String?
  /// The poster, relative to the page; `nil` where there is none.
  var poster: String?
  /// The same moment in further shapes: the name of each, and its file relative to the page.
  var shapes: [ShapeLink] = []
  /// Mean share of the viewers who react at a time; `nil` without faces.
  var reacting: Double?
  /// What their faces show, as a word of the settings.
  var emotion: String?
  /// Seconds for which the reaction was held.
  var sustained: Double?
  /// Viewers with usable gaze and face; `nil` where they may not be told.
  var viewers: Int?
  /// Share of a new viewer's gaze inside the window, with how far the halves lie apart.
  var kept: Estimate?
  /// Share of audiences of the same kind that find it again.
  var sure: Double?
  /// What it rests on where no viewer's faces or eyes are known.
  var curve: CurveFigures?
  /// Why it begins where it does, and where it ends.
  var edges: [Edge] = []
  /// How it is framed, in words.
  var layouts = ""
  /// What else is to be said of it.
  var remarks: [String] = []
  /// What is said in it, by its captions; empty without any.
  var said = ""
  /// Where its seconds were posted already, the first first.
  var published: [Published] = []
  /// Where people looked; `nil` where too few did.
  var heat: HeatMap?
  /// The play time by which wishes know it.
  var near = 0.0
  /// Whether a person gave its seconds already.
  var isFixed = false
  /// Its own title; `nil` where it bears that of all.
  var title: String?
  /// The window of its first and of its last frame; `nil` where the whole picture is shown.
  var ends: [PictureShare?] = []

  /// One of its two edges.
  struct Edge: Sendable, Hashable {
    /// Which.
    var name: String
    /// Why it is there.
    var reason: String
  }

  /// That it was posted, or another clip with most of its seconds.
  struct Published: Sendable, Hashable {
    /// When, as `2026-11-19`.
    var day: String
    /// Where, in a person's words; empty where that is not known.
    var place: String
    /// The other clip's id; `nil` for this one.
    var clip: String?
  }

  /// The same moment in another shape.
  struct ShapeLink: Sendable, Hashable {
    /// The shape's profile.
    var name: String
    /// The file, relative to the page.
    var file: String
  }

  /// A share, and how far off it may be.
  struct Estimate: Sendable, Hashable {
    var share: Double
    /// What it may be more or less.
    var spread: Double?
  }
}

/// A part of the picture, in shares of its width and height.
struct PictureShare: Sendable, Hashable {
  var x: Double
  var y: Double
  var width: Double
  var height: Double
}
