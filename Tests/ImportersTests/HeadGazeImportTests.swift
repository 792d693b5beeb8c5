import Audience
import Foundation
import TestMaterial
import Testing

@testable import Importers

/// Gaze from head directions of viewers in a room, in front of a screen that is 60° wide.
@Suite struct HeadGazeImportTests {
  private static let width = 60.0

  /// A table of eight viewers at 5 frames per second.
  ///
  /// Each head has its own resting direction and turns by 0.69 of the gaze angle. All viewers look
  /// left (0.2) for 10 s, right (0.8) for 10 s, and at the middle otherwise.
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

  /// The mean of the gaze points in a time range, and their standard deviation.
  private static func gazePoints(
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

  @Test func headDirectionGivesGazeFromEverySeat() throws {
    let file = try Self.file([.preset: "openface", .head: "\(Self.width)"])
    let sessions = try file.sessions(Self.room(), name: "hall.csv")
    #expect(sessions.count == 8)
    for session in sessions {
      let (left, right) = (Self.gazePoints(session, 20..<30), Self.gazePoints(session, 40..<50))
      // The noise of 3° limits the mean of 50 gaze points, and of the resting direction, to a
      // standard error of 0.012 of the frame width. 16 means are compared: allow four times that.
      #expect(abs(left.x - 0.2) < 0.05 && abs(right.x - 0.8) < 0.05, "\(left.x) \(right.x)")
      #expect(abs(left.y - 0.5) < 0.06)
      // The spread is the noise of 3° of the detector, divided by the share of the head.
      #expect((0.05..<0.1).contains(left.spread), "\(left.spread)")
      #expect(session.samples.allSatisfy { $0.face != .notReported })
    }
  }

  @Test func uncertaintyOfHeadDirectionsIsReported() throws {
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
    // 8° of 33.75°, the height of a 16:9 frame that is 60° wide.
    #expect(check.oddities.first?.description.contains("8 degrees (0.237 of the frame") == true)
  }

  /// gazecut uses head directions as gaze only with `--head`.
  @Test func headDirectionsAreIgnoredWithoutTheOption() throws {
    let sessions = try Self.file([.preset: "openface"]).sessions(Self.room(), name: "hall.csv")
    #expect(sessions.count == 8)
    #expect(sessions.allSatisfy { $0.samples.allSatisfy { $0.gaze == .notReported } })
  }

  /// Versions of Py-Feat differ in unit and sign, so `--map` names unit and columns.
  @Test func mappedAnglesAreReadInDegreesUpwards() throws {
    let rows = (0..<60).map { frame in
      "\(Double(frame) / 5),\(frame < 30 ? 10 : 20.35),\(frame < 30 ? -4 : 1.5),0.5"
    }
    let text = (["t,Yaw,Pitch,joy"] + rows + rows.prefix(30)).joined(separator: "\n")
    let map = "time=t:s,x=Yaw,y=Pitch,gaze=degrees up,happy=joy"
    let session = try #require(
      try Self.file([.map: map, .head: "60"]).sessions(text, name: "a.csv").first)
    let late = Self.gazePoints(session, 6..<12)
    // A quarter of the frame width is 10.35° of head turn. Upwards is towards y = 0.
    #expect(abs(late.x - 0.75) < 0.01)
    #expect(abs(late.y - (0.5 - 5.5 / (60 * 0.69 * 9 / 16))) < 0.01)
  }

  @Test func missingOptionsAndColumnsAreReported() throws {
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
      let rejection = try Self.file(given).rejection(text)
      #expect(rejection.contains(words), "\(rejection)")
    }
    for wrong in ["0", "half", "170", "nan"] {
      var options = ImportOptions()
      #expect(throws: ImportOptionError.self) { try options.set(.head, to: wrong) }
    }
  }
}
