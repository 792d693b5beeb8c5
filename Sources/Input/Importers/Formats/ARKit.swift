import Audience

extension ImportFormat {
  static let arkit = ImportFormat(
    name: "arkit",
    summary: "ARKit eye tracking: where each eye's ray meets the screen, blinks (CSV, JSON Lines)",
    carries: [.gaze, .blinks], options: .ofSessions + [.screen, .picture, .startedAt, .offset],
    fits: {
      $0.hasKeys(["left_x", "right_x", "blink_left"])
        || $0.hasColumns(["left_x", "right_x", "blink_left"])
    }
  ) { (context) throws(ImportError) in .sessions(try ARKitImporter(context).read()) }
}

private struct ARKitImporter {
  private static let names = [
    "t", "left_x", "left_y", "right_x", "right_y", "blink_left", "blink_right",
  ]
  /// The blink coefficient from 0 to 1 at which an eye counts as closed.
  private static let closedEyeCoefficient = 0.5
  /// Number of points in the moving average, the same as for the ARKit client's own cursor.
  private static let averagedPoints = 10

  let context: ImportContext
  private let rows: any RowSource
  private let columns: [Int]
  private let screen: SourceRectangle
  private var recentPoints: [(x: Double, y: Double)] = []
  private var builder: SessionBuilder

  init(_ context: ImportContext) throws(ImportError) {
    self.context = context
    builder = SessionBuilder(
      context, offset: context.options.offset - (try context.unixTimeAtStart() ?? 0))
    var map = ColumnMap()
    map.names[.time] = ["t"]
    rows = try TableOpener.rows(of: context, map)
    columns = try rows.columns(Self.names)
    guard let screen = context.options.screen else {
      throw context.missingOption(
        "points count from the middle of the screen, and its size is not known",
        "give --screen WxH in points, for example 834x1194")
    }
    self.screen = screen
  }

  consuming func read() throws(ImportError) -> [StagedSession] {
    let video = try context.video(named: nil, line: nil)
    let area = try context.videoArea(of: video) ?? screen
    while try rows.next() {
      let cells = columns.map { rows.cells[$0] }
      let row = cells.map(\.number)
      if cells.contains(where: TableColumns.isWord) { builder.note(.word) }
      try builder.append(
        time: row[0], gaze: gaze(row, in: area), face: .notReported, line: rows.line)
    }
    var sessions = SessionList()
    if try sessions.end(builder) { sessions.append(context.session(builder, of: video)) }
    return try sessions.finished(context, "rows are \(Self.names.joined(separator: ","))")
  }

  /// The moving average of the points of both eyes, without blinks, because the closing eyelid
  /// moves the point.
  private mutating func gaze(_ row: [Double?], in area: SourceRectangle) -> Gaze {
    if row[5...].contains(where: { $0 ?? 0 >= Self.closedEyeCoefficient }) { return .blink }
    let eyes = [(row[1], row[2]), (row[3], row[4])].compactMap { x, y in
      x.flatMap { x in y.map { (x: x, y: $0) } }
    }
    guard !eyes.isEmpty else { return .lost }
    recentPoints.append(Self.mean(eyes))
    if recentPoints.count > Self.averagedPoints { recentPoints.removeFirst() }
    let mean = Self.mean(recentPoints)
    // Convert from the middle of the screen with y upwards to the top left corner with y downwards.
    let point = area.picture(screen.width / 2 + mean.x, screen.height / 2 - mean.y)
    return .at(point, confidence: .full, movement: .unknown)
  }

  private static func mean(_ points: [(x: Double, y: Double)]) -> (x: Double, y: Double) {
    let count = Double(points.count)
    return (points.reduce(0) { $0 + $1.x } / count, points.reduce(0) { $0 + $1.y } / count)
  }
}
