import Audience
import Foundation
import TestMaterial
import Testing

@testable import Importers

/// Heads of a room, turned to one side of a picture that is 60 degrees wide, then to the other.
@Suite struct HeadGazeImportTests {
  private static let width = 60.0

  /// Eight seats at 5 frames a second.
  ///
  /// Each head rests where its seat has it and follows .69 of where its eyes go. For 10 s all look
  /// at the left (.2), for 10 s at the right (.8), between them about the middle.
  private static func room(noise: Double = 3) -> String {
    var generator = SeededGenerator(seed: 34)
    func normal(_ deviation: Double) -> Double {
      (0..<12).reduce(-6.0) { sum, _ in sum + Double.random(in: 0..<1, using: &generator) }
        * deviation
    }
    var lines = [
      "frame, face_id, timestamp, confidence, success, x_30, y_30, pose_Rx, pose_Ry, AU06_r, AU12_r"
    ]
    for frame in 0..<300 {
      let time = Double(frame) / 5
      let target = (20..<30).contains(time) ? 0.2 : (40..<50).contains(time) ? 0.8 : 0.5
      for person in 0..<8 {
        let rest = Double(person % 4 - 2) * 12 + 3
        let yaw = rest + (target - 0.5) * width * HeadDirectionGaze.share + normal(noise)
        let pitch = -6 + normal(noise)
        let (x, y) = (200 + 180 * (person % 4), 150 + 220 * (person / 4))
        lines.append(
          "\(frame + 1), \(person), \(time), 0.98, 1, \(x), \(y), \(pitch * .pi / 180), "
            + "\(yaw * .pi / 180), 1, \(frame % 5)")
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func file(_ given: [ImportOption: String]) throws -> ImportFile {
    var options = ImportOptions(video: "v") { _ in FrameSize(width: 1920, height: 1080) }
    for (option, text) in given { try options.set(option, to: text) }
    return ImportFile(format: "table", options: options)
  }

  /// The mean place of looks in a stretch, and how far they lie from it.
  private static func looks(
    _ session: ImportedSession, _ seconds: Range<Double>
  ) -> (x: Double, y: Double, spread: Double) {
    let points = session.samples.filter { seconds.contains($0.time) }.compactMap { sample in
      if case .at(let point, .low, _) = sample.gaze { point } else { nil as PicturePoint? }
    }
    let count = Double(max(1, points.count))
    let x = points.reduce(0) { $0 + $1.x } / count
    let y = points.reduce(0) { $0 + $1.y } / count
    let squares = points.reduce(0) { $0 + ($1.x - x) * ($1.x - x) }
    return (x, y, (squares / count).squareRoot())
  }

  @Test func aTurnedHeadTellsASideWhereverItsSeatIs() throws {
    let file = try Self.file([.preset: "openface", .head: "\(Self.width)"])
    let sessions = try file.sessions(Self.room(), name: "hall.csv")
    #expect(sessions.count == 8)
    for session in sessions {
      let (left, right) = (Self.looks(session, 20..<30), Self.looks(session, 40..<50))
      // 50 looks of 3 degrees, and where a head of as many rests, are known to .012 of the 41
      // degrees that a head turns across the picture; four of it, for sixteen means.
      #expect(abs(left.x - 0.2) < 0.05 && abs(right.x - 0.8) < 0.05, "\(left.x) \(right.x)")
      #expect(abs(left.y - 0.5) < 0.06)
      // What is told is the detector's noise of 3 degrees, divided by the head's share.
      #expect((0.05..<0.1).contains(left.spread), "\(left.spread)")
      #expect(session.samples.allSatisfy { $0.face != .notReported })
    }
  }

  @Test func howCoarseItIsIsTold() throws {
    let folder = NSTemporaryDirectory() + "gazecut-heads-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try Data(Self.room().utf8).write(to: URL(fileURLWithPath: folder + "/hall.csv"))
    let file = try Self.file([.preset: "openface", .head: "60"])
    guard
      case .sessions(let sessions) = try #require(ImportFormat.named("table"))
        .stage(folder + "/hall.csv", file.options)
    else { return #expect(Bool(false)) }
    let check = try ImportCheck(try #require(sessions.first), videoDuration: 60, now: .now)
    #expect(check.oddities.map(\.kind) == [.heads])
    // 8 of the 33.75 degrees that a picture of 16:9 is high where it is 60 wide.
    #expect(check.oddities.first?.description.contains("8 degrees (0.237 of the frame") == true)
  }

  /// Nobody is taken to look where the head is turned unless a person says so.
  @Test func withoutTheOptionThereIsNoGaze() throws {
    let sessions = try Self.file([.preset: "openface"]).sessions(Self.room(), name: "hall.csv")
    #expect(sessions.count == 8)
    #expect(sessions.allSatisfy { $0.samples.allSatisfy { $0.gaze == .notReported } })
  }

  /// Versions of py-feat differ in unit and sign: columns are named.
  @Test func anglesAreMappedInDegreesAndUpwards() throws {
    let rows = (0..<60).map { frame in
      "\(Double(frame) / 5),\(frame < 30 ? 10 : 20.35),\(frame < 30 ? -4 : 1.5),0.5"
    }
    let text = (["t,Yaw,Pitch,joy"] + rows + rows.prefix(30)).joined(separator: "\n")
    let map = "time=t:s,x=Yaw,y=Pitch,gaze=degrees up,happy=joy"
    let session = try #require(
      try Self.file([.map: map, .head: "60"]).sessions(text, name: "a.csv").first)
    let late = Self.looks(session, 6..<12)
    // A quarter of the picture's width is 10.35 degrees of a head; up is towards 0.
    #expect(abs(late.x - 0.75) < 0.01)
    #expect(abs(late.y - (0.5 - 5.5 / (60 * 0.69 * 9 / 16))) < 0.01)
  }

  @Test func whatIsMissingIsSaid() throws {
    let degrees = "time=t:s,x=Yaw,y=Pitch,gaze=degrees"
    let text = "t,Yaw,Pitch,happiness,frame\n0,1,1,0.5,1\n1,2,2,0.5,2\n"
    let faces = "timestamp,success,confidence,AU06_r,AU12_r\n0,1,0.9,1,1\n"
    let cases: [([ImportOption: String], String, String)] = [
      ([.map: degrees], text, "the points are head directions; give --head"),
      (
        [.head: "60", .preset: "pyfeat", .fps: "5"], text,
        "none is known in this table; use --preset openface"
      ),
      ([.head: "60", .preset: "openface"], faces, "no column 'pose_Ry'"),
    ]
    for (given, text, words) in cases {
      let refusal = try Self.file(given).refusal(text)
      #expect(refusal.contains(words), "\(refusal)")
    }
    for wrong in ["0", "half", "170", "nan"] {
      var options = ImportOptions()
      #expect(throws: ImportOptionError.self) { try options.set(.head, to: wrong) }
    }
  }
}
