import Audience

/// A place before a camera where one person sits.
struct Seat {
  var name = ""
  /// The middle of its faces, in pixels of the camera.
  var x: Double
  var y: Double
  /// The width of its faces, or of the seat where a person gave it.
  var width: Double
  /// Half the sides of a rectangle that a person gave; `nil` where faces made the seat.
  var half: (x: Double, y: Double)?
  /// In how many frames it had a face, and the last of them.
  var frames = 0
  var last = 0

  /// How little a face belongs here, in widths of a face; `nil` where it does not.
  ///
  /// People sway by less than a face's width, and a head that passes nearer to the camera is
  /// larger.
  func distance(_ face: RoomFace) -> Double? {
    let (dx, dy) = (abs(face.x - x), abs(face.y - y))
    if let half {
      return dx <= half.x && dy <= half.y ? max(dx / half.x, dy / half.y) : nil
    }
    let apart = (dx * dx + dy * dy).squareRoot() / width
    let ratio = face.width.map { max($0 / width, width / $0) } ?? 1
    return apart <= Self.reach && ratio <= Self.mostRatio ? apart + ratio - 1 : nil
  }

  /// Whether the middle of another seat lies in this one.
  func holds(_ other: Seat) -> Bool {
    distance(RoomFace(x: other.x, y: other.y, width: nil)) != nil
  }

  /// How far from the middle a face may be, in its widths.
  static let reach = 1.0
  /// How much larger or smaller than usual a face may be.
  static let mostRatio = 1.5
}

struct RoomFace {
  let x: Double
  let y: Double
  /// `nil` where the table has only a point.
  let width: Double?
}

/// The seats of a room, learned from where faces are, or as a person drew them.
struct Seats {
  /// Heads that pass make places of their own; more at a time are no room's.
  private static let most = 4096
  /// In how large a part of the frames a seat must have a face: who passes is there for less.
  private static let leastPart = 0.1
  /// The mean of a seat follows a person who moves the chair, and not one who turns.
  private static let memory = 250.0

  private(set) var all: [Seat] = []
  private var frames = 0
  private(set) var mostFaces = 0
  private let unit: Double

  /// Prepares to learn; `unit` is the width of faces where the table has only points.
  init(unit: Double) { self.unit = unit }

  mutating func learn(_ faces: [RoomFace]) {
    frames += 1
    mostFaces = max(mostFaces, faces.count)
    let places = assign(faces)
    for (face, place) in zip(faces, places) {
      guard let place else {
        all.append(Seat(x: face.x, y: face.y, width: face.width ?? unit, frames: 1, last: frames))
        continue
      }
      all[place].frames += 1
      all[place].last = frames
      let part = 1 / min(Double(all[place].frames), Self.memory)
      all[place].x += (face.x - all[place].x) * part
      all[place].y += (face.y - all[place].y) * part
      if let width = face.width { all[place].width += (width - all[place].width) * part }
    }
    guard all.count > Self.most else { return }
    let frames = frames
    all.removeAll { $0.frames < 5 && $0.last < frames }
    if all.count > Self.most { all = Array(all.sorted { $0.frames > $1.frames }.prefix(Self.most)) }
  }

  /// Which seat each face of a frame is of: pairs are made the nearest first, and no seat has two.
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

  /// Leaves out where somebody only passed, and names the others by their rows from the top left.
  mutating func settle() {
    let least = max(2, Double(frames) * Self.leastPart)
    var seats: [Seat] = []
    for seat in all.sorted(by: { $0.frames > $1.frames }) where Double(seat.frames) >= least {
      // One chair that was moved, or one head that leant aside for long, is no second person.
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

  /// Reads the seats that a person drew: `name,x,y,width,height` in pixels of the camera.
  init(of file: ByteSource) throws(ImportError) {
    unit = 1
    let rows = try DelimitedRows(file)
    let indices = try rows.columns(["name", "x", "y", "width", "height"])
    while try rows.next() {
      let numbers = indices.dropFirst().compactMap { rows.cells[$0].number }
      let name = rows.cells[indices[0]].text.flatMap(ViewerName.plain)
      guard let name, numbers.count == 4, numbers[2] > 0, numbers[3] > 0 else {
        throw rows.failure("no seat", "it is a name, its left and top, its width and height")
      }
      guard !all.contains(where: { $0.name == name }), all.count < Self.most else {
        throw rows.failure("a seat's name that came before", "name every seat once")
      }
      let half = (x: numbers[2] / 2, y: numbers[3] / 2)
      let seat = Seat(
        name: name, x: numbers[0] + half.x, y: numbers[1] + half.y, width: numbers[2], half: half)
      guard !all.contains(where: { $0.holds(seat) || seat.holds($0) }) else {
        throw rows.failure(
          "a seat that lies upon one that came before", "the middle of a seat lies in no other")
      }
      all.append(seat)
    }
    guard !all.isEmpty else {
      throw ImportError(
        of: file.file, "no seat in the file", "give a seat a line, name,x,y,width,height")
    }
  }
}
