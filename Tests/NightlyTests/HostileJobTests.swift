import EditDecisions
import Foundation
import Media
import MediaFixture
import Rendering
import Testing

/// A job may come from anybody who writes to a plan's folder.
@Suite struct HostileJobTests {
  /// A job as a plan holds it, as JSON.
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
    #expect(job.problem(in: "clips") == nil)
    let line = try JSONLine.encode(job)
    return try #require(
      try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
  }

  /// The ways to all fields of a document, in lists to those of the first.
  private func ways(_ value: Any, _ way: [String] = []) -> [[String]] {
    if let object = value as? [String: Any] {
      return object.keys.sorted().flatMap { ways(object[$0] as Any, way + [$0]) }
    }
    if let list = value as? [Any] { return list.first.map { ways($0, way + ["0"]) } ?? [] }
    return [way]
  }

  private func value(_ document: Any, _ way: ArraySlice<String>) -> Any {
    guard let key = way.first else { return document }
    if let list = document as? [Any] { return value(list[0], way.dropFirst()) }
    return value((document as? [String: Any])?[key] as Any, way.dropFirst())
  }

  private func setting(_ document: Any, _ way: ArraySlice<String>, to new: Any) -> Any {
    guard let key = way.first else { return new }
    if var list = document as? [Any] {
      list[0] = setting(list[0], way.dropFirst(), to: new)
      return list
    }
    var object = document as? [String: Any] ?? [:]
    object[key] = setting(object[key] as Any, way.dropFirst(), to: new)
    return object
  }

  /// What is wrong with a document that was read; `nil` where it can be rendered, of which all that
  /// is computed before a worker is started is then computed.
  private func problem(_ document: Any) throws -> String? {
    let data = try JSONSerialization.data(withJSONObject: document)
    let job: RenderJob
    do {
      job = try JSONLine.decode(RenderJob.self, from: String(decoding: data, as: UTF8.self))
    } catch {
      return "\(error)"
    }
    if let problem = job.problem(in: "clips") { return "\(problem)" }
    let size = (job.source.info.video.codedWidth, job.source.info.video.codedHeight)
    #expect(job.largestFile > 0 && job.seconds > 0)
    #expect(job.settings.memoryEstimate(source: size, seconds: job.seconds) > 0)
    #expect(RenderJob.groups([job, job]).count > 0)
    return nil
  }

  /// No number at its edge ends a process: it is refused by its name, or small enough to compute
  /// with.
  @Test func everyNumberAtItsEdgeIsRefusedByName() throws {
    let job = try job()
    var tried = 0
    for way in ways(job) where value(job, way[...]) is NSNumber {
      let whole: [Any] = [Int.max, Int.min, 1 << 62, 1 << 40, 1 << 31, -1, 0]
      for hostile in whole + [1e300, -1e300, 1e18] {
        tried += 1
        let found = try problem(setting(job, way[...], to: hostile))
        let isHuge = (hostile as? Int).map { $0 == .max || $0 == .min } ?? true
        let names = [
          "width", "codedWidth", "codedHeight", "encoderThreads", "stream", "duration", "crf",
        ]
        if isHuge, let name = way.last, names.contains(name) {
          #expect(found != nil, "\(way): \(hostile)")
        }
      }
    }
    #expect(tried > 200)
  }

  /// No text leads a file out of the plan's folder, or into a filter's own words.
  @Test func everyTextIsAWordWhereItNamesSomething() throws {
    let job = try job()
    let names = ["id", "video", "output", "poster", "encoder", "preset", "codec", "pixelFormat"]
    for way in ways(job) where value(job, way[...]) is String {
      for hostile in [
        "../../x", "/etc/passwd", "a/../b", "x;movie=/etc/passwd", "a\nb", "\u{1B}[31m",
      ] {
        let found = try problem(setting(job, way[...], to: hostile))
        if let name = way.last, names.contains(name) {
          #expect(found != nil, "\(way): \(hostile)")
        }
      }
    }
  }
}
