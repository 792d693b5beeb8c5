import EditDecisions
import Foundation
import Media
import MediaFixture
import Synchronization
import Testing

@testable import Rendering

/// Rendering of a reel and clips of several aspect ratios with one decoding.
@Suite struct SharedDecodingTests {
  let fixture: Fixture

  init() throws { fixture = try Fixture() }

  private func job(
    _ id: String, _ profile: PlatformProfile, _ size: (Int, Int), _ source: RenderJob.Source,
    seconds: ClosedRange<Double> = 0.4...1.6
  ) -> RenderJob {
    var settings = Fixture.settings
    (settings.profile, settings.width, settings.height) = (profile, size.0, size.1)
    let width = 180.0 * Double(size.0) / Double(size.1)
    let window = CropKeyframe(t: 0, x: 40, y: 0, width: width, height: 180)
    let (start, end) = (seconds.lowerBound, seconds.upperBound)
    let moment = Moment(
      id: id, rank: 1, start: start, end: end, coreStart: start, coreEnd: end, score: 0.5,
      why: MomentReasons(viewers: 9), framing: Fixture.framing(start, end, .crop([window])))
    return RenderJob(
      moment, of: "v", source: source, settings: settings, captions: [], output: "\(id).mp4",
      poster: "\(id).jpg")
  }

  @Test func filesOfASharedDecodingEqualThoseRenderedAlone() throws {
    let path = try fixture.make("s.mp4")
    let source = RenderJob.Source(
      info: try MediaInfo.probe(path), identity: try SourceIdentity(reading: path))
    let jobs = [
      job("tall", .shorts, (90, 160), source), job("square", .square, (120, 120), source),
      job("wide", .landscape, (160, 92), source),
      job("early", .shorts, (90, 160), source, seconds: 0.2...0.6),
    ]
    var settings = Fixture.settings
    settings.reelHeight = 90
    // The reel has another order than the clips and shows more.
    let reel = RenderJob(
      reel: "reel", [0.4..<1.6, 1.2..<1.8, 0.2..<0.6], of: "v", source: source,
      settings: settings, output: "reel.mp4")
    let (alone, both) = (fixture.folder + "/alone", fixture.folder + "/both")
    for folder in [alone, both] {
      try FileManager.default.createDirectory(
        atPath: folder, withIntermediateDirectories: true)
    }
    for job in jobs + [reel] { try JobRenderer.render([job], in: alone) }
    let groups = RenderJob.groups(jobs + [reel])
    #expect(groups == [[reel] + jobs])
    #expect(
      RenderJob.groups(jobs + [reel], isReelApart: true)
        == [[reel], Array(jobs.prefix(3)), [jobs[3]]])
    #expect(RenderJob.open(of: groups[0]) == [reel] + jobs.prefix(3))
    let reported = Mutex<[Int]>([])
    let made = try JobRenderer.render(
      groups[0], in: both, progress: { done, _ in reported.withLock { $0.append(done) } })
    #expect(made.map(\.frames) == (jobs + [reel]).map(\.frames))
    #expect(reported.withLock { $0 } == Array(1...reel.frames))
    let names = try FileManager.default.contentsOfDirectory(atPath: both).sorted()
    // One reel and four clips with posters, without temporary files.
    #expect(names.count == 9)
    for name in names {
      let files = try [alone, both].map {
        try Data(contentsOf: URL(fileURLWithPath: $0 + "/" + name))
      }
      #expect(files[0] == files[1], "\(name)")
    }
  }

  @Test func onlyJobsOfTheSameSecondsShareADecoding() throws {
    let path = try fixture.make("s.mp4")
    let source = RenderJob.Source(
      info: try MediaInfo.probe(path), identity: try SourceIdentity(reading: path))
    let tall = job("tall", .shorts, (90, 160), source)
    #expect(tall.sharesDecoding(with: job("b", .square, (120, 120), source)))
    let later = job("c", .square, (120, 120), source, seconds: 0.6...1.6)
    #expect(!tall.sharesDecoding(with: later))
    let reel = RenderJob(
      reel: "r", [0.4..<1.6], of: "v", source: source, settings: tall.settings, output: "r.mp4")
    #expect(tall.sharesDecoding(with: reel) && reel.sharesDecoding(with: tall))
    #expect(!later.sharesDecoding(with: reel) && !reel.sharesDecoding(with: reel))
    let error = #expect(throws: MediaError.self) {
      try JobRenderer.render([tall, later], in: fixture.folder)
    }
    #expect(error.map { "\($0)".contains("other seconds") } == true)
  }

  /// NVENC drivers support three sessions in all processes together.
  @Test func groupOpensAtMostThreeNVENCSessions() throws {
    let path = try fixture.make("s.mp4")
    let source = RenderJob.Source(
      info: try MediaInfo.probe(path), identity: try SourceIdentity(reading: path))
    var jobs = (0..<4).map { job("shape\($0)", .shorts, (90, 160), source) }
    jobs.append(
      RenderJob(
        reel: "r", [0.4..<1.6], of: "v", source: source, settings: jobs[0].settings,
        output: "r.mp4"))
    #expect(RenderJob.groups(jobs).map(\.count) == [5])
    for index in jobs.indices { jobs[index].settings.encoder = "h264_nvenc" }
    let groups = RenderJob.groups(jobs)
    #expect(groups.map { $0.map(\.id) } == [["r", "shape0", "shape1"], ["shape2", "shape3"]])
  }

  @Test func unwritableFileLeavesNoTemporaryFile() throws {
    let path = try fixture.make("s.mp4")
    let source = RenderJob.Source(
      info: try MediaInfo.probe(path), identity: try SourceIdentity(reading: path))
    var lost = job("square", .square, (120, 120), source)
    lost.output = "nowhere/square.mp4"
    #expect(throws: MediaError.self) {
      try JobRenderer.render([job("tall", .shorts, (90, 160), source), lost], in: fixture.folder)
    }
    #expect(try fixture.containsOnly(["s.mp4"]))
  }
}
