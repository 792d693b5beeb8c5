import Audience

extension ImportFormat {
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
    map.gaze = [try rows.sidecar.gazeColumns(context)]
    return .sessions(
      try TableImporter(context: context, rows: rows, map: own?.overriding(map) ?? map).read())
  }
}

extension BIDSSidecar {
  /// The gaze columns of a recording with their unit, and the screen's size and origin.
  fileprivate func gazeColumns(
    _ context: ImportContext
  ) throws(ImportError) -> ColumnMap.NamedPointColumns {
    var columns = ColumnMap.NamedPointColumns(
      x: "x_coordinate", y: "y_coordinate", unit: .pixels(nil))
    // `--picture` overrides the sidecars.
    guard context.options.picture == nil else { return columns }
    func unknown(_ problem: String) -> ImportError {
      context.missingOption(
        problem, "give --picture X,Y,WxH: where the video was, in the unit of the points")
    }
    let system = self["SampleCoordinateSystem"]?.text ?? "gaze-on-screen"
    guard system == "gaze-on-screen" else {
      throw unknown("its points are '\(system.prefix(40))', not on the screen")
    }
    let events = try BIDSFileName(context.file).beside("events").first.map(BIDSSidecar.init)
    let screen = events?["StimulusPresentation"] ?? self["StimulusPresentation"]
    let origin = screen?["ScreenOrigin"]?.texts ?? ["top", "left"]
    guard origin.contains("left"), origin.contains("top") || origin.contains("bottom") else {
      let corner = origin.joined(separator: ", ").prefix(40)
      throw unknown("its points count from the corner '\(corner)' of the screen")
    }
    columns.isUp = origin.contains("bottom")
    columns.isScreen = true
    func size(_ key: String, times scale: Double = 1) -> SourceRectangle? {
      let numbers = screen?[key]?.values.compactMap(\.number) ?? []
      guard numbers.count == 2, numbers.allSatisfy({ $0 > 0 }) else { return nil }
      return SourceRectangle(width: numbers[0] * scale, height: numbers[1] * scale)
    }
    let unit = self["x_coordinate"]?["Units"]?.text?.lowercased() ?? "pixel"
    switch unit {
    case "pixel", "pixels", "px": columns.unit = .pixels(size("ScreenResolution"))
    case "m": columns.unit = .pixels(size("ScreenSize"))
    case "cm": columns.unit = .pixels(size("ScreenSize", times: 100))
    case "mm": columns.unit = .pixels(size("ScreenSize", times: 1000))
    case "normalised", "normalized", "a.u.", "au": columns.unit = .normalised
    default: throw unknown("its points are in '\(unit.prefix(20))'")
    }
    return columns
  }
}
