import Audience

/// One session of a table as it is read.
///
/// A class, so that a table whose sessions come in turn goes from one to the next without copies.
final class TableSession {
  /// The video that the table names.
  let named: String?
  let viewer: String?
  let session: String?
  /// The cells that tell it from others.
  let key: [UInt8]
  /// Which session came after it the last time.
  var follower = 0
  /// Its first row.
  let line: Int
  private(set) var builder: SessionBuilder
  /// What was taken of it.
  let samples: SampleParts
  private(set) var labels: [ViewerLabel] = []
  /// The cells that told its labels, in the order of the columns.
  private(set) var labelCells: [[UInt8]]
  /// What the table's clock shows at play time 0; `nil` until that is known.
  private(set) var zero: Double?
  /// `nil` until a first gaze was taken.
  private(set) var plane: GazePlane?
  /// Whether one of its rows could not be used, and it is left out.
  var isLeftOut = false
  private let isEventAwaited: Bool
  /// Where the viewer's head rests.
  private let rest: PicturePoint?

  init(
    video: String?, viewer: String?, session: String?, _ columns: TableColumns,
    _ rows: any RowSource, _ context: FileContext, rest: PicturePoint?
  ) throws(ImportError) {
    named = video
    self.rest = rest
    self.viewer = viewer
    self.session = session
    key = columns.key(rows.cells)
    line = rows.line
    builder = SessionBuilder(context, offset: 0)
    samples = builder.samples
    labelCells = Array(repeating: [], count: columns.labels.count)
    isEventAwaited = !columns[.start].isEmpty
    if !isEventAwaited, !columns.map.startsWithFirst { zero = 0 }
    let isLocal = columns.isLocalDate(rows.cells)
    if let start = try context.unixStart(isLocal: isLocal) { zero = start }
  }

  /// Counts a gaze of a plain row that cannot be used.
  func noteLostGaze(isUnsure: Bool) {
    if isUnsure { builder.lost.unsureGaze += 1 } else { builder.lost.gazeWithoutPoint += 1 }
  }

  /// Counts a face of a plain row that has no score.
  func noteLostFace() { builder.lost.faceWithoutScore += 1 }

  /// Takes the row at which the video begins.
  func begin(_ columns: TableColumns, _ rows: any RowSource) throws(ImportError) {
    if zero == nil || isEventAwaited { zero = columns.time(rows.cells) }
  }

  func take(
    _ cells: [Bytes], _ rows: any RowSource, _ columns: TableColumns, _ context: FileContext
  ) throws(ImportError) {
    if !labelCells.isEmpty { try takeLabels(cells, rows, columns) }
    let time = columns.time(cells)
    if zero == nil, !isEventAwaited { zero = time }
    if time == nil, samples.isEmpty, let unit = columns.unitWritten(in: cells) {
      throw rows.failure(
        "the times are written as a \(unit.word), not in \(columns.unit.word)",
        "give their unit: --map 'time=COLUMN:\(unit.word)'"
          + (unit == .date ? ", with --started-at or start=first" : ""))
    }
    guard let zero = zero else {
      return builder.note(time == nil ? .timeNotANumber : .beforeStart)
    }
    let gaze = try gaze(cells, columns, context)
    let face = try columns.face(cells, rows, noting: &builder)
    let offset = columns.offset + context.options.offset
    let play = time.map { PlayTime.moved($0 - zero, by: offset) }
    if let play, play > PlayTime.latest { throw Self.tooLate(play, columns, rows) }
    try builder.append(time: play, gaze: gaze, face: face, line: rows.line)
  }

  /// Takes the row's labels: a session has one value of each, and rows that tell none are silent.
  private func takeLabels(
    _ cells: [Bytes], _ rows: any RowSource, _ columns: TableColumns
  ) throws(ImportError) {
    for (place, column) in columns.labels.enumerated() {
      let cell = cells[column.index].trimmed
      guard cell.count > 0, !TableColumns.isEmptyWord(cell) else { continue }
      guard !cell.equal(labelCells[place]) else { continue }
      // Neither message repeats the cell: a column that is mapped wrongly may hold names.
      guard labelCells[place].isEmpty else {
        throw rows.failure(
          "a session has two values of the label '\(column.name)'",
          "give it one value in all rows, or name the column that tells sessions apart")
      }
      guard let text = rows.text(of: cell), let label = ViewerLabel(name: column.name, value: text)
      else {
        throw rows.failure("the cell of the label '\(column.name)' cannot be one", ViewerLabel.rule)
      }
      labelCells[place] = cell.array
      labels.append(label)
    }
  }

  private static func tooLate(
    _ time: Double, _ columns: TableColumns, _ rows: any RowSource
  ) -> ImportError {
    let unit = columns.unit.word
    guard time > 1e8 else {
      return rows.failure(
        "the time lies more than a day into the video, read as \(unit)",
        "give the unit with --map time=COLUMN:UNIT, \(TimeUnit.words)")
    }
    return rows.failure(
      "the time counts from another year, not from the video's beginning, read as \(unit)",
      "give --started-at, or --map start=first, or the unit with --map time=COLUMN:UNIT")
  }

  private func gaze(
    _ cells: [Bytes], _ columns: TableColumns, _ context: FileContext
  ) throws(ImportError) -> Gaze {
    if columns.has(.blink, cells) { return .blink }
    guard let place = columns.gaze else { return .notReported }
    if columns.map.isSparse, columns.isEmpty(cells, [place.x, place.y]) { return .notReported }
    guard columns.isValid(.validity, cells), !columns.isHead || columns.isFaceValid(cells) else {
      builder.lost.invalidGaze += 1
      return .lost
    }
    guard let confidence = columns.confidence(cells) else {
      builder.lost.unsureGaze += 1
      return .lost
    }
    guard let x = columns.coordinate(cells[place.x]),
      let y = columns.coordinate(cells[place.y])
    else {
      if TableColumns.isWord(cells[place.x]) || TableColumns.isWord(cells[place.y]) {
        builder.note(.word)
      }
      builder.lost.gazeWithoutPoint += 1
      return .lost
    }
    if plane == nil {
      plane = try GazePlane(place, cells, video: named ?? context.givenVideo, context, rest: rest)
    }
    guard let plane = plane else { return .lost }
    return .at(
      plane.picture(x, y), confidence: columns.isHead ? .low : confidence,
      movement: columns.movement(cells))
  }
}

/// The plane that a table's points lie in, and the way from it to the picture.
struct GazePlane {
  private let area: ImageArea
  /// How many units of the plane one of a coordinate is.
  private let scale: (x: Double, y: Double)
  /// The height of the plane where y runs upwards.
  private let height: Double?
  /// Whether the points are shares of the picture itself.
  let areShares: Bool
  /// How coarse it is, in picture heights, where the points are directions of a head.
  let headNoise: Double?

  /// Takes the plane from the user's word, else the columns', else the map's.
  init?(
    _ gaze: TableColumns.Place, _ cells: [Bytes], video: String?, _ context: FileContext,
    rest: PicturePoint?
  ) throws(ImportError) {
    let options = context.options
    let id = try context.video(named: video, line: nil)
    if case .angles(let unit) = gaze.unit {
      (area, headNoise) = try HeadGaze.area(of: id, around: rest, unit: unit, context)
      (scale, height) = ((1, 1), gaze.isUp ? 0 : nil)
      areShares = false
      return
    }
    headNoise = nil
    let user = options.player ?? options.screen
    areShares = gaze.unit == .normalised && user == nil && options.picture == nil
    var plane = user
    if plane == nil, case (let width?, let height?) = gaze.size(cells), width > 0, height > 0 {
      plane = ImageArea(width: width, height: height)
    }
    switch gaze.unit {
    case .pixels(let told):
      plane = plane ?? told
      scale = (1, 1)
    default:
      // Shares of a plane become its units, so that both kinds go the same way on.
      plane = plane ?? ImageArea(width: 1, height: 1)
      scale = (user?.width ?? 1, user?.height ?? 1)
    }
    height = gaze.isUp ? plane?.height : nil
    if let shown = try context.shownArea(of: id) {
      area = shown
    } else if let plane {
      let because = "the points lie on the screen"
      area =
        gaze.isScreen
        ? plane.letterboxed(try context.pictureSize(of: id, because: because)) : plane
    } else if gaze.hasSize {
      return nil
    } else {
      throw context.missingOption(
        "the points are pixels, and of what is not said",
        "give --screen WxH, --player WxH, --picture X,Y,WxH or --map gaze=pixels WxH; where they "
          + "run from 0 to 1, --map gaze=normalised")
    }
    guard !gaze.isUp || height != nil else {
      throw context.missingOption(
        "y runs upwards from an edge that is not known", "give --screen WxH or --player WxH")
    }
  }

  /// A point in picture coordinates.
  @inline(__always)
  func picture(_ x: Double, _ y: Double) -> PicturePoint {
    let down = height.map { $0 - y * scale.y } ?? y * scale.y
    return area.picture(x * scale.x, down)
  }
}
