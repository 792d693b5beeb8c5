package import EditDecisions

/// A clip on a video's page.
package struct PageClip: Sendable, Hashable {
  /// The clip's id; empty where it was not rendered yet.
  package var id = ""
  /// 1 is the best.
  package var rank = 0
  /// Play time of the first frame.
  package var start = 0.0
  /// Play time of the first frame left out.
  package var end = 0.0
  /// Where the evidence begins.
  package var coreStart = 0.0
  /// Where it ends.
  package var coreEnd = 0.0
  /// 0…1.
  package var score: Double?
  /// The file, relative to the page; `nil` where there is none.
  package var file: String?
  /// The poster, relative to the page; `nil` where there is none.
  package var poster: String?
  /// The same moment in further shapes: the name of each, and its file relative to the page.
  package var shapes: [ShapeLink] = []
  /// Mean share of the viewers who react at a time; `nil` without faces.
  package var reacting: Double?
  /// What their faces show, as a word of the settings.
  package var emotion: String?
  /// Seconds for which the reaction was held.
  package var sustained: Double?
  /// Viewers with usable gaze and face; `nil` where they may not be told.
  package var viewers: Int?
  /// Share of a new viewer's gaze inside the window, with how far the halves lie apart.
  package var kept: Estimate?
  /// Share of audiences of the same kind that find it again.
  package var sure: Double?
  /// What it rests on where no viewer's faces or eyes are known.
  package var curve: CurveFigures?
  /// Why it begins where it does, and where it ends.
  package var edges: [Edge] = []
  /// How it is framed, in words.
  package var layouts = ""
  /// What else is to be said of it.
  package var remarks: [String] = []
  /// What is said in it, by its captions; empty without any.
  package var said = ""
  /// Where its seconds were posted already, the first first.
  package var published: [Published] = []
  /// Where people looked; `nil` where too few did.
  package var heat: HeatMap?
  /// The play time by which wishes know it.
  package var near = 0.0
  /// Whether a person gave its seconds already.
  package var isFixed = false
  /// Its own title; `nil` where it bears that of all.
  package var title: String?
  /// The window of its first and of its last frame; `nil` where the whole picture is shown.
  package var ends: [PictureShare?] = []

  /// An empty clip.
  package init() {}

  /// One of its two edges.
  package struct Edge: Sendable, Hashable {
    /// Which.
    package var name: String
    /// Why it is there.
    package var reason: String

    /// Makes one.
    package init(name: String, reason: String) {
      self.name = name
      self.reason = reason
    }
  }

  /// That it was posted, or another clip with most of its seconds.
  package struct Published: Sendable, Hashable {
    /// When, as `2026-11-19`.
    package var day: String
    /// Where, in a person's words; empty where that is not known.
    package var place: String
    /// The other clip's id; `nil` for this one.
    package var clip: String?

    /// Makes one.
    package init(day: String, place: String, clip: String?) {
      (self.day, self.place, self.clip) = (day, place, clip)
    }
  }

  /// The same moment in another shape.
  package struct ShapeLink: Sendable, Hashable {
    /// The shape's profile.
    package var name: String
    /// The file, relative to the page.
    package var file: String

    /// Makes one.
    package init(name: String, file: String) {
      self.name = name
      self.file = file
    }
  }

  /// A share, and how far off it may be.
  package struct Estimate: Sendable, Hashable {
    /// The share.
    package var share: Double
    /// What it may be more or less.
    package var spread: Double?

    /// Makes one.
    package init(_ share: Double, _ spread: Double?) {
      self.share = share
      self.spread = spread
    }
  }
}

/// A part of the picture, in shares of its width and height.
package struct PictureShare: Sendable, Hashable {
  /// Left edge.
  package var x: Double
  /// Top edge.
  package var y: Double
  /// Width.
  package var width: Double
  /// Height.
  package var height: Double

  /// Makes a part.
  package init(x: Double, y: Double, width: Double, height: Double) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }
}
