import EditDecisions
import Foundation
import Media
import MediaFixture
import Rendering
import Support
import TestMaterial
import Testing

@testable import Nightly

/// Anyone with write access to the folder of a plan can create a job.
@Suite struct HostileJobTests {
  /// A job as JSON, in the form of a plan.
  private func job() throws -> [String: Any] {
    let fixture = try Fixture()
    let path = try fixture.make("walk.mp4", pictures: "testsrc2=size=320x180:rate=25")
    let source = RenderJob.Source(
      info: try MediaInfo.probe(path), identity: try SourceIdentity(reading: path))
    let job = RenderJob(
      .walk, of: "walk", source: source,
      settings: RenderSettings(width: 180, height: 320, preset: "ultrafast", loudness: -14),
      captions: [SubtitleCue(start: 0, end: 2, text: "Told")], output: "clips/walk-0.mp4",
      poster: "clips/walk-0.jpg")
    #expect(RenderJobValidator(job).problem(in: "clips") == nil)
    let line = try SingleLineJSON.encode(job)
    return try #require(
      try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
  }

  /// Why a document is rejected, or `nil`.
  ///
  /// For valid jobs it also calculates everything that is needed before a worker starts.
  private func problem(_ document: Any) throws -> String? {
    let data = try JSONSerialization.data(withJSONObject: document)
    let job: RenderJob
    do {
      job = try SingleLineJSON.decode(RenderJob.self, from: String(decoding: data, as: UTF8.self))
    } catch {
      return "\(error)"
    }
    if let problem = RenderJobValidator(job).problem(in: "clips") { return "\(problem)" }
    let size = (job.source.info.video.codedWidth, job.source.info.video.codedHeight)
    #expect(job.largestFile > 0 && job.seconds > 0)
    #expect(job.settings.memoryEstimate(source: size, seconds: job.seconds) > 0)
    #expect(RenderJob.groups([job, job]).count > 0)
    return nil
  }

  /// The tested job has all fields of the schema except those of other layouts.
  @Test func testedJobHasEveryField() throws {
    let schema = try #require(DocumentSchema.planned.first { $0.name == "job" }).text
    let object = try JSONSerialization.jsonObject(with: Data(schema.utf8)) as? [String: Any]
    let form = try #require((object?["oneOf"] as? [[String: Any]])?.first)
    let fields = try #require(form["properties"] as? [String: Any]).keys
    #expect(Set(fields).subtracting(try job().keys) == [])
  }

  /// Extreme numbers never crash a process.
  ///
  /// They are rejected with their name, or small enough to calculate with.
  @Test func extremeNumbersAreRejectedByName() throws {
    let job = try job()
    var tried = 0
    for path in HostileValues.paths(in: job)
    where HostileValues.value(in: job, at: path[...]) is NSNumber {
      let whole: [Any] = [Int.max, Int.min, 1 << 62, 1 << 40, 1 << 31, -1, 0]
      for hostile in whole + [1e300, -1e300, 1e18] {
        tried += 1
        let found = try problem(HostileValues.replacing(in: job, at: path[...], with: hostile))
        let isHuge = (hostile as? Int).map { $0 == .max || $0 == .min } ?? true
        let names = [
          "width", "codedWidth", "codedHeight", "encoderThreads", "stream", "duration", "crf",
        ]
        if isHuge, let name = path.last, names.contains(name) {
          #expect(found != nil, "\(path): \(hostile)")
        }
      }
    }
    #expect(tried > 200)
  }

  /// The length of a list is checked first, because reading 100,000 shots took 23 s.
  @Test func tooManyShotsAreRejectedUnread() throws {
    var job = try job()
    var framing = try #require(job["framing"] as? [String: Any])
    framing["shots"] = [Int](repeating: 0, count: 100_000)
    job["framing"] = framing
    let found = try #require(try problem(job))
    #expect(found.contains("has 100000 elements; at most 10000 may be"), "\(found)")
  }

  /// A text must not lead to a file outside the plan's folder, or change a filter.
  @Test func namesInAJobContainNoPathsOrFilters() throws {
    let job = try job()
    let names = ["id", "video", "output", "poster", "encoder", "preset", "codec", "pixelFormat"]
    for path in HostileValues.paths(in: job)
    where HostileValues.value(in: job, at: path[...]) is String {
      for hostile in [
        "../../x", "/etc/passwd", "a/../b", "x;movie=/etc/passwd", "a\nb", "\u{1B}[31m",
      ] {
        let found = try problem(HostileValues.replacing(in: job, at: path[...], with: hostile))
        if let name = path.last, names.contains(name) {
          #expect(found != nil, "\(path): \(hostile)")
        }
      }
    }
  }
}
