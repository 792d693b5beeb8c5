import Audience

extension ImportFormat {
  static let xdf = ImportFormat(
    name: "xdf",
    summary: "XDF of the Lab Streaming Layer: a stream of gaze or faces, markers start the video",
    carries: [.gaze, .emotion, .blinks],
    options: .ofSessions + [.stream, .stimulus, .map, .offset, .player, .screen, .picture],
    fits: { $0.starts(with: XDFChunks.magic) }
  ) { (context) throws(ImportError) in
    let own = context.options.map
    let isStartGiven = own?.startsWithFirst ?? false || context.options.offset != 0
    let rows = try XDFRows(
      context, columns: { $0.columnMap(own).columns }, needsStart: !isStartGiven)
    let map = rows.stream.columnMap(own)
    return .sessions(try TableImporter(context: context, rows: rows, map: map).read())
  }
}

extension XDFStream {
  /// The user's map, with missing parts found by role names, by Pupil Capture's labels, or by the
  /// channel types of the XDF gaze specification.
  fileprivate func columnMap(_ own: ColumnMap?) -> ColumnMap {
    var map = ColumnMap.named
    map.names = [.time: ["time"], .session: ["viewing"], .confidence: ["confidence", "conf"]]
    map.unit = .seconds
    map.gaze = [
      ColumnMap.NamedPointColumns(x: "norm_pos_x", y: "norm_pos_y", unit: .normalised, isUp: true)
    ]
    if let typedGaze { map.gaze.append(typedGaze) }
    map.gaze.append(ColumnMap.NamedPointColumns(x: "x", y: "y", unit: .pixels(nil)))
    map.isUnitNamed = true
    return own?.overriding(map) ?? map
  }

  private var typedGaze: ColumnMap.NamedPointColumns? {
    let types = channels.map { $0.type.lowercased() }
    guard let x = types.firstIndex(of: "screenx"), let y = types.firstIndex(of: "screeny") else {
      return nil
    }
    let isShare = channels[x].unit.lowercased().hasPrefix("normali")
    return ColumnMap.NamedPointColumns(
      x: names[x], y: names[y], unit: isShare ? .normalised : .pixels(nil))
  }
}
