import Audience
import Foundation
import SampleAudience
import TestMaterial
import Testing

@testable import Importers

/// Each sample contains what its viewers did, as far as its format allows.
@Suite struct SampleImportTests {
  /// How far the time of an imported sample may differ from the recorded one, in seconds.
  private static func slack(_ sample: SampleImport) -> Double {
    switch sample.name {
    // One value per second, from the latest sample before it.
    case "seetube", "seetube table": 0.51
    // One frame per half second shows all viewers.
    case "pyfeat": 0.51
    // Samples of one second are spread evenly over it, and one may be missing.
    case "firebase": 0.999
    default: 0.011
    }
  }

  private static func files(of sample: SampleImport) -> [String] {
    let root = SampleFolderTests.folder.path
    guard sample.isFolder else { return ["\(root)/\(sample.path)"] }
    let names = try? FileManager.default.subpathsOfDirectory(atPath: "\(root)/\(sample.path)")
    return (names ?? []).sorted().filter { $0.hasSuffix(sample.ending) }.map {
      "\(root)/\(sample.path)/\($0)"
    }
  }

  private static func read(_ sample: SampleImport) throws -> [ImportedFile] {
    var options = ImportOptions { _ in FrameSize(width: 1280, height: 720) }
    let words = Array(sample.arguments.dropFirst())
    for index in stride(from: 0, to: words.count, by: 2) {
      let option = try #require(ImportOption(rawValue: String(words[index].dropFirst(2))))
      try options.set(option, to: words[index + 1])
    }
    let format = try #require(ImportFormat.named(sample.arguments[0]))
    try format.check(options)
    return try files(of: sample).map { try format.read($0, options) }
  }

  @Test(arguments: SampleImport.all.filter { $0.sides.isDisjoint(with: [.detections, .curve]) })
  func importedSamplesEqualTheRecordedOnes(_ sample: SampleImport) throws {
    var sessions: [ImportedSession] = []
    for case .sessions(let some) in try Self.read(sample) { sessions += some }
    let recorded = RecordedViewer.meadow
    #expect(
      sessions.map(\.viewer).sorted() == recorded.map { Self.name(of: $0, in: sample) }.sorted())
    #expect(sessions.allSatisfy { $0.video == "meadow" })
    for viewer in recorded {
      let session = try #require(sessions.first { $0.viewer == Self.name(of: viewer, in: sample) })
      try compare(session.samples, viewer, sample)
    }
  }

  /// The name of a viewer in a sample.
  private static func name(of viewer: RecordedViewer, in sample: SampleImport) -> String {
    switch sample.name {
    case "bids": "meadow sub-\(viewer.name)"
    case "pyfeat": "meadow seat \(viewer.number + 1)"
    default: viewer.name
    }
  }

  private func compare(
    _ read: SampleColumns, _ viewer: RecordedViewer, _ sample: SampleImport
  ) throws {
    let slack = Self.slack(sample)
    var looks = 0
    var smiles = 0
    for imported in read {
      let near = viewer.samples.filter { abs($0.time - imported.time) <= slack }
      if sample.name != "arkit" {
        try #require(!near.isEmpty, "nothing was recorded at \(imported.time)")
      }
      if case .at(let point, _, _) = imported.gaze {
        looks += 1
        guard sample.name != "arkit" else { continue }
        let hit = near.contains { recorded in
          guard case .at(let place, _, _) = recorded.gaze else { return false }
          return abs(place.x - point.x) < 0.004 && abs(place.y - point.y) < 0.004
        }
        try #require(hit, "\(viewer.number) at \(imported.time): \(point)")
      }
      if case .scores(let scores) = imported.face, scores[.happy] > 0.5 {
        smiles += 1
        let hit = near.contains { recorded in
          guard case .scores(let shown) = recorded.face else { return false }
          return abs(shown[.happy] - scores[.happy]) < 0.02
        }
        try #require(hit, "\(viewer.number) at \(imported.time): \(scores[.happy])")
      }
    }
    #expect(!sample.sides.contains(.gaze) || looks > read.count / 2)
    #expect(!sample.sides.contains(.emotion) || smiles > 0 || !viewer.smiles)
    #expect(sample.sides.contains(.gaze) || looks == 0)
  }

  @Test(arguments: SampleImport.all.filter { $0.sides.contains(.detections) })
  func detectedBoxesAreAroundTheFace(_ sample: SampleImport) throws {
    let results = try Self.read(sample)
    guard case .detections(let boxes)? = results.first else {
      Issue.record("no boxes")
      return
    }
    let faces = boxes.detections.filter { ["face", "person"].contains($0.label) }
    #expect(boxes.video == "meadow" && faces.count >= 90)
    for face in faces {
      let place = SampleScript.meadow.subject(at: face.time)
      let middle = face.box.center
      #expect(abs(middle.x - place.x) < 0.01 && abs(middle.y - place.y) < 0.01, "\(face)")
      #expect(abs(face.box.height - 0.3) < 0.01 && abs(face.box.width - 0.16875) < 0.01)
    }
    // The importer of YOLO removes boxes that are visible for one frame only.
    #expect(!boxes.detections.contains { $0.label == "kite" })
  }

  @Test(arguments: SampleImport.all) func formatIsRecognisedByContent(_ sample: SampleImport) throws
  {
    let file = try #require(Self.files(of: sample).first)
    let found = try FileSignature(file).formats
    let format = sample.arguments[0]
    let preset = sample.arguments.firstIndex(of: "--preset").map { sample.arguments[$0 + 1] }
    let words = preset.map { "table --preset \($0)" } ?? format
    // A custom table has no known format. YOLO's boxes can be read in two ways.
    let expected =
      sample.name == "table" ? [] : sample.name == "yolo" ? ["detections", "yolo"] : [words]
    #expect(found.map(\.words) == expected)
  }
}

extension RecordedViewer {
  fileprivate var smiles: Bool {
    samples.contains { sample in
      guard case .scores(let scores) = sample.face else { return false }
      return scores[.happy] > 0.5
    }
  }
}
