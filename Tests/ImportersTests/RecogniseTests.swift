import Audience
import Foundation
import Testing

@testable import Importers

@Suite struct RecogniseTests {
  private static let samples = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("samples").path

  private func options() throws -> ImportOptions {
    var options = ImportOptions(video: "meadow") { _ in PictureSize(width: 1280, height: 720) }
    options.startedAt = nil
    return options
  }

  /// Every sample file: what `auto` takes it for, and what it needs beside itself.
  @Test(arguments: [
    ("arkit.csv", "arkit", ["screen": "1024x768"]),
    ("coco.json", "coco", ["fps": "24"]), ("mot.txt", "mot", ["fps": "24"]),
    ("detections.jsonl", "detections", [:]), ("vision.jsonl", "vision", [:]),
    ("yolo.npy", "yolo", ["labels": "face", "anchors": "2,4", "fps": "2"]),
    ("firebase.json", "firebase", ["started-at": "2026-11-19T21:03:00"]),
    ("seetube.json", "seetube", [:]), ("seeyoutube.log", "seeyoutube", ["player": "844x475"]),
    ("timeline.jsonl", "timeline", [:]), ("eev.csv", "table --preset eev", [:]),
    ("facereader.txt", "table --preset facereader", [:]),
    (
      "neon.csv", "table --preset neon",
      ["started-at": "2026-11-19T21:03:00Z", "screen": "1600x1200"]
    ),
    ("openface.csv", "table --preset openface", [:]), ("pupil.csv", "table --preset pupil", [:]),
    ("tobii.tsv", "table --preset tobii", [:]),
    ("webgazer.json", "table --preset webgazer", ["screen": "1280x720"]),
  ])
  func everySampleIsKnownAndRead(_ name: String, _ words: String, _ given: [String: String]) throws
  {
    let path = "\(Self.samples)/example.\(name)"
    let found = try ImportFormat.recogniseOne(path)
    #expect(found.words == words)
    var options = try options()
    options.preset = found.preset
    for (option, text) in given {
      try options.set(#require(ImportOption(rawValue: option)), to: text)
    }
    let format = try #require(ImportFormat.named(found.name))
    try format.check(options)
    switch try format.read(path, options) {
    case .sessions(let sessions):
      #expect(sessions.count == 1 && sessions[0].video == "meadow")
      let times = sessions[0].samples.map(\.time)
      #expect(times.allSatisfy { (9.9...13).contains($0) }, "\(times)")
      for case .at(let point, _, _) in sessions[0].samples.map(\.gaze) {
        #expect((0.2...0.3).contains(point.x) && (0.45...0.57).contains(point.y), "\(point)")
      }
    case .detections(let boxes):
      #expect(!boxes.detections.isEmpty)
      let first = try #require(boxes.detections.first)
      #expect(abs(first.box.x - 0.202) < 0.01 && abs(first.box.y - 0.37) < 0.01, "\(first)")
    }
  }

  @Test func twoThatFitAreNotGuessedBetween() throws {
    let error = #expect(throws: ImportError.self) {
      try ImportFormat.recogniseOne("\(Self.samples)/example.yolo.jsonl")
    }
    #expect(error?.problem == "the content fits detections and yolo")
    let none = #expect(throws: ImportError.self) {
      try ImportFormat.recogniseOne("\(Self.samples)/example.table.csv")
    }
    #expect(none?.problem == "the content fits no format that gazecut knows")
  }

  @Test func aFormatRefusesOptionsOfOthers() throws {
    var options = ImportOptions(video: "v")
    try options.set(.player, to: "844x475")
    let format = try #require(ImportFormat.named("timeline"))
    let error = #expect(throws: ImportOptionError.self) { try format.check(options) }
    #expect(
      error?.description
        == "the format 'timeline' knows no --player; it knows --video --viewer --recorded-at "
        + "--offset")
  }

  @Test(arguments: [
    ("player", "844", "--player '844' is no size;"), ("picture", "1,2", "--picture '1,2' is no"),
    ("offset", "soon", "--offset 'soon' is no number"),
    ("fps", "0", "--fps '0' is no number above"),
    ("anchors", "1,2,3", "--anchors '1,2,3' are no pairs"), ("labels", "a,,b", "has an empty name"),
    ("started-at", "noon", "--started-at 'noon' is no time;"), ("fit", "crop", "--fit 'crop' is"),
    ("recorded-at", "noon", "--recorded-at 'noon' is no time;"),
  ])
  func badValuesOfOptionsAreRefused(_ option: String, _ text: String, _ part: String) throws {
    let option = try #require(ImportOption(rawValue: option))
    var options = ImportOptions()
    let error = #expect(throws: ImportOptionError.self) { try options.set(option, to: text) }
    #expect(error?.description.contains(part) ?? false)
  }
}
