import EditDecisions
import Foundation
import Media
import MediaFixture
import Testing

@testable import Rendering

@Suite struct ClipRendererFileTests {
  let fixture: Fixture

  init() throws { fixture = try Fixture() }

  private func failure(_ render: () throws -> Void) -> MediaError? {
    #expect(throws: MediaError.self) { try render() }
  }

  @Test func renderingTwiceGivesTheSameBytes() throws {
    let source = try fixture.make("s.mp4", sound: "sine", duration: 2)
    let moving = Layout.crop([Fixture.window(0), Fixture.window(200, at: 2)])
    var settings = Fixture.settings
    settings.preset = "veryfast"
    let clips = try (0..<2).map {
      try fixture.render(source, 0, 2, moving, name: "\($0).mp4", settings: settings)
    }
    let bytes = try clips.map { try Data(contentsOf: URL(fileURLWithPath: $0)) }
    #expect(bytes[0] == bytes[1])
  }

  @Test func headerComesFirstAndProfileIsHigh() throws {
    let source = try fixture.make("s.mp4", sound: "sine")
    var settings = Fixture.settings
    settings.preset = "veryfast"
    let clip = try fixture.render(source, 0, 1, settings: settings)
    let data = try Data(contentsOf: URL(fileURLWithPath: clip))
    let moov = try #require(data.range(of: Data("moov".utf8)))
    let mdat = try #require(data.range(of: Data("mdat".utf8)))
    #expect(moov.lowerBound < mdat.lowerBound)
    // avcC: version 1, then the profile; 100 is High.
    let avcC = try #require(data.range(of: Data("avcC".utf8)))
    #expect(data[avcC.upperBound] == 1 && data[avcC.upperBound + 1] == 100)
  }

  @Test func cancellationLeavesNoFile() throws {
    let source = try fixture.make("s.mp4")
    let renderer = ClipRenderer(source: try MediaInfo.probe(source), settings: Fixture.settings)
    let error = failure {
      try renderer.render(
        from: 0, to: 1, framing: Fixture.framing(0, 1, .fit), to: fixture.folder + "/c.mp4",
        isCancelled: { true })
    }
    #expect(error?.kind == .interrupted)
    #expect(try fixture.containsOnly(["s.mp4"]))
  }

  @Test func unknownEncoderErrorListsAvailableEncoders() throws {
    let source = try fixture.make("s.mp4")
    var settings = Fixture.settings
    settings.encoder = "h265_quantum"
    let error = failure { _ = try fixture.render(source, 0, 1, settings: settings) }
    guard case .missingComponent(.encoder, "h265_quantum", let available) = error?.kind else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(available.contains("libx264"))
    #expect(try fixture.containsOnly(["s.mp4"]))
  }

  @Test func sourceThatEndsEarlyIsRejected() throws {
    let source = try fixture.make("s.mp4", duration: 2)
    let error = failure { _ = try fixture.render(source, 1, 3) }
    #expect(error?.kind == .invalidData)
    #expect(error?.description.contains("ends at 2.0 s, before 3.0 s") == true, "\(error!)")
    #expect(try fixture.containsOnly(["s.mp4"]))
  }

  @Test func missingOutputFolderIsReported() throws {
    let source = try fixture.make("s.mp4")
    let error = failure { _ = try fixture.render(source, 0, 1, name: "none/clip.mp4") }
    #expect(error?.kind == .notFound)
  }

  @Test func posterIsACompleteJPEGFile() throws {
    let source = try fixture.make("s.mp4")
    let poster = fixture.folder + "/p.jpg"
    let layout = Layout.crop([Fixture.window(100)])
    try ClipRenderer(source: try MediaInfo.probe(source), settings: Fixture.settings)
      .renderPoster(
        PosterRequest(time: 1.0, path: poster), from: 0.4, to: 1.8,
        framing: Fixture.framing(0.4, 1.8, layout))
    let data = try Data(contentsOf: URL(fileURLWithPath: poster))
    #expect(data.prefix(3) == Data([0xFF, 0xD8, 0xFF]) && data.suffix(2) == Data([0xFF, 0xD9]))
    #expect(try fixture.containsOnly(["s.mp4", "p.jpg"]))
  }

  @Test func progressCountsEveryFrame() throws {
    let source = try fixture.make("s.mp4")
    let counter = Counter()
    try ClipRenderer(source: try MediaInfo.probe(source), settings: Fixture.settings).render(
      from: 0, to: 1, framing: Fixture.framing(0, 1, .fit), to: fixture.folder + "/c.mp4",
      progress: { done, total in counter.record(done, total) })
    #expect(counter.seen == Array(1...25) && counter.total == 25)
  }
}

/// Records the values of a progress callback.
private final class Counter: @unchecked Sendable {
  // Reason: the renderer calls back on the thread of the test.
  private(set) var seen: [Int] = []
  private(set) var total = 0

  func record(_ done: Int, _ total: Int) {
    seen.append(done)
    self.total = total
  }
}
