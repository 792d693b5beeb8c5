import Audience

extension ImportFormat {
  /// Lab Streaming Layer recordings: one stream with gaze or faces, timed by the recorder's clock.
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
      context, columns: { XDFColumnMap.map(of: $0, own).columns }, needsStart: !isStartGiven)
    let map = XDFColumnMap.map(of: rows.stream, own)
    return .sessions(try TableImporter(context: context, rows: rows, map: map).read())
  }
}

/// Maps the channels of an XDF stream to roles, if the user gives no map.
enum XDFColumnMap {
  /// The column map of a stream.
  ///
  /// Channels are found by role names, by Pupil Capture's labels, or by the channel types of the
  /// XDF gaze specification.
  static func map(of stream: XDFStream, _ own: ColumnMap?) -> ColumnMap {
    var map = ColumnMap.named
    map.names = [.time: ["time"], .session: ["viewing"], .confidence: ["confidence", "conf"]]
    map.unit = .seconds
    map.gaze = [
      ColumnMap.NamedPointColumns(x: "norm_pos_x", y: "norm_pos_y", unit: .normalised, isUp: true)
    ]
    if let typed = typed(stream) { map.gaze.append(typed) }
    map.gaze.append(ColumnMap.NamedPointColumns(x: "x", y: "y", unit: .pixels(nil)))
    map.isUnitNamed = true
    return own?.overriding(map) ?? map
  }

  private static func typed(_ stream: XDFStream) -> ColumnMap.NamedPointColumns? {
    func column(_ type: String) -> Int? {
      stream.channels.firstIndex { $0.type.lowercased() == type }
    }
    guard let x = column("screenx"), let y = column("screeny") else { return nil }
    let isShare = stream.channels[x].unit.lowercased().hasPrefix("normali")
    return ColumnMap.NamedPointColumns(
      x: stream.names[x], y: stream.names[y], unit: isShare ? .normalised : .pixels(nil))
  }
}

extension ColumnMap {
  /// Canonical names of all columns that the map uses.
  var columns: Set<String> {
    let planes = gaze.flatMap { [$0.x, $0.y, $0.width, $0.height].compactMap(\.self) }
    let read = words.values.joined().flatMap(\.names)
    let scored = scores.values.flatMap(\.columns)
    let all = names.values.joined() + read + planes + scored + labels.values
    return Set(all.map(ColumnName.canonical))
  }
}
