import Audience
import Foundation

extension ColumnMap {
  /// The roles for `--map` with their descriptions, for help and messages.
  package static let roles = [
    (
      "time=COLUMN[:UNIT]",
      "play time; units are \(TimeUnit.words); default: from the column's name"
    ),
    ("start=first", "the first row of each session is play time 0"),
    ("offset=SECONDS", "seconds to add to every time"),
    ("x=COLUMN, y=COLUMN", "the gaze"),
    (
      "gaze=UNIT",
      "normalised, pixels WxH of the video, or degrees or radians of head direction (--head); "
        + "add 'up' if y points upwards"
    ),
    ("invalid=A|B", "values that mean no gaze"),
    (
      "conf=COLUMN",
      "confidence 0 to 1; below usable=0.6 gaze is lost, below full=0.8 it counts as low"
    ),
    ("valid=COLUMN", "1, true, yes, valid or success: the gaze is usable"),
    ("blink=COLUMN", "1, true, yes or blink: the eyes are closed"),
    ("viewer=, session=, video=COLUMN", "names of each row; one file may contain several"),
    ("label.NAME=COLUMN", "a label of the viewer, for example label.age=age_group"),
    ("happy=COLUMN, …", "a score; A+B is the mean of two columns, A|B the higher"),
    ("scores=share|percent|NUMBER", "the highest score: 1, 100 or the number"),
    ("rows=KEY", "JSON: the key of the lists that contain the rows"),
  ]

  private static func isYes(_ column: String) -> WordColumn {
    WordColumn(names: [column], words: ["1", "1.0", "true", "yes", "valid", "success", "blink"])
  }

  /// Parses `time=t_us:us,x=x_px,y=y_px,gaze=pixels 1280x720,conf=conf,viewer=viewer`.
  init(option text: String) throws(ImportOptionError) {
    self.init()
    var x: String?
    var y: String?
    var point = NamedPointColumns(x: "", y: "", unit: .pixels(nil))
    var roles: Set<String> = []
    for part in HeaderLine.cells(of: Array(text.utf8), between: UInt8(ascii: ",")) {
      let part = part.replacing("\"", with: "")
      let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let role = pair[0].trimmingCharacters(in: .whitespaces).lowercased()
      let value = pair.count > 1 ? pair[1].trimmingCharacters(in: .whitespaces) : ""
      guard !value.isEmpty else {
        throw ImportOptionError(
          "--map '\(part)': write it as role=column, for example time=t_us:us")
      }
      guard roles.insert(role).inserted else {
        throw ImportOptionError("--map contains '\(role)' twice")
      }
      switch role {
      case "x": x = value
      case "y": y = value
      case "gaze": try point.readUnit(value)
      default: try take(role, value)
      }
    }
    guard (x == nil) == (y == nil) else { throw ImportOptionError("--map has only one of x and y") }
    if let x, let y {
      (point.x, point.y) = (x, y)
      gaze = [point]
    }
    let named = [Name.time, .confidence, .viewer, .session, .video].flatMap { names[$0] ?? [] }
    let read = [Word.validity, .blink].flatMap { words[$0] ?? [] }.flatMap(\.names)
    let scored = Emotion.allCases.flatMap { scores[$0]?.columns ?? [] }
    required = gaze.flatMap { [$0.x, $0.y] } + named + read + labels.values.sorted() + scored
  }

  private mutating func take(_ role: String, _ value: String) throws(ImportOptionError) {
    switch role {
    case "time": try readTime(value)
    case "unit", "time-unit":
      unit = TimeUnit(word: value)
      isUnitNamed = true
      guard unit != nil else {
        throw ImportOptionError("--map unit '\(value)' is unknown; units are \(TimeUnit.words)")
      }
    case "start":
      guard value == "first" else { throw ImportOptionError("--map start can only be first") }
      startsWithFirst = true
    case "offset": offset = try Self.number(role, value)
    case "invalid": invalid = value.split(separator: "|").map(String.init)
    case "conf", "confidence": names[.confidence] = [value]
    case "usable": usableConfidence = try Self.number(role, value)
    case "full": fullConfidence = try Self.number(role, value)
    case "valid", "validity": words[.validity] = [Self.isYes(value)]
    case "blink": words[.blink] = [Self.isYes(value)]
    case "viewer", "session", "video":
      Name(rawValue: role).map { names[$0] = [value] }
    case "scores": fullScore = try Self.fullScore(value)
    case "rows": rows = value
    default: try readScore(role, value)
    }
  }

  private mutating func readTime(_ value: String) throws(ImportOptionError) {
    let parts = value.split(separator: ":", omittingEmptySubsequences: false)
    let last = parts.last.map(String.init) ?? ""
    if parts.count > 1, let named = TimeUnit(word: last) {
      unit = named
      isUnitNamed = true
      names[.time] = [String(value.dropLast(last.count + 1))]
    } else if parts.count > 1, !last.contains(" ") {
      throw ImportOptionError(
        "--map time: the unit '\(last)' is unknown; units are \(TimeUnit.words); if the column's "
          + "name contains ':', add a unit after it")
    } else {
      names[.time] = [value]
    }
  }

  private mutating func readScore(_ role: String, _ value: String) throws(ImportOptionError) {
    if role.hasPrefix("label.") { return try readLabel(String(role.dropFirst(6)), value) }
    guard let emotion = Emotion(name: role) else {
      let emotions = Emotion.allCases.map(\.name).joined(separator: ", ")
      throw ImportOptionError(
        "--map has no role '\(role)'; roles are time, unit, start, offset, x, y, gaze, invalid, "
          + "conf, usable, full, valid, blink, viewer, session, video, label.NAME, scores, rows, "
          + emotions)
    }
    let columns = value.split { $0 == "|" || $0 == "+" }.map(String.init)
    scores[emotion] = .init(columns: columns, combination: value.contains("|") ? .max : .mean)
  }

  private mutating func readLabel(_ name: String, _ column: String) throws(ImportOptionError) {
    guard ViewerLabel.isName(name) else {
      throw ImportOptionError("--map label: \(ViewerLabel.rule)")
    }
    guard labels.count < ViewerLabel.most else {
      throw ImportOptionError("--map contains more than \(ViewerLabel.most) labels")
    }
    labels[name] = column
  }

  private static func fullScore(_ text: String) throws(ImportOptionError) -> Double {
    switch text {
    case "share": return 1
    case "percent": return 100
    default:
      let value = try number("scores", text)
      guard value > 0 else {
        throw ImportOptionError("the highest score must be above 0, not \(text)")
      }
      return value
    }
  }

  private static func number(_ role: String, _ text: String) throws(ImportOptionError) -> Double {
    guard let value = Double(text), value.isFinite else {
      throw ImportOptionError("'\(role)': '\(text)' is not a number")
    }
    return value
  }
}
