import EditDecisions
import Foundation
import Media
import MediaFixture
import Testing

@testable import Rendering

@Suite struct ClipRendererMetadataTests {
  let fixture: Fixture

  init() throws { fixture = try Fixture() }

  private func poster(at time: Double, within core: ClosedRange<Double>? = nil) -> PosterRequest {
    PosterRequest(time: time, core: core, path: fixture.folder + "/p.jpg")
  }

  private func clip(_ name: String, of source: String, video: String?) throws -> Data {
    let path = fixture.folder + "/" + name
    try ClipRenderer(
      source: try MediaInfo.probe(source), settings: Fixture.settings, video: video
    ).render(from: 0.4, to: 1.2, framing: Fixture.framing(0.4, 1.2, .fit), to: path)
    return try Data(contentsOf: URL(fileURLWithPath: path))
  }

  @Test func clipMetadataHasTitleVideoAndTimes() throws {
    let source = try fixture.make("s.mp4", sound: "sine")
    let first = try clip("a.mp4", of: source, video: "trip")
    #expect(try MediaInfo.probe(fixture.folder + "/a.mp4").title == "trip")
    #expect(first.range(of: Data("trip, 0.400 s to 1.200 s".utf8)) != nil)
    #expect(first.range(of: Data(fixture.folder.utf8)) == nil)
    #expect(first.range(of: Data("Lavf".utf8)) == nil)
    // Rendering again gives the same bytes. Without a video name there is no title.
    #expect(try clip("b.mp4", of: source, video: "trip") == first)
    #expect(try clip("c.mp4", of: source, video: nil).range(of: Data("trip".utf8)) == nil)
  }

  @Test func titleOfTheSourceIsKept() throws {
    let source = try fixture.make("s.mp4")
    let titled = fixture.folder + "/titled.mp4"
    guard
      try FFmpegProgram.ffmpeg([
        "-y", "-i", source, "-c", "copy", "-metadata", "title=Größe & Co", titled,
      ]) != nil
    else { return }
    _ = try clip("a.mp4", of: titled, video: "trip")
    #expect(try MediaInfo.probe(fixture.folder + "/a.mp4").title == "Größe & Co")
  }

  @Test func reelMetadataListsItsSegments() throws {
    let source = try fixture.make("s.mp4")
    let path = fixture.folder + "/reel.mp4"
    try ClipRenderer(
      source: try MediaInfo.probe(source), settings: Fixture.settings, video: "trip"
    ).render([0..<0.4, 1..<1.4], to: path)
    let data = try Data(contentsOf: URL(fileURLWithPath: path))
    #expect(data.range(of: Data("trip, 0.000 s to 0.400 s; 1.000 s to 1.400 s".utf8)) != nil)
  }

  /// Only frames from 0.8 s to 0.88 s are sharp.
  @Test func posterIsTheSharpestFrameNearby() throws {
    let source = try fixture.make(
      "s.mp4",
      pictures: "testsrc2=size=320x180:rate=25,gblur=sigma=6:enable='not(between(n,20,21))'")
    let renderer = ClipRenderer(
      source: try MediaInfo.probe(source), settings: Fixture.settings)
    let framing = Fixture.framing(0, 2, .crop([Fixture.window(100)]))
    func posterTime(at time: Double, from start: Double = 0) throws -> Double {
      try renderer.renderPoster(
        poster(at: time), from: start, to: 2, framing: framing)
    }
    #expect([0.8, 0.84].contains(try posterTime(at: 1.1)))
    // No sharp frame is near, so a frame close to the time is used.
    #expect(abs(try posterTime(at: 1.6) - 1.6) <= 0.2)
    // Sharper frames outside of the moment's core are not used.
    let inside = try renderer.renderPoster(
      poster(at: 1.1, within: 0.98...1.22), from: 0, to: 2, framing: framing)
    #expect(inside >= 0.98 && inside < 1.22)
    let narrow = try renderer.renderPoster(
      poster(at: 1.1, within: 1.1...1.1), from: 0, to: 2, framing: framing)
    #expect(abs(narrow - 1.1) <= 0.021)
    // Frames before the start of the clip are not used.
    #expect(try posterTime(at: 1.1, from: 0.92) >= 0.92)
  }

  @Test func posterIsTheSharpestFrameInTheCore() throws {
    let source = try fixture.make(
      "s.mp4", pictures: "testsrc2=size=320x180:rate=25,gblur=sigma=6:enable='gte(n,15)'")
    let renderer = ClipRenderer(
      source: try MediaInfo.probe(source), settings: Fixture.settings)
    let framing = Fixture.framing(0, 2, .crop([Fixture.window(100)]))
    func posterTime(within core: ClosedRange<Double>?) throws -> Double {
      try renderer.renderPoster(
        poster(at: 1.5, within: core), from: 0, to: 2, framing: framing)
    }
    // The last sharp frame is 0.9 s before the time.
    #expect(try posterTime(within: 0.2...1.9) < 0.6)
    #expect(try posterTime(within: 0.8...1.9) >= 0.8)
    #expect(try posterTime(within: nil) >= 1)
  }

  @Test func posterIsInsideItsShot() throws {
    let source = try fixture.make(
      "s.mp4", pictures: "testsrc2=size=320x180:rate=25,gblur=sigma=6:enable='gte(n,25)'")
    let framing = Framing(
      gazeKept: nil,
      shots: [
        ClipShot(start: 0, end: 1, cut: .source, layout: .crop([Fixture.window(0)])),
        ClipShot(start: 1, end: 2, cut: .source, layout: .crop([Fixture.window(200)])),
      ])
    let posterTime = try ClipRenderer(
      source: try MediaInfo.probe(source), settings: Fixture.settings
    ).renderPoster(poster(at: 1.1), from: 0, to: 2, framing: framing)
    #expect(posterTime >= 1)
  }

  /// A poster that is rendered for an existing clip has the same bytes.
  @Test func posterRenderedAloneEqualsThatOfTheClip() throws {
    // The frames have almost the same sharpness, so the smallest difference decides.
    let source = try fixture.make(
      "s.mp4", pictures: "testsrc2=size=160x90:rate=10", duration: 4, size: (160, 90),
      rate: Rational(10, 1))
    let (clip, alone) = (fixture.folder + "/c.jpg", fixture.folder + "/p.jpg")
    let framing = Fixture.framing(0, 4, .crop([Fixture.window(40)]))
    let renderer = ClipRenderer(source: try MediaInfo.probe(source), settings: Fixture.settings)
    for time in [0.7, 1.3, 1.9, 2.5, 3.1] {
      try renderer.render(
        from: 0, to: 4, framing: framing, poster: PosterRequest(time: time, path: clip),
        to: fixture.folder + "/c.mp4")
      try renderer.renderPoster(
        PosterRequest(time: time, path: alone), from: 0, to: 4, framing: framing)
      #expect(
        try Data(contentsOf: URL(fileURLWithPath: alone))
          == Data(contentsOf: URL(fileURLWithPath: clip)), "near \(time) s")
    }
  }
}
