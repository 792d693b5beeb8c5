import Audience

extension ImportFormat {
  /// Recordings of the Lab Streaming Layer: one stream of gaze or faces, on the recorder's clock.
  static let xdf = ImportFormat(
    name: "xdf",
    summary: "XDF of the Lab Streaming Layer: a stream of gaze or faces, markers start the video",
    carries: [.gaze, .emotion, .blinks],
    options: .ofSessions + [.stream, .stimulus, .map, .offset, .player, .screen, .picture],
    fits: { $0.starts(with: XDFChunks.magic) }
  ) { (context) throws(ImportError) in
    let own = context.options.map
    let tellsStart = own?.startsWithFirst ?? false || context.options.offset != 0
    let rows = try XDFRows(
      context, columns: { XDFMap.map(of: $0, own).columns }, needsStart: !tellsStart)
    let map = XDFMap.map(of: rows.stream, own)
    return .sessions(try TableImporter(context: context, rows: rows, map: map).read())
  }
}

/// Which channels of a stream are what, where no map of a person's says it.
enum XDFMap {
  /// The map of a stream: channels by the names of their roles, by the labels that Pupil Capture
  /// gives them, or by the types of the format's own description of gaze.
  static func map(of stream: XDFStream, _ own: ColumnMap?) -> ColumnMap {
    var map = ColumnMap.named
    map.names = [.time: ["time"], .session: ["viewing"], .confidence: ["confidence", "conf"]]
    map.unit = .seconds
    map.gaze = [
      ColumnMap.PlaceColumns(x: "norm_pos_x", y: "norm_pos_y", unit: .normalised, isUp: true)
    ]
    if let typed = typed(stream) { map.gaze.append(typed) }
    map.gaze.append(ColumnMap.PlaceColumns(x: "x", y: "y", unit: .pixels(nil)))
    map.isUnitNamed = true
    return own?.over(map) ?? map
  }

  private static func typed(_ stream: XDFStream) -> ColumnMap.PlaceColumns? {
    func column(_ type: String) -> Int? {
      stream.channels.firstIndex { $0.type.lowercased() == type }
    }
    guard let x = column("screenx"), let y = column("screeny") else { return nil }
    let isShare = stream.channels[x].unit.lowercased().hasPrefix("normali")
    return ColumnMap.PlaceColumns(
      x: stream.names[x], y: stream.names[y], unit: isShare ? .normalised : .pixels(nil))
  }
}

extension ColumnMap {
  /// The names of all columns that it asks for, as they are compared.
  var columns: Set<String> {
    let planes = gaze.flatMap { [$0.x, $0.y, $0.width, $0.height].compactMap(\.self) }
    let read = words.values.joined().flatMap(\.names)
    let scored = scores.values.flatMap(\.columns)
    let all = names.values.joined() + read + planes + scored + labels.values
    return Set(all.map(ColumnName.canonical))
  }
}
