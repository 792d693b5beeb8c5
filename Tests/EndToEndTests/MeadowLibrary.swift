import EditDecisions
import Foundation
import SampleAudience
import TestMaterial
import Testing

/// A library with the sample video, for imports of samples.
struct MeadowLibrary {
  let library: TestLibrary

  init() throws {
    library = try TestLibrary()
    try library.add(TestVideo.meadow, as: "meadow")
  }

  /// Imports the samples of these formats.
  init(_ names: String...) throws {
    try self.init()
    for name in names { try importSample(name) }
  }

  /// Imports the samples of one format; none may be rejected or replace another.
  func importSample(_ name: String) throws {
    let sample = try #require(SampleImport.all.first { $0.name == name }, "no sample \(name)")
    let outcome = try Program.run(
      ["import"] + sample.arguments + Self.files(of: sample),
      environment: ["GAZECUT_LIBRARY": library.folder])
    #expect(outcome.status == 0, "\(name): \(outcome.errors)")
    #expect(!outcome.output.contains("replaced"), "\(name): \(outcome.output)")
  }

  private static let samples = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("samples").path

  static func files(of sample: SampleImport) -> [String] {
    let path = "\(samples)/\(sample.path)"
    guard sample.isFolder else { return [path] }
    let names = try? FileManager.default.subpathsOfDirectory(atPath: path)
    return (names ?? []).sorted().filter { $0.hasSuffix(sample.ending) }.map { "\(path)/\($0)" }
  }

  /// The moments that a dry run decides with settings such as `selection.evidence=gaze`.
  func decisions(_ settings: String...) throws -> [Moment] {
    let outcome = try Program.run(
      ["run", "--dry-run", "--format", "json"] + settings.flatMap { ["--set", $0] },
      environment: ["GAZECUT_LIBRARY": library.folder])
    try #require(outcome.status == 0, "\(outcome.errors)")
    return try DecisionDocument(json: Data(outcome.output.utf8)).moments
      .sorted { $0.coreStart < $1.coreStart }
  }
}

/// The core of a chosen moment, with its emotion and number of viewers.
struct ChosenCore: Decodable, HasCore {
  var coreStart: Double
  var coreEnd: Double
  var emotion: String?
  var viewers: Int?
}

extension MeadowLibrary {
  /// The chosen cores of the sample video.
  func cores(_ settings: String...) throws -> [ChosenCore] {
    try library.cores(of: "meadow", settings)
  }
}

extension TestLibrary {
  /// The chosen cores of a video, from `explain`, which does not decode the video.
  func cores(of video: String, _ settings: [String] = []) throws -> [ChosenCore] {
    struct Explanation: Decodable { var moments: [ChosenCore] }
    let outcome = try Program.run(
      ["explain", video, "--format", "json"] + settings.flatMap { ["--set", $0] },
      environment: ["GAZECUT_LIBRARY": folder])
    try #require(outcome.status == 0, "\(outcome.errors)")
    return try JSONDecoder().decode(Explanation.self, from: Data(outcome.output.utf8)).moments
      .sorted { $0.coreStart < $1.coreStart }
  }
}

/// Something with a core.
protocol HasCore {
  var coreStart: Double { get }
  var coreEnd: Double { get }
}

extension Moment: HasCore {}

extension HasCore {
  /// The overlap of the core with other seconds: intersection over union.
  func overlap(with start: Double, _ end: Double) -> Double {
    let common = max(0, min(coreEnd, end) - max(coreStart, start))
    return common / (max(coreEnd, end) - min(coreStart, start))
  }
}
