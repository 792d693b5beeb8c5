import Audience

/// The column map for the tables of one tool, from a JSON file that users can copy and change.
package struct TablePreset: Sendable {
  let name: String
  package let about: String
  /// The columns that identify tables of this tool.
  let signature: [String]
  let map: ColumnMap
  package var carries: [ImportFormat.Content] {
    (map.gaze.isEmpty ? [] : [.gaze]) + (map.scores.isEmpty ? [] : [.emotion])
      + (map.words[.blink] == nil ? [] : [.blinks])
  }

  /// The built-in presets (folder `Texts`), as printed by `gazecut formats show`.
  package static let texts: [(name: String, text: String)] = [
    ("eev", PackageResources.eev_json), ("facereader", PackageResources.facereader_json),
    ("imotions", PackageResources.imotions_json), ("neon", PackageResources.neon_json),
    ("openface", PackageResources.openface_json), ("pupil", PackageResources.pupil_json),
    ("pyfeat", PackageResources.pyfeat_json), ("tobii", PackageResources.tobii_json),
    ("webgazer", PackageResources.webgazer_json),
  ].map { name, bytes in
    // Without the final newline, which `print` adds.
    (name, String(decoding: bytes.dropLast(), as: UTF8.self))
  }

  package static func text(named name: String) -> String? { texts.first { $0.name == name }?.text }

  package static func named(_ name: String) throws(ImportOptionError) -> TablePreset {
    guard let text = text(named: name) else {
      let names = texts.map(\.name).joined(separator: ", ")
      throw ImportOptionError("there is no preset '\(name)'; presets are \(names)")
    }
    do {
      return try TablePreset(ByteSource(Array(text.utf8), file: "preset \(name)"))
    } catch {
      throw ImportOptionError("\(error)")
    }
  }

  private static let schema = "preset/1"

  /// Reads and validates a preset file; unknown keys and values of the wrong type are errors.
  init(_ source: ByteSource) throws(ImportError) {
    var reader = try JSONReader(source, lines: false)
    guard try reader.hasMore() else {
      throw reader.failure("the preset is empty", "begin with gazecut formats show NAME")
    }
    let object = try reader.peek() == UInt8(ascii: "{") ? try JSONValue(&reader) : nil
    guard let object, try object.text("gazecut") == Self.schema else {
      throw ImportError(
        of: source.file, line: 1, "this is not a preset",
        "a preset is a JSON object that begins with {\"gazecut\":\"\(Self.schema)\",…}; see "
          + "`gazecut formats show tobii`")
    }
    let words = ColumnMap.Word.allCases.filter { $0 != .start }
    try object.allow(
      [
        "gazecut", "name", "about", "recognise", "time", "gaze", "head", "face", "confidence",
        "faceConfidence", "viewer", "session", "video", "scores", "rows", "sparse",
      ] + words.map { "\($0)" })
    name = try object.text("name") ?? "own"
    about = try object.text("about") ?? ""
    signature = try object.texts("recognise") ?? []
    var map = ColumnMap()
    try Self.readTime(object, into: &map)
    map.gaze = try object.objects("gaze").map(Self.gaze)
    map.head = try object.objects("head").map(Self.gaze)
    for gaze in try object.objects("gaze") { map.invalid += try gaze.texts("invalid") ?? [] }
    for word in words {
      let columns = try object.objects("\(word)").map(Self.words)
      if !columns.isEmpty { map.words[word] = columns }
    }
    try Self.readConfidence(object, into: &map)
    for name in [ColumnMap.Name.viewer, .session, .video] {
      map.names[name] = try object.texts(name.rawValue)
    }
    map.rows = try object.text("rows")
    map.isSparse = try object.flag("sparse") ?? false
    map.face = try object.objects("face").first.map(Self.face)
    if let scores = try object.objects("scores").first { try Self.read(scores, into: &map) }
    guard !map.gaze.isEmpty || !map.scores.isEmpty else {
      throw object.failure("the preset has neither 'gaze' nor 'scores'", "add at least one")
    }
    self.map = map
  }

  private static func readTime(_ object: JSONValue, into map: inout ColumnMap) throws(ImportError) {
    guard let time = try object.objects("time").first else {
      throw object.failure(
        "the preset has no 'time'", "add \"time\": {\"column\": \"…\", \"unit\": \"ms\"}")
    }
    try time.allow(["column", "unit", "offset", "start"])
    map.names[.time] = try time.texts("column")
    guard map.names[.time]?.isEmpty == false else {
      throw time.failure("'time' has no 'column'", "add the name of the time column")
    }
    if let word = try time.text("unit") {
      map.unit = TimeUnit(word: word)
      guard map.unit != nil else {
        throw time.failure("the unit '\(word)' is unknown", "units are \(TimeUnit.words)")
      }
    }
    map.offset = try time.number("offset")
    guard let start = time["start"] else { return }
    map.startsWithFirst = start.text == "first"
    if !map.startsWithFirst {
      try start.allow(["column", "word"])
      guard let column = try start.text("column"), let word = try start.text("word") else {
        throw start.failure(
          "'start' is not valid", "write \"first\" or {\"column\": …, \"word\": …}")
      }
      map.words[.start] = [.init(names: [column], words: [word])]
    }
  }

  private static func place(
    _ name: String, _ object: JSONValue
  ) throws(ImportError) -> ColumnMap.NamedPointColumns {
    guard let x = try object.text("x"), let y = try object.text("y") else {
      throw object.failure("'\(name)' has no x or no y", "add the column names of both")
    }
    return ColumnMap.NamedPointColumns(
      x: x, y: y, unit: .pixels(nil), width: try object.text("width"),
      height: try object.text("height"))
  }

  private static func gaze(_ object: JSONValue) throws(ImportError) -> ColumnMap.NamedPointColumns {
    try object.allow(["x", "y", "unit", "invalid", "width", "height", "plane"])
    var columns = try place("gaze", object)
    let unit = try object.text("unit") ?? ""
    do throws(ImportOptionError) {
      try columns.readUnit(unit)
    } catch {
      throw object.failure(
        "the gaze unit '\(unit)' is unknown",
        "units are normalised, pixels 1280x720, degrees or radians; add up if y points upwards")
    }
    if let plane = object["plane"] {
      columns.isScreen = plane.text == "screen"
      guard columns.isScreen else {
        throw plane.failure("the 'plane' is unknown", "the only value is screen")
      }
    }
    return columns
  }

  private static func face(_ object: JSONValue) throws(ImportError) -> ColumnMap.NamedPointColumns {
    try object.allow(["x", "y", "width", "height"])
    return try place("face", object)
  }

  private static func words(_ object: JSONValue) throws(ImportError) -> ColumnMap.WordColumn {
    try object.allow(["column", "words"])
    guard let names = try object.texts("column") else {
      throw object.failure("there is no 'column'", "write {\"column\": …, \"words\": [ … ]}")
    }
    return ColumnMap.WordColumn(names: names, words: try object.texts("words") ?? [])
  }

  private static func readConfidence(
    _ object: JSONValue, into map: inout ColumnMap
  ) throws(ImportError) {
    if let confidence = try object.objects("confidence").first {
      try confidence.allow(["column", "usable", "full"])
      map.names[.confidence] = try confidence.texts("column")
      map.usableConfidence = try confidence.number("usable")
      map.fullConfidence = try confidence.number("full")
    }
    if let confidence = try object.objects("faceConfidence").first {
      try confidence.allow(["column", "usable"])
      map.names[.faceConfidence] = try confidence.texts("column")
      map.usableConfidence = try confidence.number("usable") ?? map.usableConfidence
    }
  }

  private static func read(_ scores: JSONValue, into map: inout ColumnMap) throws(ImportError) {
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
      let ways = ColumnMap.Combination.allCases
      try value.allow(ways.map(\.rawValue))
      for how in ways {
        guard let columns = try value.texts(how.rawValue), !columns.isEmpty else { continue }
        map.scores[emotion] = .init(columns: columns, combination: how)
      }
      guard map.scores[emotion] != nil else {
        throw value.failure("'\(emotion.name)' has no column", "give a column, mean, max or sum")
      }
    }
  }
}
