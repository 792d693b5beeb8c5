import Audience

extension ImportFormat {
  /// Eye tracking of a BIDS dataset: a recording of one eye or both, with what lies beside it.
  static let bids = ImportFormat(
    name: "bids",
    summary: "BIDS eye tracking: …_physio.tsv.gz with its sidecar, both eyes, events start it",
    carries: [.gaze, .blinks],
    options: .ofSessions + [.stimulus, .map, .offset, .player, .screen, .picture],
    fits: { BIDSName($0.file).isEyeTracking }
  ) { (context) throws(ImportError) in
    let own = context.options.map
    let needsStart = !(own?.startsWithFirst ?? false) && context.options.offset == 0
    // Opened by its own name first: what is no file says so, and not what it lacks.
    _ = try context.open()
    let rows = try BIDSRows(context, needsStart: needsStart)
    var map = ColumnMap()
    map.names = [.time: ["play time"], .session: ["viewing"], .viewer: ["viewer"]]
    map.unit = .seconds
    map.isUnitNamed = true
    map.words[.blink] = [ColumnMap.WordColumn(names: ["blink of events"], words: ["1"])]
    map.gaze = [try BIDSPlane.gaze(rows.sidecar, context)]
    return .sessions(
      try TableImporter(context: context, rows: rows, map: own?.over(map) ?? map).read())
  }
}

/// What the points of a recording are measured in.
enum BIDSPlane {
  /// Reads the unit of the points, and the size and origin of the screen, of the sidecars of the
  /// recording and of its events.
  static func gaze(
    _ sidecar: BIDSSidecar, _ context: FileContext
  ) throws(ImportError) -> ColumnMap.PlaceColumns {
    var columns = ColumnMap.PlaceColumns(x: "x_coordinate", y: "y_coordinate", unit: .pixels(nil))
    // The user's word needs nothing of what the file tells.
    guard context.options.picture == nil else { return columns }
    func unknown(_ problem: String) -> ImportError {
      context.missingOption(
        problem, "give --picture X,Y,WxH, where the picture stood in their unit")
    }
    let system = sidecar["SampleCoordinateSystem"]?.text ?? "gaze-on-screen"
    guard system == "gaze-on-screen" else {
      throw unknown("its points are '\(system.prefix(40))', not on the screen")
    }
    let name = BIDSName(context.file)
    let events = try name.beside("events").first.map { name throws(ImportError) in
      try BIDSSidecar(name)
    }
    let screen = events?["StimulusPresentation"] ?? sidecar["StimulusPresentation"]
    let origin = screen?["ScreenOrigin"]?.texts ?? ["top", "left"]
    guard origin.contains("left"), origin.contains("top") || origin.contains("bottom") else {
      let corner = origin.joined(separator: ", ").prefix(40)
      throw unknown("its points count from '\(corner)' of the screen")
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

  private static func size(_ value: JSONValue?, times scale: Double) -> ImageArea? {
    let numbers = value?.values.compactMap(\.number) ?? []
    guard numbers.count == 2, numbers.allSatisfy({ $0 > 0 }) else { return nil }
    return ImageArea(width: numbers[0] * scale, height: numbers[1] * scale)
  }
}
