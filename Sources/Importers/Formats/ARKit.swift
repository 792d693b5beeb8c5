import Audience

extension ImportFormat {
  /// Eye tracking by ARKit face anchors: where each eye's ray meets the screen, and blinks.
  static let arkit = ImportFormat(
    name: "arkit",
    summary: "ARKit eye tracking: where each eye's ray meets the screen, blinks (CSV, JSON Lines)",
    carries: [.gaze, .blinks],
    options: .ofSessions + [.screen, .picture, .startedAt, .offset],
    fits: {
      $0.hasKeys(["left_x", "right_x", "blink_left"])
        || $0.hasColumns(["left_x", "right_x", "blink_left"])
    }
  ) { (context) throws(ImportError) in
    .sessions(try ARKitImporter(context).read())
  }
}

private struct ARKitImporter {
  private static let columns = "t,left_x,left_y,right_x,right_y,blink_left,blink_right"
  /// A blink coefficient from which the eye is closed.
  private static let closed = 0.5
  /// Points whose mean is the gaze, as the client shows its own cursor.
  private static let smoothed = 10

  let context: FileContext
  private let rows: any RowSource
  private let time: Int
  private let left: (x: Int, y: Int)
  private let right: (x: Int, y: Int)
  private let blinks: [Int]
  private let screen: ImageArea
  /// What was smoothed last.
  private var last: [(x: Double, y: Double)] = []
  private var builder: SessionBuilder

  init(_ context: FileContext) throws(ImportError) {
    self.context = context
    builder = SessionBuilder(
      context, offset: context.options.offset - (try context.unixStart() ?? 0))
    var map = ColumnMap()
    map.names[.time] = ["t"]
    let rows = try TableFile.rows(of: context, map)
    self.rows = rows
    func column(_ name: String) throws(ImportError) -> Int {
      if let index = try rows.index(of: name) { return index }
      throw rows.failure(
        "no column '\(name)'", "the columns are \(Self.columns)", line: 1)
    }
    time = try column("t")
    left = (try column("left_x"), try column("left_y"))
    right = (try column("right_x"), try column("right_y"))
    blinks = [try column("blink_left"), try column("blink_right")]
    guard let screen = context.options.screen else {
      throw context.missingOption(
        "the points count from the middle of a screen whose size is not known",
        "give --screen WxH, in points, such as 834x1194")
    }
    self.screen = screen
  }

  consuming func read() throws(ImportError) -> [StagedSession] {
    let video = try context.video(named: nil, line: nil)
    let area = try context.shownArea(of: video) ?? screen
    while try rows.next() {
      try builder.append(
        time: rows.cells[time].number, gaze: gaze(in: area), face: .notReported, line: rows.line)
    }
    var sessions = SessionList()
    if try sessions.end(builder) { sessions.append(context.session(builder, of: video)) }
    return try sessions.finished(context, "rows are \(Self.columns)")
  }

  /// The mean of both eyes, smoothed.
  ///
  /// A blink is no look, and the eyelid's way down does not move what is smoothed: after it the
  /// gaze goes on from where it was.
  private mutating func gaze(in area: ImageArea) -> Gaze {
    let cells = rows.cells
    if blinks.contains(where: { cells[$0].number ?? 0 >= Self.closed }) { return .blink }
    let eyes = [left, right].compactMap { eye -> (x: Double, y: Double)? in
      guard let x = cells[eye.x].number, let y = cells[eye.y].number else { return nil }
      return (x, y)
    }
    guard !eyes.isEmpty else { return .lost }
    last.append(Self.mean(eyes))
    if last.count > Self.smoothed { last.removeFirst() }
    let mean = Self.mean(last)
    // From the middle and upwards to the top left corner and downwards.
    let point = area.picture(screen.width / 2 + mean.x, screen.height / 2 - mean.y)
    return .at(point, confidence: .full, movement: .unknown)
  }

  private static func mean(_ points: [(x: Double, y: Double)]) -> (x: Double, y: Double) {
    let count = Double(points.count)
    return (points.reduce(0) { $0 + $1.x } / count, points.reduce(0) { $0 + $1.y } / count)
  }
}
