import EditDecisions

/// A clip on a video's page: its moment, as far as that may be told, with its files.
@dynamicMemberLookup
struct PageClip: Sendable, Hashable {
  /// What was decided; without figures where fewer viewers than may be told stand behind them.
  var moment: Moment
  /// The file, relative to the page; `nil` where there is none.
  var file: String?
  /// The poster, relative to the page; `nil` where there is none.
  var poster: String?
  /// The same moment in further shapes: the name of each, and its file relative to the page.
  var shapes: [ShapeLink] = []
  /// What else is to be said of it.
  var remarks: [String] = []
  /// How it compares with the moments of the library; `nil` where there are too few.
  var compared: String?
  /// What is said in it, by its captions; empty without any.
  var said = ""
  /// Where its seconds were posted already, the first first.
  var published: [Published] = []
  /// Where people looked; `nil` where too few did.
  var heat: HeatMap?

  /// Seconds, figures, reasons and framing are the moment's.
  subscript<Value>(dynamicMember path: WritableKeyPath<Moment, Value>) -> Value {
    get { moment[keyPath: path] }
    set { moment[keyPath: path] = newValue }
  }

  /// Viewers with usable gaze and face; `nil` where they may not be told.
  var viewers: Int? { moment.why.viewers > 0 ? moment.why.viewers : nil }
  /// The play time by which wishes know it.
  var near: Double { (moment.coreStart + moment.coreEnd) / 2 }

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
}
