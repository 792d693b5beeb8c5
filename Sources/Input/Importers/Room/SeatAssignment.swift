/// Assigns faces to viewers by their seats, if one camera films several people.
///
/// Tracking IDs of a face detector cannot be used, because they change when a person turns away.
struct SeatAssignment {
  let map: ColumnMap
  private let context: ImportContext
  private let inner: ColumnMap
  private let seats: SeatMap

  /// Finds the seats in a table of faces; `nil` if the table has one viewer.
  ///
  /// That is the case if it has no positions of faces, or one face at a time and no `--seats`.
  init?(_ context: ImportContext, _ map: ColumnMap) throws(ImportError) {
    let givenSeats = try context.options.seats.map { path throws(ImportError) in
      try SeatMap(of: context.open(beside: path))
    }
    guard let face = map.face else {
      guard givenSeats == nil else {
        throw context.missingOption(
          "--seats needs positions of faces, and this table has none",
          "use --preset openface or pyfeat, or your own preset with \"face\"")
      }
      return nil
    }
    self.context = context
    inner = map
    guard let rows = try FaceFrameReader(context, map) else {
      guard givenSeats == nil else {
        throw context.failure(
          "--seats needs the column '\(face.x)'", "export the table with positions of faces")
      }
      return nil
    }
    if let givenSeats {
      seats = givenSeats
    } else {
      var learned = SeatMap(unit: face.width == nil ? try Self.unit(context, map) : 1)
      while try rows.nextFrame() { learned.learn(rows.faces) }
      guard learned.largestFaceCount > 1 else { return nil }
      learned.removeTransientSeats()
      seats = learned
      guard context.options.viewer == nil || learned.all.count < 2 else {
        throw context.failure(
          "--viewer names one person, but the camera shows several",
          "remove --viewer, or import each person's own video")
      }
    }
    var own = map
    own.names[.viewer] = [SeatedRows.viewer]
    own.words[.only, default: []].append(.init(names: [SeatedRows.column], words: []))
    self.map = own
  }

  /// The rows of the table, each with the seat and the viewer of its face.
  func rows() throws(ImportError) -> any RowSource {
    guard let rows = try FaceFrameReader(context, inner) else {
      throw context.failure("the table changed during the import", "import it again")
    }
    // Seats of two rooms have the same names, so add the name of the file.
    let isDrawn = context.options.seats != nil
    let stem = isDrawn ? "" : context.viewer(named: nil) + " "
    // If there is only one seat, name the viewer as in any other file.
    let hasOneSeat = !isDrawn && seats.all.count == 1
    return SeatedRows(rows, seats, viewers: seats.all.map { hasOneSeat ? "" : stem + $0.name })
  }

  /// The typical width of a face in a table with only points: half the median distance to the
  /// nearest other face.
  private static func unit(
    _ context: ImportContext, _ map: ColumnMap
  ) throws(ImportError) -> Double {
    guard let rows = try FaceFrameReader(context, map) else { return 1 }
    var gaps: [Double] = []
    while gaps.count < 4000, try rows.nextFrame() {
      let faces = rows.faces
      guard faces.count <= 256 else { continue }
      for (index, one) in faces.enumerated() {
        let others = faces.enumerated().filter { $0.offset != index }.map { other in
          let (dx, dy) = (other.element.x - one.x, other.element.y - one.y)
          return (dx * dx + dy * dy).squareRoot()
        }
        if let nearest = others.min() { gaps.append(nearest) }
      }
    }
    return gaps.isEmpty ? 1 : max(1, gaps.sorted()[gaps.count / 2] / 2)
  }
}

/// Groups the rows of a table of faces into frames: rows with the same time.
final class FaceFrameReader {
  struct Row {
    /// `nil` if the row has no face.
    let face: RoomFace?
    let cells: [[UInt8]]
    let line: Int
  }

  let rows: any RowSource
  private(set) var frame: [Row] = []
  private let time: Int
  private let place: TableColumns.Place
  private var isAhead = false
  /// Maximum number of faces per frame, more than any real image has.
  private static let most = 4096

  /// Fails if the table has no columns of time and of positions of faces.
  init?(_ context: ImportContext, _ map: ColumnMap) throws(ImportError) {
    rows = try TableOpener.rows(of: context, map)
    guard let time = try rows.first(of: map.names[.time]), let face = map.face,
      let place = try TableColumns.Place(face, of: rows)
    else { return nil }
    (self.time, self.place) = (time, place)
  }

  var faces: [RoomFace] { frame.compactMap(\.face) }

  func nextFrame() throws(ImportError) -> Bool {
    frame.removeAll(keepingCapacity: true)
    if !isAhead { isAhead = try rows.next() }
    guard isAhead else { return false }
    let stamp = rows.cells[time].array
    repeat {
      frame.append(Row(face: face, cells: rows.cells.map(\.array), line: rows.line))
      isAhead = try rows.next()
    } while isAhead && frame.count < Self.most && rows.cells[time].equals(stamp)
    return true
  }

  private var face: RoomFace? {
    guard let left = TableColumns.number(rows.cells[place.x]),
      let top = TableColumns.number(rows.cells[place.y])
    else { return nil }
    let (width, height) = place.size(rows.cells)
    if let width, width <= 0 { return nil }
    return RoomFace(x: left + (width ?? 0) / 2, y: top + (height ?? 0) / 2, width: width)
  }
}

/// Adds seat and viewer columns to rows of faces; both are empty for a face without a seat.
final class SeatedRows: RowSource {
  static let column = "seat of the room"
  static let viewer = "viewer of the room"

  let names: [String]
  private(set) var line = 0
  var file: String { faces.rows.file }
  var cells: [Bytes] { row.cells }
  private let faces: FaceFrameReader
  private let seats: SeatMap
  private let viewers: [String]
  private let row = CellBuffer()
  private var frame: ArraySlice<FaceFrameReader.Row> = []
  private var places: ArraySlice<Int?> = []

  init(_ faces: FaceFrameReader, _ seats: SeatMap, viewers: [String]) {
    self.faces = faces
    self.seats = seats
    self.viewers = viewers
    names = faces.rows.names + [Self.column, Self.viewer]
  }

  func next() throws(ImportError) -> Bool {
    if frame.isEmpty {
      guard try faces.nextFrame() else { return false }
      frame = faces.frame[...]
      places = seats.assign(faces.faces)[...]
    }
    guard let next = frame.popFirst() else { return false }
    row.begin(names.count)
    for (column, cell) in next.cells.enumerated() { row.set(column, to: cell) }
    if next.face != nil, let seat = places.popFirst() ?? nil {
      row.set(names.count - 2, to: seats.all[seat].name.utf8)
      row.set(names.count - 1, to: viewers[seat].utf8)
    }
    row.copyIntoBuffer()
    line = next.line
    return true
  }
}
