import Audience

extension ImportFormat {
  /// Eye tracking in a BIDS dataset: recordings of one or both eyes with their sidecars and events.
  static let bids = ImportFormat(
    name: "bids",
    summary: "BIDS eye tracking: …_physio.tsv.gz with its sidecar, both eyes, events start it",
    carries: [.gaze, .blinks],
    options: .ofSessions + [.stimulus, .map, .offset, .player, .screen, .picture],
    fits: { BIDSFileName($0.file).isEyeTracking }
  ) { (context) throws(ImportError) in
    let own = context.options.map
    let needsStart = !(own?.startsWithFirst ?? false) && context.options.offset == 0
    // Open the file itself first, so that a missing file is reported before missing sidecars.
    _ = try context.open()
    let rows = try BIDSRows(context, needsStart: needsStart)
    var map = ColumnMap()
    map.names = [.time: ["play time"], .session: ["viewing"], .viewer: ["viewer"]]
    map.unit = .seconds
    map.isUnitNamed = true
    map.words[.blink] = [ColumnMap.WordColumn(names: ["blink of events"], words: ["1"])]
    map.gaze = [try BIDSGazeUnits.gaze(rows.sidecar, context)]
    return .sessions(
      try TableImporter(context: context, rows: rows, map: own?.overriding(map) ?? map).read())
  }
}

/// Reads the unit and the coordinate system of the gaze points in a BIDS recording.
enum BIDSGazeUnits {
  /// The gaze columns with their unit, and the screen's size and origin, from the sidecars.
  static func gaze(
    _ sidecar: BIDSSidecar, _ context: ImportContext
  ) throws(ImportError) -> ColumnMap.NamedPointColumns {
    var columns = ColumnMap.NamedPointColumns(
      x: "x_coordinate", y: "y_coordinate", unit: .pixels(nil))
    // `--picture` overrides the sidecars.
    guard context.options.picture == nil else { return columns }
    func unknown(_ problem: String) -> ImportError {
      context.missingOption(
        problem, "give --picture X,Y,WxH: where the video was, in the unit of the points")
    }
    let system = sidecar["SampleCoordinateSystem"]?.text ?? "gaze-on-screen"
    guard system == "gaze-on-screen" else {
      throw unknown("its points are '\(system.prefix(40))', not on the screen")
    }
    let name = BIDSFileName(context.file)
    let events = try name.beside("events").first.map { name throws(ImportError) in
      try BIDSSidecar(name)
    }
    let screen = events?["StimulusPresentation"] ?? sidecar["StimulusPresentation"]
    let origin = screen?["ScreenOrigin"]?.texts ?? ["top", "left"]
    guard origin.contains("left"), origin.contains("top") || origin.contains("bottom") else {
      let corner = origin.joined(separator: ", ").prefix(40)
      throw unknown("its points count from the corner '\(corner)' of the screen")
    }
    columns.isUp = origin.contains("bottom")
    columns.isScreen = true
    let unit = sidecar["x_coordinate"]?["Units"]?.text?.lowercased() ?? "pixel"
    if ["pixel", "pixels", "px"].contains(unit) {
      columns.unit = .pixels(size(screen?["ScreenResolution"], times: 1))
    } else if let scale = ["m": 1.0, "cm": 100, "mm": 1000][unit] {
      columns.unit = .pixels(size(screen?["ScreenSize"], times: scale))
    } else if ["normalised", "normalized", "a.u.", "au"].contains(unit) {
      columns.unit = .normalised
    } else {
      throw unknown("its points are in '\(unit.prefix(20))'")
    }
    return columns
  }

  private static func size(_ value: JSONValue?, times scale: Double) -> SourceRectangle? {
    let numbers = value?.values.compactMap(\.number) ?? []
    guard numbers.count == 2, numbers.allSatisfy({ $0 > 0 }) else { return nil }
    return SourceRectangle(width: numbers[0] * scale, height: numbers[1] * scale)
  }
}
