import Audience

/// The roles and units of a table's columns, from a preset or from `--map`.
package struct ColumnMap: Hashable, Sendable {
  /// Roles of columns with names or numbers.
  enum Name: String, Hashable, Sendable {
    case time, viewer, session, video, confidence, faceConfidence
  }

  /// Roles of columns with words.
  enum Word: Int, Hashable, Sendable, CaseIterable {
    case validity, faceValidity, fixation, saccade, blink, only
    /// Marks the rows at which the video starts.
    case start
  }

  /// A column with words; the first of `names` that the table has is used.
  struct WordColumn: Hashable, Sendable {
    var names: [String]
    /// The words that mean "yes"; if empty, any word does.
    var words: [String]
  }

  enum GazeUnit: Hashable, Sendable {
    /// Shares of the plane, which is the video unless the user gives another one.
    case normalised
    /// Pixels of a video with this size, otherwise of the plane that the user gives.
    case pixels(SourceRectangle?)
    /// Head direction in units of this many degrees; x grows to the viewer's right, y downwards.
    case angles(degrees: Double)

    var isOfHead: Bool { if case .angles = self { true } else { false } }
  }

  /// The columns of a gaze point, or of a face in a camera image: a point, or a corner with a size.
  struct NamedPointColumns: Hashable, Sendable {
    var x: String
    var y: String
    var unit: GazeUnit
    var isUp = false
    var width: String?
    var height: String?
    /// Whether the plane is the screen, which letterboxes the video.
    var isScreen = false

    /// Reads a gaze unit, for example `normalised` or `pixels 1280x720`; the word `up` may follow.
    mutating func readUnit(_ text: String) throws(ImportOptionError) {
      let unknown = ImportOptionError(
        "the gaze unit '\(text)' is unknown; units are normalised, pixels 1280x720, degrees or radians"
      )
      var isKnown = false
      for word in text.lowercased().split(whereSeparator: { " :@".contains($0) }) {
        switch word {
        case "normalised", "normalized": (unit, isKnown) = (.normalised, true)
        case "pixels", "px": isKnown = true
        case "degrees": (unit, isKnown) = (.angles(degrees: 1), true)
        case "radians": (unit, isKnown) = (.angles(degrees: 180 / .pi), true)
        case "up": isUp = true
        default:
          guard isKnown, case .pixels = unit, let size = OptionParser.size(word) else {
            throw unknown
          }
          unit = .pixels(size)
        }
      }
      guard isKnown else { throw unknown }
    }
  }

  enum Combination: String, Hashable, Sendable, CaseIterable { case mean, max, sum }

  struct ScoreColumns: Hashable, Sendable {
    var columns: [String]
    var combination: Combination
  }

  /// Columns with names and numbers; the first one that the table has is used.
  var names: [Name: [String]] = [:]
  var words: [Word: [WordColumn]] = [:]
  var unit: TimeUnit?
  /// Whether the user gave the unit, which then overrides the unit in the column's name.
  var isUnitNamed = false
  /// Whether the first row of each session is play time 0.
  var startsWithFirst = false
  var offset: Double?
  var gaze: [NamedPointColumns] = []
  /// Columns of head direction, used as gaze only with `--head`.
  var head: [NamedPointColumns] = []
  var invalid: [String] = []
  var usableConfidence: Double?
  var fullConfidence: Double?
  var labels: [String: String] = [:]
  var scores: [Emotion: ScoreColumns] = [:]
  var fullScore: Double?
  var zerosAreNoFace: Bool?
  /// Whether each row comes from one of several devices, so that empty cells have no meaning.
  var isSparse = false
  var face: NamedPointColumns?
  /// Columns that the table must have, because the user named them; a preset's are optional.
  var required: [String] = []
  var rows: String?

  /// The default map for a query whose columns have the names of their roles.
  static var named: ColumnMap {
    var map = ColumnMap()
    map.names = [
      .time: ["time", "t"], .confidence: ["conf", "confidence"], .viewer: ["viewer"],
      .session: ["session"], .video: ["video"],
    ]
    map.words[.blink] = [WordColumn(names: ["blink"], words: ["1", "1.0", "true", "yes", "blink"])]
    map.gaze = [NamedPointColumns(x: "x", y: "y", unit: .normalised)]
    for emotion in Emotion.allCases {
      map.scores[emotion] = ScoreColumns(columns: [emotion.name], combination: .mean)
    }
    return map
  }

  /// This map with missing parts taken from a preset.
  func overriding(_ preset: ColumnMap) -> ColumnMap {
    var map = preset
    // A unit belongs to its column, so a new time column does not keep the preset's unit.
    if names[.time] != nil { map.unit = nil }
    map.names.merge(names) { _, own in own }
    map.words.merge(words) { _, own in own }
    map.labels.merge(labels) { _, own in own }
    map.scores.merge(scores) { _, own in own }
    map.unit = unit ?? map.unit
    map.isUnitNamed = isUnitNamed
    if startsWithFirst {
      map.startsWithFirst = true
      map.words[.start] = nil
    }
    map.offset = offset ?? map.offset
    if !gaze.isEmpty { map.gaze = gaze }
    if !invalid.isEmpty { map.invalid = invalid }
    map.usableConfidence = usableConfidence ?? map.usableConfidence
    map.fullConfidence = fullConfidence ?? map.fullConfidence
    map.fullScore = fullScore ?? map.fullScore
    map.rows = rows ?? map.rows
    map.required = required
    return map
  }

  /// Canonical names of all columns that the map uses.
  var columns: Set<String> {
    let planes = gaze.flatMap { [$0.x, $0.y, $0.width, $0.height].compactMap(\.self) }
    let read = words.values.joined().flatMap(\.names)
    let scored = scores.values.flatMap(\.columns)
    let all = names.values.joined() + read + planes + scored + labels.values
    return Set(all.map(ColumnName.canonical))
  }
}
