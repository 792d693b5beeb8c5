import Audience
import Foundation
import TestMaterial
import Testing

@testable import Importers

/// `--offset` shifts times in every format; `--started-at` is for formats with clock times.
@Suite struct OffsetImportTests {
  private static let samples = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("samples").path

  /// One sample file per format.
  private static let files = [
    "timeline": "meadow.timeline.jsonl", "seetube": "seetube/wren.json",
    "seeyoutube": "seeyoutube/wren.log", "arkit": "arkit/wren.csv",
    "detections": "meadow.detections.jsonl", "vision": "meadow.vision.jsonl",
    "yolo": "meadow.yolo.jsonl", "coco": "meadow.coco.json", "mot": "meadow.mot.txt",
    "firebase": "firebase/wren.json", "curve": "meadow.info.json",
  ]

  private func times(_ name: String, _ format: ImportFormat, offset: Double) throws -> [Double] {
    var options = ImportOptions(
      video: name == "timeline" || name == "detections" ? nil : "meadow",
      pictureSize: { _ in FrameSize(width: 1280, height: 720) })
    options.player = name == "seeyoutube" ? SourceRectangle(width: 844, height: 475) : nil
    if name == "arkit" { options.screen = SourceRectangle(width: 834, height: 1194) }
    options.startedAt = name == "firebase" ? ClockDate("20261119210000") : nil
    if name == "coco" || name == "mot" { options.framesPerSecond = 25 }
    options.offset = offset
    switch try format.read("\(Self.samples)/\(Self.files[name] ?? name)", options) {
    case .sessions(let sessions): return sessions.flatMap { $0.samples.map(\.time) }
    case .detections(let boxes): return boxes.detections.map(\.time)
    case .curve(_, let curve): return curve.points.map(\.start)
    }
  }

  @Test(arguments: files.keys.sorted())
  func offsetShiftsEveryTime(_ name: String) throws {
    let format = try #require(ImportFormat.named(name))
    #expect(format.options.contains(.offset))
    let plain = try times(name, format, offset: 0)
    let moved = try times(name, format, offset: 2.5)
    try #require(!plain.isEmpty)
    #expect(
      zip(plain, moved).allSatisfy { abs($0 + 2.5 - $1) < 0.0015 } && plain.count == moved.count)
  }

  @Test func everyFormatHasTheOptionOffset() {
    for format in ImportFormat.all { #expect(format.options.contains(.offset), "\(format.name)") }
  }

  @Test func clockTimesCountFromStartedAt() throws {
    let rows =
      "t,left_x,left_y,right_x,right_y,blink_left,blink_right\n"
      + "1556052912.5,0,0,0,0,0,0\n1556052913,0,0,0,0,0,0\n"
    var file = ImportFile(format: "arkit", options: ImportOptions(video: "v"))
    file.options.screen = SourceRectangle(width: 834, height: 1194)
    file.options.picture = SourceRectangle(x: 0, y: 0, width: 834, height: 469)
    #expect(file.rejection(rows).contains("more than 24 h into the video"))
    file.options.startedAt = ClockDate("2019-04-23T20:55:10Z")
    #expect(try file.sessions(rows, name: "a.csv")[0].samples.map(\.time) == [2.5, 3])
    file.options.offset = -2.5
    #expect(try file.sessions(rows, name: "a.csv")[0].samples.map(\.time) == [0, 0.5])
    file.options.startedAt = ClockDate("2019-04-23T20:55:10")
    #expect(file.rejection(rows).contains("--started-at has no time zone"))
  }

  @Test func negativeTimesAreCounted() throws {
    let text =
      #"{"gazecut":"timeline/1","video":"v","picture":{"width":1,"height":1}}"#
      + "\n{\"t\":1,\"gaze\":{\"x\":0,\"y\":0}}\n{\"t\":3,\"gaze\":{\"x\":0,\"y\":0}}\n"
    var file = ImportFile(format: "timeline")
    file.options.offset = -2
    let session = try file.sessions(text)[0]
    #expect(session.samples.map(\.time) == [1] && session.skipped == ["negative time": 1])
  }
}
