import Audience
import Foundation
import SampleAudience
import TestMaterial
import Testing

/// gazecut and the reference implementation of the selection choose the same moments.
///
/// Both read the same files. The reference is Python with numpy, and comes with the shared data.
@Suite(.waitsForPrograms) struct ReferenceTests {
  private struct Moment {
    var start, end, share, viewers: Double
    var held: Double?
  }

  private static let reference =
    SharedData.folder?
    .deletingLastPathComponent().appendingPathComponent("reference/choose.py").path ?? ""

  private static let isPresent: Bool = {
    guard FileManager.default.fileExists(atPath: reference) else { return false }
    let numpy = try? Program.runTool("python3", ["-c", "import numpy"])
    return numpy?.status == 0
  }()

  private static let absence: Comment =
    "SKIPPED: the reference is missing: shared/reference/choose.py beside the shared data, and numpy"

  private func referenceMoments(in folder: String, facesOnly: Bool) throws -> [Moment] {
    let outcome = try Program.runTool(
      "python3", [Self.reference, folder, "--count", "20"] + (facesOnly ? ["--faces-only"] : []))
    try #require(outcome.status == 0, "\(outcome.errors)")
    return outcome.output.split(separator: "\n").filter { $0.hasPrefix("start") }.map { line in
      let words = line.split(separator: " ")
      var figures: [String: Double] = [:]
      for index in stride(from: 0, to: words.count - 1, by: 2) {
        figures[String(words[index])] = Double(words[index + 1])
      }
      return Moment(
        start: figures["start"] ?? -1, end: figures["end"] ?? -1, share: figures["share"] ?? -1,
        viewers: figures["viewers"] ?? -1, held: figures["held"])
    }.sorted { $0.start < $1.start }
  }

  private struct Explanation: Decodable {
    struct Moment: Decodable {
      var coreStart, coreEnd, reactingShare, reactingViewers: Double
      var held: Double?
    }
    var moments: [Moment]
  }

  /// The moments of gazecut for a video of some length with these timelines.
  private func gazecutMoments(
    _ files: [String], of video: String, seconds: Double, facesOnly: Bool
  ) throws -> [Explanation.Moment] {
    let library = try TestLibrary()
    let made = try Program.runTool(
      "ffmpeg",
      [
        "-v", "error", "-f", "lavfi", "-i", "color=s=64x36:r=2:d=\(seconds)", "-c:v", "libx264",
        "-preset", "ultrafast", library.path("videos/\(video).mp4"),
      ])
    try #require(made.status == 0, "\(made.errors)")
    let imported = try Program.run(
      ["import", "timeline"] + files
        + ["--video", video, "--quiet", "--config", library.folder])
    try #require(imported.status == 0, "\(imported.errors)")
    // Allows all moments and counts every viewer.
    let flags = [
      "selection.count=20", "selection.minimumLength=5", "selection.minimumViewers=1",
      "selection.evidence=\(facesOnly ? "emotion" : "both")",
    ].flatMap { ["--set", $0] }
    let outcome = try Program.run(
      ["explain", video, "--format", "json", "--quiet", "--config", library.folder] + flags)
    try #require(outcome.status == 0, "\(outcome.errors)")
    return try JSONDecoder().decode(Explanation.self, from: Data(outcome.output.utf8)).moments
      .sorted { $0.coreStart < $1.coreStart }
  }

  private func expectSameMoments(
    _ files: [String], of video: String = "film", seconds: Double, facesOnly: Bool
  ) throws {
    let folder = NSTemporaryDirectory() + "reference-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    for file in files {
      try FileManager.default.createSymbolicLink(
        atPath: folder + "/" + (file as NSString).lastPathComponent, withDestinationPath: file)
    }
    let wanted = try referenceMoments(in: folder, facesOnly: facesOnly)
    let found = try gazecutMoments(files, of: video, seconds: seconds, facesOnly: facesOnly)
    #expect(!wanted.isEmpty && found.count == wanted.count)
    // Scores are stored in steps of 1/255, so an edge may move by one time bin, and a viewer near
    // the threshold may react or not.
    let pairs = wanted.compactMap { one in
      found.first { abs($0.coreStart - one.start) <= 0.5 && abs($0.coreEnd - one.end) <= 0.5 }
        .map { (found: $0, wanted: one) }
    }
    #expect(Double(pairs.count) >= 0.9 * Double(wanted.count))
    let same = pairs.count { pair in
      abs(pair.found.reactingShare - pair.wanted.share) < 0.0101
        && abs((pair.found.held ?? 0) - (pair.wanted.held ?? 0)) < 0.0101
    }
    #expect(Double(same) >= 0.85 * Double(pairs.count), "\(same) of \(pairs.count)")
  }

  @Test(.enabled(if: isPresent, absence), arguments: ["perf1", "perf3"])
  func comedyMomentsMatchTheReference(show: String) throws {
    let file = try SharedData.file("comedy/\(show).timeline.jsonl.gz").path
    try expectSameMoments([file], of: show, seconds: 1500, facesOnly: true)
  }

  @Test(
    .enabled(if: isPresent, absence), arguments: [(8, 3101), (16, 3102), (30, 3103)])
  func syntheticMomentsMatchTheReference(viewers: Int, seed: Int) throws {
    var plan = AudiencePlan()
    (plan.viewers, plan.seed) = (viewers, UInt64(seed))
    let audience = PlantedAudience(plan)
    let folder = NSTemporaryDirectory() + "planted-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let files = try (0..<viewers).map { viewer in
      let path = folder + "/v\(viewer).jsonl"
      try Self.timeline(audience.samples(ofViewer: viewer), of: viewer)
        .write(toFile: path, atomically: true, encoding: .utf8)
      return path
    }
    try expectSameMoments(files, seconds: plan.duration, facesOnly: false)
  }

  private static func timeline(_ samples: SampleColumns, of viewer: Int) -> String {
    var lines = [
      #"{"gazecut":"timeline/1","video":"film","session":"s\#(viewer)","viewer":"v\#(viewer)","#
        + #""picture":{"x":0,"y":0,"width":1,"height":1}}"#
    ]
    for sample in samples {
      var parts = [#""t":\#(sample.time)"#]
      if case .at(let point, _, _) = sample.gaze {
        parts.append(#""gaze":{"tracking":"SUCCESS","x":\#(point.x),"y":\#(point.y)}"#)
      }
      if case .scores(let scores) = sample.face {
        let known = scores.told.emotions.map { #""\#($0.name)":\#(Double(scores[$0]))"# }
        parts.append(
          #""emotion":{"state":"SUCCESS","scores":{\#(known.joined(separator: ","))}}"#)
      }
      lines.append("{" + parts.joined(separator: ",") + "}")
    }
    return lines.joined(separator: "\n") + "\n"
  }
}
