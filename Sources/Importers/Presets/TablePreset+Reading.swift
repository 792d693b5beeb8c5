import Audience

extension TablePreset {
  private static let schema = "preset/1"

  /// Reads and checks a preset: every key must be known, every value of its kind.
  init(_ source: ByteSource) throws(ImportError) {
    var reader = try JSONReader(source, lines: false)
    guard try reader.hasMore() else {
      throw reader.failure("the preset is empty", "begin with gazecut formats show NAME")
    }
    let value = try PresetValue(&reader)
    let object = PresetObject(value, file: source.file)
    guard try object.text("gazecut") == Self.schema else {
      throw object.failure("this is no preset", "it begins with {\"gazecut\":\"\(Self.schema)\",…}")
    }
    try object.allow(
      "gazecut", "name", "about", "recognise", "time", "gaze", "validity", "confidence",
      "faceValidity", "faceConfidence", "fixation", "saccade", "blink", "viewer", "session",
      "video", "only", "scores", "rows", "sparse", "face", "head")
    name = try object.text("name") ?? "own"
    about = try object.text("about") ?? ""
    signature = try object.texts("recognise") ?? []
    var map = ColumnMap()
    try Self.readTime(object, into: &map)
    map.gaze = try object.objects("gaze").map(Self.gaze)
    map.head = try object.objects("head").map(Self.gaze)
    for gaze in try object.objects("gaze") { map.invalid += try gaze.texts("invalid") ?? [] }
    map.validity = try object.objects("validity").map(Self.words)
    map.faceValidity = try object.objects("faceValidity").map(Self.words)
    map.only = try object.objects("only").map(Self.words)
    map.fixation = try object.objects("fixation").map(Self.words).first
    map.saccade = try object.objects("saccade").map(Self.words).first
    map.blink = try object.objects("blink").map(Self.words).first
    try Self.readConfidence(object, into: &map)
    map.viewer = try object.texts("viewer") ?? []
    map.session = try object.texts("session") ?? []
    map.video = try object.texts("video") ?? []
    map.rows = try object.text("rows")
    map.isSparse = try object.flag("sparse") ?? false
    map.face = try object.objects("face").first.map(Self.face)
    if let scores = try object.objects("scores").first { try Self.read(scores, into: &map) }
    guard !map.gaze.isEmpty || !map.scores.isEmpty else {
      throw object.failure("neither 'gaze' nor 'scores'", "name the columns of at least one")
    }
    self.map = map
  }

  private static func readTime(
    _ object: PresetObject, into map: inout ColumnMap
  ) throws(ImportError) {
    guard let time = try object.objects("time").first else {
      throw object.failure("no 'time'", "add \"time\": {\"column\": \"…\", \"unit\": \"ms\"}")
    }
    try time.allow("column", "unit", "offset", "start")
    map.time = try time.texts("column") ?? []
    guard !map.time.isEmpty else {
      throw time.failure("no 'column' in 'time'", "name the column of the times")
    }
    if let word = try time.text("unit") {
      map.unit = TimeUnit(word: word)
      guard map.unit != nil else {
        throw time.failure("the unit '\(word)' is unknown", "it is \(TimeUnit.words)")
      }
    }
    map.offset = try time.number("offset")
    guard let start = time["start"] else { return }
    if start.text == "first" {
      map.start = .first
    } else {
      let event = PresetObject(start, file: object.file)
      try event.allow("column", "word")
      guard let column = try event.text("column"), let word = try event.text("word") else {
        throw event.failure(
          "'start' cannot be read", "it is \"first\" or {\"column\": …, \"word\": …}")
      }
      map.start = .event(column: column, word: word)
    }
  }

  private static func gaze(_ object: PresetObject) throws(ImportError) -> ColumnMap.GazeColumns {
    try object.allow("x", "y", "unit", "invalid", "width", "height", "plane")
    guard let x = try object.text("x"), let y = try object.text("y") else {
      throw object.failure("'gaze' without x or y", "name the columns of both")
    }
    var columns = ColumnMap.GazeColumns(x: x, y: y, unit: .pixels(nil))
    let unit = try object.text("unit") ?? ""
    do throws(ImportOptionError) {
      try ColumnMap.read(gaze: unit, into: &columns)
    } catch {
      throw object.failure(
        "the gaze unit '\(unit)' is unknown",
        "it is normalised, pixels 1280x720, degrees or radians, with up after")
    }
    columns.width = try object.text("width")
    columns.height = try object.text("height")
    columns.isScreen = try object.text("plane") == "screen"
    return columns
  }

  private static func face(_ object: PresetObject) throws(ImportError) -> ColumnMap.FaceColumns {
    try object.allow("x", "y", "width", "height")
    guard let x = try object.text("x"), let y = try object.text("y") else {
      throw object.failure("'face' without x or y", "name the columns of both")
    }
    return ColumnMap.FaceColumns(
      x: x, y: y, width: try object.text("width"), height: try object.text("height"))
  }

  private static func words(_ object: PresetObject) throws(ImportError) -> ColumnMap.WordColumn {
    try object.allow("column", "words")
    guard let names = try object.texts("column") else {
      throw object.failure("no 'column'", "write {\"column\": …, \"words\": [ … ]}")
    }
    return ColumnMap.WordColumn(names: names, words: try object.texts("words") ?? [])
  }

  private static func readConfidence(
    _ object: PresetObject, into map: inout ColumnMap
  ) throws(ImportError) {
    if let confidence = try object.objects("confidence").first {
      try confidence.allow("column", "usable", "full")
      map.confidence = try confidence.texts("column") ?? []
      map.usableConfidence = try confidence.number("usable")
      map.fullConfidence = try confidence.number("full")
    }
    if let confidence = try object.objects("faceConfidence").first {
      try confidence.allow("column", "usable")
      map.faceConfidence = try confidence.texts("column") ?? []
      map.usableConfidence = try confidence.number("usable") ?? map.usableConfidence
    }
  }

  private static func read(_ scores: PresetObject, into map: inout ColumnMap) throws(ImportError) {
    let names = Emotion.allCases.map(\.name)
    try scores.allow(["full", "zerosAreNoFace"] + names)
    map.fullScore = try scores.number("full")
    map.zerosAreNoFace = try scores.flag("zerosAreNoFace")
    for emotion in Emotion.allCases {
      guard let value = scores[emotion.name] else { continue }
      if let columns = value.texts {
        map.scores[emotion] = .init(columns: columns, combination: .mean)
        continue
      }
      let object = PresetObject(value, file: scores.file)
      try object.allow("mean", "max", "sum")
      for how in [ColumnMap.Combination.mean, .max, .sum] {
        guard let columns = try object.texts(how.rawValue), !columns.isEmpty else { continue }
        map.scores[emotion] = .init(columns: columns, combination: how)
      }
      guard map.scores[emotion] != nil else {
        throw object.failure("'\(emotion.name)' names no column", "give a column, mean, max or sum")
      }
    }
  }
}

/// An object of a preset, its values taken by key and checked.
struct PresetObject {
  let file: String
  private let line: Int
  private let members: [(key: String, value: PresetValue)]

  init(_ value: PresetValue, file: String) {
    self.file = file
    line = value.line
    if case .object(let members) = value.content { self.members = members } else { members = [] }
  }

  subscript(key: String) -> PresetValue? { members.first { $0.key == key }?.value }

  func failure(_ problem: String, _ remedy: String) -> ImportError {
    ImportError.refusal(of: file, line: line, problem, remedy)
  }

  func allow(_ keys: String...) throws(ImportError) { try allow(keys) }

  func allow(_ keys: [String]) throws(ImportError) {
    guard let odd = members.first(where: { !keys.contains($0.key) }) else { return }
    throw .refusal(
      of: file, line: odd.value.line, "an unknown key '\(odd.key)'",
      "keys here are \(keys.joined(separator: ", "))")
  }

  func text(_ key: String) throws(ImportError) -> String? { try value(key, "a text", \.text) }

  func texts(_ key: String) throws(ImportError) -> [String]? {
    try value(key, "a text or a list of texts", \.texts)
  }

  func number(_ key: String) throws(ImportError) -> Double? {
    try value(key, "a number", \.number)
  }

  func flag(_ key: String) throws(ImportError) -> Bool? {
    try value(key, "true or false", \.flag)
  }

  private func value<T>(
    _ key: String, _ wanted: String, _ read: (PresetValue) -> T?
  ) throws(ImportError) -> T? {
    guard let value = self[key] else { return nil }
    guard let read = read(value) else { throw wrong(key, value, wanted) }
    return read
  }

  func objects(_ key: String) throws(ImportError) -> [PresetObject] {
    guard let value = self[key] else { return [] }
    var objects: [PresetObject] = []
    for value in value.values {
      guard case .object = value.content else { throw wrong(key, value, "an object {…}") }
      objects.append(PresetObject(value, file: file))
    }
    return objects
  }

  private func wrong(_ key: String, _ value: PresetValue, _ wanted: String) -> ImportError {
    ImportError.refusal(of: file, line: value.line, "'\(key)' cannot be read", "it is \(wanted)")
  }
}
