import Audience

/// Estimates gaze from head direction and the video's width in degrees (`--head`).
///
/// The position of the camera is unknown, so the median direction of each viewer counts as the
/// middle of the video.
enum HeadDirectionGaze {
  /// Share of a gaze shift that the head turns; the eyes turn the rest.
  ///
  /// 0.69 is the mean of four people, from 0.53 to 0.86 (Stiefelhagen and Zhu 2002).
  static let share = 0.69
  /// Standard deviation of the estimate, in degrees of gaze.
  ///
  /// It combines a detector error of 4, differences between people of 4, and eye movement of 6.
  static let noise = 8.0

  /// The position of the video among head directions around `rest`, in units of `unit` degrees,
  /// and the standard deviation in frame heights.
  static func area(
    of video: String, around rest: PicturePoint?, unit: Double, _ context: ImportContext
  ) throws(ImportError) -> (area: SourceRectangle, noise: Double) {
    guard let seen = context.options.head else {
      throw context.missingOption(
        "the points are head directions", "give --head: the width of the video in degrees")
    }
    let picture = try context.pictureSize(of: video, because: "--head gives only its width")
    let width = seen * share
    let height = width * Double(picture.height) / Double(picture.width)
    let area = SourceRectangle(
      x: (rest?.x ?? 0) - width / unit / 2, y: (rest?.y ?? 0) - height / unit / 2,
      width: width / unit, height: height / unit)
    return (area, noise * share / height)
  }

  /// Uses the map's columns of head direction as gaze.
  static func take(from map: inout ColumnMap, _ context: ImportContext) throws(ImportError) {
    if !map.gaze.contains(where: \.unit.isOfHead) { map.gaze = map.head }
    guard let columns = map.gaze.first else {
      throw context.missingOption(
        "--head needs columns of head direction, and none is known in this table",
        "use --preset openface, or name them: --map 'x=YAW,y=PITCH,gaze=degrees'")
    }
    map.required += [columns.x, columns.y]
  }

  /// The median head direction of each session, by session key, with y downwards.
  static func restingDirections(
    _ rows: any RowSource, _ map: ColumnMap
  ) throws(ImportError) -> [[UInt8]: PicturePoint] {
    let columns = try TableColumns(map, of: rows)
    guard let gaze = columns.gaze, case .angles(let unit) = gaze.unit else { return [:] }
    // Use histogram bins of 0.25 degrees, less than any detector resolves, to save memory.
    let step = 0.25 / unit
    var counts: [[UInt8]: (x: [Int: Int], y: [Int: Int])] = [:]
    while try rows.next() {
      let cells = rows.cells
      guard columns.isKept(cells), columns.isFaceValid(cells),
        let x = columns.coordinate(cells[gaze.x]), let y = columns.coordinate(cells[gaze.y]),
        let stepsX = Int(exactly: (x / step).rounded()),
        let stepsY = Int(exactly: (y / step).rounded())
      else { continue }
      let key = columns.key(cells)
      counts[key, default: ([:], [:])].x[stepsX, default: 0] += 1
      counts[key, default: ([:], [:])].y[gaze.isUp ? -stepsY : stepsY, default: 0] += 1
    }
    return counts.mapValues {
      PicturePoint(x: Double(median(of: $0.x) ?? 0) * step, y: Double(median(of: $0.y) ?? 0) * step)
    }
  }
}
