import Audience
import Foundation
import TestMaterial
import Testing

@testable import Importers

/// One camera films 16 seats for two minutes at 5 frames per second.
@Suite struct RoomImportTests {
  private static let people = 16
  private static let frames = 600

  /// A table of faces whose score `happy` is the number of the person in hundredths.
  ///
  /// A score of 0.9 is a passer-by. People sway by a third of a face, turn away in 10 % of the
  /// frames, and are listed in random order. In 25 % of the frames somebody of the same size walks
  /// past one row.
  private static func room(scale: Double = 1) -> String {
    var generator = SeededGenerator(seed: 34)
    var lines = [
      "frame,FaceRectX,FaceRectY,FaceRectWidth,FaceRectHeight,FaceScore,happiness,neutral"
    ]
    for frame in 0..<frames {
      var faces: [String] = []
      func add(_ x: Double, _ y: Double, _ size: Double, _ happy: Double) {
        faces.append(
          "\(frame),\(x - size / 2),\(y - size / 2),\(size),\(size),0.99,\(happy),\(1 - happy)")
      }
      for person in 0..<people where Int.random(in: 0..<10, using: &generator) > 0 {
        let sway = sin(Double(frame) / 40 + Double(person)) * 25
        let noise = Double.random(in: -8...8, using: &generator)
        add(
          200 + 180 * Double(person % 4) + sway + noise, 150 + 220 * Double(person / 4) + noise,
          80 * scale, Double(person) / 100)
      }
      if frame % 100 < 25 {
        let row = Double(frame / 100 % 4)
        add(40 * Double(frame % 100), 150 + 220 * row - 15, 84, 0.9)
      }
      lines += faces.shuffled(using: &generator)
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func read(_ text: String, seats: String? = nil) throws -> [ImportedSession] {
    var options = ImportOptions(video: "v")
    try options.set(.preset, to: "pyfeat")
    try options.set(.fps, to: "5")
    let path = NSTemporaryDirectory() + "gazecut-seats-\(UUID().uuidString).csv"
    defer { try? FileManager.default.removeItem(atPath: path) }
    if let seats {
      try Data(seats.utf8).write(to: URL(fileURLWithPath: path))
      try options.set(.seats, to: path)
    }
    return try ImportFile(format: "table", options: options).sessions(text, name: "hall.csv")
  }

  /// The most frequent person of each session, and the number of samples with that person and of
  /// all samples.
  private static func assignedPeople(
    _ sessions: [ImportedSession]
  ) -> (right: Int, all: Int, people: [Int]) {
    var right = 0
    var all = 0
    var people: [Int] = []
    for session in sessions {
      var counts: [Int: Int] = [:]
      for sample in session.samples {
        guard case .scores(let scores) = sample.face else { continue }
        counts[Int((Double(scores[.happy]) * 100).rounded()), default: 0] += 1
      }
      let most = counts.max { ($0.value, $0.key) < ($1.value, $1.key) }
      right += most?.value ?? 0
      all += counts.values.reduce(0, +)
      people.append(most?.key ?? -1)
    }
    return (right, all, people)
  }

  @Test func seatsAreFoundAndPassersByAreIgnored() throws {
    let sessions = try Self.read(Self.room())
    #expect(sessions.count == Self.people)
    #expect(Set(sessions.map(\.viewer)) == Set((1...Self.people).map { "hall seat \($0)" }))
    let found = Self.assignedPeople(sessions)
    // Seats are numbered in rows from the top left.
    let order = sessions.map(\.viewer).map { Int($0.dropFirst(10)) ?? 0 }
    #expect(zip(order, found.people).allSatisfy { $0 - 1 == $1 })
    // At least 95 % of the samples must be of the right person.
    #expect(Double(found.right) >= 0.95 * Double(found.all), "\(found.right) of \(found.all)")
    // Each face is visible in 90 % of the frames.
    #expect(found.all > Self.people * Self.frames * 85 / 100)
  }

  @Test func seatsFileNamesTheViewers() throws {
    let rows = (0..<Self.people).map { person in
      "guest \(person),\(125 + 180 * (person % 4)),\(75 + 220 * (person / 4)),150,150"
    }
    let sessions = try Self.read(
      Self.room(), seats: (["name,x,y,width,height"] + rows).joined(separator: "\n"))
    #expect(sessions.count == Self.people)
    let found = Self.assignedPeople(sessions)
    #expect(zip(sessions, found.people).allSatisfy { $0.viewer == "guest \($1)" })
    #expect(Double(found.right) >= 0.95 * Double(found.all), "\(found.right) of \(found.all)")
    // If the file has one seat only, all other faces are counted as outside.
    let one = try Self.read(Self.room(), seats: "name,x,y,width,height\nguest,125,75,150,150\n")
    #expect(one.count == 1 && one.first?.skipped["face in no seat"] ?? 0 > 7000)
  }

  @Test func invalidSeatsFilesAreRejected() throws {
    let cases = [
      (
        "name,x,y\na,1,2\n",
        ":1: there is no column 'width'; the columns must be name,x,y,width,height"
      ),
      ("name,x,y,width,height\na,1,2,0,4\n", ":2: this row is not a seat; write name"),
      ("name,x,y,width,height\na,1,2,3,4\na,5,5,5,5\n", ":3: two seats have this name;"),
      ("name,x,y,width,height\n", ": the file has no seats;"),
      // The center of the third seat is inside the second, but not the reverse.
      (
        "name,x,y,width,height\na,0,0,99,99\nb,200,0,99,99\nc,225,25,9,9\n",
        ":4: this seat overlaps an earlier one; the center of a seat cannot be inside another"
      ),
    ]
    for (text, words) in cases {
      let error = #expect(throws: ImportError.self) { try Self.read(Self.room(), seats: text) }
      #expect(error?.description.contains(words) ?? false, "\(String(describing: error))")
    }
  }

  /// A film of one viewer stays one session, even if somebody walks past behind the viewer.
  @Test func singleViewerIsNamedAfterTheFile() throws {
    let head = "frame,FaceRectX,FaceRectY,FaceRectWidth,FaceRectHeight,FaceScore,happiness\n"
    let alone = (0..<200).map { "\($0),100,100,80,80,0.99,0.5\n" }
    #expect(try Self.read(head + alone.joined()).map(\.viewer) == ["hall"])
    let passed = alone.enumerated().map {
      $1 + ($0 < 10 ? "\($0),\(300 + 40 * $0),90,60,60,0.99,0.9\n" : "")
    }
    let sessions = try Self.read(head + passed.joined())
    #expect(sessions.map(\.viewer) == ["hall"] && sessions.first?.samples.count == 200)
  }

  /// OpenFace exports landmarks, and face IDs that change after a face was lost.
  @Test func seatsAreFoundFromLandmarksOfOpenFace() throws {
    var lines = ["frame, face_id, timestamp, confidence, success, x_30, y_30, AU06_r, AU12_r"]
    for frame in 0..<300 {
      for person in 0..<3 {
        let id = (person + frame / 50) % 3
        let x = 200 + 300 * person + frame % 9
        lines.append(
          "\(frame), \(id), \(Double(frame) / 10), 0.98, 1, \(x), 400, \(person), \(person)")
      }
    }
    var options = ImportOptions(video: "v")
    try options.set(.preset, to: "openface")
    let sessions = try ImportFile(format: "table", options: options).sessions(
      lines.joined(separator: "\n"), name: "hall.csv")
    #expect(sessions.count == 3 && sessions.allSatisfy { $0.samples.count == 300 })
    for (person, session) in sessions.sorted(by: { $0.viewer < $1.viewer }).enumerated() {
      for sample in session.samples {
        guard case .scores(let scores) = sample.face else { return #expect(Bool(false)) }
        #expect(abs(Double(scores[.happy]) - Double(person) / 5) < 0.01)
      }
    }
  }
}
