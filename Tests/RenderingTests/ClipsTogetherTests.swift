import EditDecisions
import Foundation
import Media
import MediaFixture
import Testing

@testable import Rendering

/// Shapes of the same seconds out of one decoding.
@Suite struct ClipsTogetherTests {
  let fixture: Fixture

  init() throws { fixture = try Fixture() }

  private func job(
    _ id: String, _ profile: PlatformProfile, _ size: (Int, Int), _ source: RenderJob.Source,
    seconds: ClosedRange<Double> = 0.4...1.6
  ) -> RenderJob {
    var settings = Fixture.settings
    (settings.profile, settings.width, settings.height) = (profile, size.0, size.1)
    let width = 180.0 * Double(size.0) / Double(size.1)
    let window = Keyframe(t: 0, x: 40, y: 0, width: width, height: 180)
    let (start, end) = (seconds.lowerBound, seconds.upperBound)
    let moment = Moment(
      id: id, rank: 1, start: start, end: end, coreStart: start, coreEnd: end, score: 0.5,
      why: Why(viewers: 9), framing: Fixture.framing(start, end, .crop([window])))
    return RenderJob(
      moment, of: "v", source: source, settings: settings, captions: [], output: "\(id).mp4",
      poster: "\(id).jpg")
  }

  @Test func eachFileIsWhatItIsByItself() throws {
    let path = try fixture.make("s.mp4")
    let source = RenderJob.Source(
      info: try MediaInfo.probe(path), identity: try SourceIdentity(reading: path))
    let jobs = [
      job("tall", .shorts, (90, 160), source), job("square", .square, (120, 120), source),
      job("wide", .landscape, (160, 92), source),
    ]
    let (alone, both) = (fixture.folder + "/alone", fixture.folder + "/both")
    for folder in [alone, both] {
      try FileManager.default.createDirectory(
        atPath: folder, withIntermediateDirectories: true)
    }
    for job in jobs { try job.render(in: alone) }
    let made = try RenderJob.render(jobs, in: both)
    #expect(made.map(\.frames) == jobs.map(\.frames))
    let names = try FileManager.default.contentsOfDirectory(atPath: both).sorted()
    // Three clips with their posters, and nothing half-written.
    #expect(names.count == 6)
    for name in names {
      let files = try [alone, both].map {
        try Data(contentsOf: URL(fileURLWithPath: $0 + "/" + name))
      }
      #expect(files[0] == files[1], "\(name)")
    }
  }

  @Test func onlyShortsOfTheSameSecondsGoTogether() throws {
    let path = try fixture.make("s.mp4")
    let source = RenderJob.Source(
      info: try MediaInfo.probe(path), identity: try SourceIdentity(reading: path))
    let tall = job("tall", .shorts, (90, 160), source)
    #expect(tall.sharesDecoding(with: job("b", .square, (120, 120), source)))
    let later = job("c", .square, (120, 120), source, seconds: 0.6...1.6)
    #expect(!tall.sharesDecoding(with: later))
    let reel = RenderJob(
      reel: "r", [0.4..<1.6], of: "v", source: source, settings: tall.settings, output: "r.mp4")
    #expect(!tall.sharesDecoding(with: reel) && !reel.sharesDecoding(with: reel))
    let error = #expect(throws: MediaError.self) {
      try RenderJob.render([tall, later], in: fixture.folder)
    }
    #expect(error.map { "\($0)".contains("other seconds") } == true)
  }

  /// One that cannot be written takes none of the others' names away, and leaves nothing behind.
  @Test func aFileThatCannotBeWrittenLeavesNoTemporaryFile() throws {
    let path = try fixture.make("s.mp4")
    let source = RenderJob.Source(
      info: try MediaInfo.probe(path), identity: try SourceIdentity(reading: path))
    var lost = job("square", .square, (120, 120), source)
    lost.output = "nowhere/square.mp4"
    #expect(throws: MediaError.self) {
      try RenderJob.render([job("tall", .shorts, (90, 160), source), lost], in: fixture.folder)
    }
    #expect(try fixture.holdsOnly(["s.mp4"]))
  }
}
