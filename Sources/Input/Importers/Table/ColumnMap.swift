import Audience

/// Which column of a table is what, and in which units: the content of a preset, and of `--map`.
package struct ColumnMap: Hashable, Sendable {
  /// What columns of names and numbers are for.
  enum Name: String, Hashable, Sendable {
    case time, viewer, session, video, confidence, faceConfidence
  }

  /// What columns that are read as words are for.
  enum Word: Int, Hashable, Sendable, CaseIterable {
    case validity, faceValidity, fixation, saccade, blink, only
    /// The rows at which the video begins.
    case start
  }

  /// A column that is read as a word: the first of several names that the table has.
  struct WordColumn: Hashable, Sendable {
    var names: [String]
    /// The words that mean yes; none: any word at all does.
    var words: [String]
  }

  enum GazeUnit: Hashable, Sendable {
    /// Shares of the plane, which is the picture where the user names no other.
    case normalised
    /// Pixels of a picture of this size; without one, of the plane that the user names.
    case pixels(ImageArea?)
    /// Directions of a head, of so many degrees each: x grows to the right of whoever is turned, y
    /// downwards.
    case angles(degrees: Double)
  }

  /// The columns of a gaze, or of a face in a camera's picture: a point of it, or a corner with a
  /// size.
  struct PlaceColumns: Hashable, Sendable {
    var x: String
    var y: String
    var unit: GazeUnit
    var isUp = false
    /// Columns that tell the size of the plane.
    var width: String?
    var height: String?
    /// Whether that plane is the screen, which letterboxes the picture.
    var isScreen = false
  }

  /// How several columns become one score.
  enum Combination: String, Hashable, Sendable, CaseIterable { case mean, max, sum }

  struct ScoreColumns: Hashable, Sendable {
    var columns: [String]
    var combination: Combination
  }

  /// The columns of names and numbers; of several the first is meant that the table has.
  var names: [Name: [String]] = [:]
  /// The columns that are read as words.
  var words: [Word: [WordColumn]] = [:]
  var unit: TimeUnit?
  /// Whether a person named the unit, which then stands over what the column says of itself.
  var isUnitNamed = false
  /// Whether the first row of each session is play time 0.
  var startsWithFirst = false
  var offset: Double?
  var gaze: [PlaceColumns] = []
  /// Where heads are turned, which is gaze only where a person asks for it.
  var head: [PlaceColumns] = []
  var invalid: [String] = []
  var usableConfidence: Double?
  var fullConfidence: Double?
  /// Columns whose cells are labels of viewers, by the label's name.
  var labels: [String: String] = [:]
  var scores: [Emotion: ScoreColumns] = [:]
  var fullScore: Double?
  var zerosAreNoFace: Bool?
  /// Whether a row is of one device of several, and its empty cells say nothing of the others.
  var isSparse = false
  /// Where the faces of a camera's picture lie.
  var face: PlaceColumns?
  /// Columns that the table must have: those that a person named, not a preset's alternatives.
  var required: [String] = []
  /// The key under which rows stand in JSON.
  var rows: String?

  init() {}

  /// This map, with what it does not say taken from a preset.
  func over(_ preset: ColumnMap) -> ColumnMap {
    var map = preset
    // The unit belongs to the column: another column does not keep the preset's.
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
}
