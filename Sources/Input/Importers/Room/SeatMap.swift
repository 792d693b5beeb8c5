import Audience

/// A seat in the camera image, where one person sits.
struct Seat {
  var name = ""
  /// Center of the seat's faces, in pixels of the camera.
  var x: Double
  var y: Double
  /// Width of the seat's faces, or of the rectangle from `--seats`.
  var width: Double
  /// Half the width and height of a rectangle from `--seats`; `nil` for a learned seat.
  var half: (x: Double, y: Double)?
  /// Number of frames with a face in this seat.
  var frames = 0
  /// The last frame with a face in this seat.
  var last = 0

  /// Distance of a face from the seat, in face widths; `nil` if it does not belong to the seat.
  ///
  /// People move by less than the width of a face. A face of a very different size belongs to
  /// someone at another distance from the camera.
  func distance(_ face: RoomFace) -> Double? {
    let (dx, dy) = (abs(face.x - x), abs(face.y - y))
    if let half { return dx <= half.x && dy <= half.y ? max(dx / half.x, dy / half.y) : nil }
    let apart = (dx * dx + dy * dy).squareRoot() / width
    let ratio = face.width.map { max($0 / width, width / $0) } ?? 1
    return apart <= Self.maximumDistance && ratio <= Self.maximumRatio ? apart + ratio - 1 : nil
  }

  /// Whether the center of another seat is inside this one.
  func holds(_ other: Seat) -> Bool {
    distance(RoomFace(x: other.x, y: other.y, width: nil)) != nil
  }

  /// Maximum distance of a face from the center, in face widths.
  static let maximumDistance = 1.0
  /// Maximum ratio between the width of a face and the seat's mean width.
  static let maximumRatio = 1.5
}

struct RoomFace {
  let x: Double
  let y: Double
  /// `nil` where the table has only a point.
  let width: Double?
}

/// The seats of a room, learned from positions of faces or read from `--seats`.
struct SeatMap {
  /// Maximum number of seats; people who walk past create temporary ones.
  private static let maximumSeats = 4096
  /// Minimum share of frames in which a seat must have a face; people who walk past have less.
  private static let minimumShare = 0.1
  /// Length of the running mean in frames: it follows a moved chair, but not a turning head.
  private static let meanLength = 250.0

  private(set) var all: [Seat] = []
  private var frames = 0
  private(set) var largestFaceCount = 0
  private let unit: Double

  /// `unit` is the width of faces if the table has only points.
  init(unit: Double) { self.unit = unit }

  mutating func learn(_ faces: [RoomFace]) {
    frames += 1
    largestFaceCount = max(largestFaceCount, faces.count)
    let places = assign(faces)
    for (face, place) in zip(faces, places) {
      guard let place else {
        all.append(Seat(x: face.x, y: face.y, width: face.width ?? unit, frames: 1, last: frames))
        continue
      }
      all[place].frames += 1
      all[place].last = frames
      let part = 1 / min(Double(all[place].frames), Self.meanLength)
      all[place].x += (face.x - all[place].x) * part
      all[place].y += (face.y - all[place].y) * part
      if let width = face.width { all[place].width += (width - all[place].width) * part }
    }
    guard all.count > Self.maximumSeats else { return }
    let frames = frames
    all.removeAll { $0.frames < 5 && $0.last < frames }
    if all.count > Self.maximumSeats {
      all = Array(all.sorted { $0.frames > $1.frames }.prefix(Self.maximumSeats))
    }
  }

  /// Assigns each face of a frame to a seat, nearest pairs first; no seat gets two faces.
  func assign(_ faces: [RoomFace]) -> [Int?] {
    var pairs: [(distance: Double, face: Int, seat: Int)] = []
    for (index, face) in faces.enumerated() {
      for (place, seat) in all.enumerated() {
        if let distance = seat.distance(face) { pairs.append((distance, index, place)) }
      }
    }
    var found = [Int?](repeating: nil, count: faces.count)
    var taken: Set<Int> = []
    for pair in pairs.sorted(by: {
      ($0.distance, $0.face, $0.seat) < ($1.distance, $1.face, $1.seat)
    })
    where found[pair.face] == nil && !taken.contains(pair.seat) {
      found[pair.face] = pair.seat
      taken.insert(pair.seat)
    }
    return found
  }

  /// Removes seats of people who walked past, and numbers the others by rows from the top left.
  mutating func removeTransientSeats() {
    let least = max(2, Double(frames) * Self.minimumShare)
    var seats: [Seat] = []
    for seat in all.sorted(by: { $0.frames > $1.frames }) where Double(seat.frames) >= least {
      // A moved chair, or a head that leaned aside for a long time, is not a second person.
      let face = RoomFace(x: seat.x, y: seat.y, width: nil)
      if !seats.contains(where: { $0.distance(face) ?? 1 < 0.7 }) { seats.append(seat) }
    }
    let height = seats.map(\.width).sorted().dropFirst(seats.count / 2).first ?? 1
    var rows: [[Seat]] = []
    for seat in seats.sorted(by: { $0.y < $1.y }) {
      if let first = rows.last?.first, seat.y - first.y < height {
        rows[rows.count - 1].append(seat)
      } else {
        rows.append([seat])
      }
    }
    all = rows.flatMap { $0.sorted { $0.x < $1.x } }
    for index in all.indices { all[index].name = "seat \(index + 1)" }
  }

  /// Reads seats from `--seats`: `name,x,y,width,height` in pixels of the camera.
  init(of file: ByteSource) throws(ImportError) {
    unit = 1
    let rows = try DelimitedRows(file)
    let indices = try rows.columns(["name", "x", "y", "width", "height"])
    while try rows.next() {
      let numbers = indices.dropFirst().compactMap { rows.cells[$0].number }
      let name = rows.cells[indices[0]].text.flatMap(ViewerName.plain)
      guard let name, numbers.count == 4, numbers[2] > 0, numbers[3] > 0 else {
        throw rows.failure("this row is not a seat", "write name, left, top, width and height")
      }
      guard !all.contains(where: { $0.name == name }), all.count < Self.maximumSeats else {
        throw rows.failure("two seats have this name", "give every seat its own name")
      }
      let half = (x: numbers[2] / 2, y: numbers[3] / 2)
      let seat = Seat(
        name: name, x: numbers[0] + half.x, y: numbers[1] + half.y, width: numbers[2], half: half)
      guard !all.contains(where: { $0.holds(seat) || seat.holds($0) }) else {
        throw rows.failure(
          "this seat overlaps an earlier one", "the center of a seat cannot be inside another")
      }
      all.append(seat)
    }
    guard !all.isEmpty else {
      throw ImportError(
        of: file.file, "the file has no seats", "write one seat per line: name,x,y,width,height")
    }
  }
}
