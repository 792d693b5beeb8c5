import Audience

/// Where heads are turned, taken for where eyes look.
///
/// Nobody knows where a camera stands to a screen and to each seat, so the middle of a viewer's own
/// directions is taken for the middle of the picture. How far a turn reaches on the picture follows
/// from how wide it is seen, which a person says.
enum HeadGaze {
  /// Which part of a turn of the gaze the head makes, the eyes the rest: .69 on the average of four
  /// people, .53 to .86 (Stiefelhagen and Zhu 2002).
  static let share = 0.69
  /// Standard deviation of such gaze, in degrees: a detector's 3 are 4 of gaze, people differ in
  /// their share by 4, and eyes rove by 6 on their own.
  static let noise = 8.0

  /// Where a video's picture lies among directions of so many degrees each, around that in which
  /// the head rests, and how coarse they are in picture heights.
  static func area(
    of video: String, around rest: PicturePoint?, unit: Double, _ context: FileContext
  ) throws(ImportError) -> (area: ImageArea, noise: Double) {
    guard let seen = context.options.head else {
      throw context.missingOption(
        "the points are directions of a head", "give --head, how many degrees wide the picture is")
    }
    let picture = try context.pictureSize(of: video, because: "--head tells its width alone")
    let width = seen * share
    let height = width * Double(picture.height) / Double(picture.width)
    let area = ImageArea(
      x: (rest?.x ?? 0) - width / unit / 2, y: (rest?.y ?? 0) - height / unit / 2,
      width: width / unit, height: height / unit)
    return (area, noise * share / height)
  }

  /// Takes a map's directions of heads as its gaze.
  static func take(from map: inout ColumnMap, _ context: FileContext) throws(ImportError) {
    if !map.gaze.contains(where: \.unit.isOfHead) { map.gaze = map.head }
    guard let columns = map.gaze.first else {
      throw context.missingOption(
        "--head, and no column of this table is known to tell a head's direction",
        "take --preset openface, or name them: --map 'x=YAW,y=PITCH,gaze=degrees'")
    }
    map.required += [columns.x, columns.y]
  }

  /// The middle of each session's directions, by the cells that tell sessions apart; y downwards.
  static func rests(
    _ rows: any RowSource, _ map: ColumnMap
  ) throws(ImportError) -> [[UInt8]: PicturePoint] {
    let columns = try TableColumns(map, of: rows)
    guard let gaze = columns.gaze, case .angles(let unit) = gaze.unit else { return [:] }
    // A quarter of a degree is less than any detector tells; counts take no room as rows do.
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

extension ColumnMap.GazeUnit {
  var isOfHead: Bool { if case .angles = self { true } else { false } }
}
