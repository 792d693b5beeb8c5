import Audience

/// One session of a table while it is read; a class, so that alternating sessions are not copied.
final class TableSession {
  let named: String?
  let viewer: String?
  let session: String?
  /// The key of the session: its viewer, session and video cells.
  let key: [UInt8]
  /// Index of the session whose rows followed last time.
  var nextSessionIndex = 0
  let line: Int
  var builder: SessionBuilder
  let samples: SampleBuffer
  private(set) var labels: [ViewerLabel] = []
  private(set) var labelCells: [[UInt8]]
  /// Time on the table's clock at play time 0; `nil` until it is known.
  private(set) var zero: Double?
  /// The plane of gaze points; `nil` until the first gaze point.
  private(set) var plane: GazePlaneTransform?
  /// Whether the session is left out because one of its rows is invalid.
  var isLeftOut = false
  private let isEventAwaited: Bool
  private let rest: PicturePoint?
  private let columns: TableColumns
  private let rows: any RowSource
  private let context: ImportContext

  init(
    video: String?, viewer: String?, session: String?, _ columns: TableColumns,
    _ context: ImportContext, rest: PicturePoint?
  ) throws(ImportError) {
    (named, self.viewer, self.session, self.rest) = (video, viewer, session, rest)
    (self.columns, rows, self.context) = (columns, columns.rows, context)
    key = columns.key(rows.cells)
    line = rows.line
    builder = SessionBuilder(context, offset: 0)
    samples = builder.samples
    labelCells = Array(repeating: [], count: columns.labels.count)
    isEventAwaited = !columns[.start].isEmpty
    if !isEventAwaited, !columns.map.startsWithFirst { zero = 0 }
    zero = try context.unixTimeAtStart(isLocal: columns.isLocalDate(rows.cells)) ?? zero
  }

  /// Sets play time 0 at the row where the video starts.
  func begin() {
    if zero == nil || isEventAwaited { zero = columns.time(rows.cells) }
  }

  func take(_ cells: [Bytes]) throws(ImportError) {
    if !labelCells.isEmpty { try readLabels(cells) }
    let time = columns.time(cells)
    if zero == nil, !isEventAwaited { zero = time }
    if time == nil, samples.isEmpty, let unit = columns.writtenUnit(in: cells) {
      throw rows.failure(
        "times are written as \(unit.word), not as \(columns.unit.word)",
        "set the unit: --map 'time=COLUMN:\(unit.word)'"
          + (unit == .date ? ", with --started-at or start=first" : ""))
    }
    guard let zero else { return builder.note(time == nil ? .timeNotANumber : .beforeStart) }
    let gaze = try gaze(cells)
    let face = try columns.face(cells, noting: &builder)
    let offset = columns.offset + context.options.offset
    let play = time.map { PlayTimeOffset.moved($0 - zero, by: offset) }
    if let play, play > PlayTimeOffset.latest { throw tooLate(play) }
    try builder.append(time: play, gaze: gaze, face: face, line: rows.line)
  }

  /// Reads the row's labels; a session has one value per label, and empty cells do not count.
  private func readLabels(_ cells: [Bytes]) throws(ImportError) {
    for (place, column) in columns.labels.enumerated() {
      let cell = cells[column.index].trimmed
      guard cell.count > 0, !TableColumns.isEmptyWord(cell) else { continue }
      guard !cell.equals(labelCells[place]) else { continue }
      // Do not repeat the cell in errors: a wrongly mapped column may contain names of people.
      guard labelCells[place].isEmpty else {
        throw rows.failure(
          "the session has two values of the label '\(column.name)'",
          "use one value in all rows, or map the column that identifies sessions")
      }
      guard let text = rows.text(of: cell), let label = ViewerLabel(name: column.name, value: text)
      else {
        throw rows.failure("the value of the label '\(column.name)' is not valid", ViewerLabel.rule)
      }
      labelCells[place] = cell.array
      labels.append(label)
    }
  }

  private func tooLate(_ time: Double) -> ImportError {
    let unit = columns.unit.word
    return time > 1e8
      ? rows.failure(
        "the time is a date, not a play time, if read as \(unit)",
        "give --started-at, --map start=first, or the unit with --map time=COLUMN:UNIT")
      : rows.failure(
        "the time is more than 24 h into the video, if read as \(unit)",
        "set the unit with --map time=COLUMN:UNIT, \(TimeUnit.words)")
  }

  private func gaze(_ cells: [Bytes]) throws(ImportError) -> Gaze {
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
    guard let x = columns.coordinate(cells[place.x]), let y = columns.coordinate(cells[place.y])
    else {
      if TableColumns.isWord(cells[place.x]) || TableColumns.isWord(cells[place.y]) {
        builder.note(.word)
      }
      builder.lost.gazeWithoutPoint += 1
      return .lost
    }
    if plane == nil {
      plane = try GazePlaneTransform(
        place, cells, video: named ?? context.givenVideo, context, rest: rest)
    }
    guard let plane else { return .lost }
    return .at(
      plane.picture(x, y), confidence: columns.isHead ? .low : confidence,
      movement: columns.movement(cells))
  }
}

/// The plane of a table's gaze points, and the conversion to shares of the frame.
struct GazePlaneTransform {
  private let area: SourceRectangle
  private let scale: (x: Double, y: Double)
  /// Height of the plane, if y points upwards.
  private let height: Double?
  let areShares: Bool
  /// Standard deviation of gaze from head direction, in frame heights; `nil` for other gaze.
  let headNoise: Double?

  /// Determines the plane from the user's options, otherwise from columns, otherwise from the map.
  init?(
    _ gaze: TableColumns.Place, _ cells: [Bytes], video: String?, _ context: ImportContext,
    rest: PicturePoint?
  ) throws(ImportError) {
    let options = context.options
    let id = try context.video(named: video, line: nil)
    if case .angles(let unit) = gaze.unit {
      (area, headNoise) = try HeadDirectionGaze.area(of: id, around: rest, unit: unit, context)
      (scale, height) = ((1, 1), gaze.isUp ? 0 : nil)
      areShares = false
      return
    }
    headNoise = nil
    let user = options.player ?? options.screen
    areShares = gaze.unit == .normalised && user == nil && options.picture == nil
    var plane = user
    if plane == nil, case (let width?, let height?) = gaze.size(cells), width > 0, height > 0 {
      plane = SourceRectangle(width: width, height: height)
    }
    switch gaze.unit {
    case .pixels(let mapped):
      plane = plane ?? mapped
      scale = (1, 1)
    default:
      // Convert shares to units of the plane, so that both kinds are processed in the same way.
      plane = plane ?? SourceRectangle(width: 1, height: 1)
      scale = (user?.width ?? 1, user?.height ?? 1)
    }
    height = gaze.isUp ? plane?.height : nil
    if let shown = try context.videoArea(of: id) {
      area = shown
    } else if let plane {
      let because = "points are relative to the screen"
      area =
        gaze.isScreen ? plane.letterboxed(try context.pictureSize(of: id, because: because)) : plane
    } else if gaze.hasSize {
      return nil
    } else {
      throw context.missingOption(
        "points are in pixels of an unknown size",
        "give --screen WxH, --player WxH, --picture X,Y,WxH or --map gaze=pixels WxH; if they "
          + "are from 0 to 1, --map gaze=normalised")
    }
    guard !gaze.isUp || height != nil else {
      throw context.missingOption(
        "y points upwards, and the height of the screen is not known",
        "give --screen WxH or --player WxH")
    }
  }

  @inline(__always)
  func picture(_ x: Double, _ y: Double) -> PicturePoint {
    let down = height.map { $0 - y * scale.y } ?? y * scale.y
    return area.picture(x * scale.x, down)
  }
}
