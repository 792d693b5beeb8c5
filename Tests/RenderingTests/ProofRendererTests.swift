import EditDecisions
import Foundation
import Media
import MediaFixture
import Rendering
import SyntheticMedia
import Testing

@Suite struct ProofRendererTests {
  let fixture: Fixture

  /// H.264 with B-pictures and a key picture every 30 frames.
  static let x264: [PictureEncoding.Option] = [
    .init("preset", "veryfast"), .init("bf", "3"), .init("crf", "20"),
  ]
  static let x265: [PictureEncoding.Option] = [
    .init("preset", "ultrafast"), .init("crf", "24"),
    .init("x265-params", "log-level=none:bframes=3:open-gop=1"),
  ]

  init() throws { fixture = try Fixture() }

  private func proof(
    _ source: String, _ start: Double, _ end: Double,
    _ layout: Layout = .crop([Fixture.window(110)])
  ) throws -> Proof {
    let renderer = ProofRenderer(
      source: try MediaInfo.probe(source), settings: Fixture.settings, video: "a")
    return try renderer.render(
      from: start, to: end, framing: Fixture.framing(start, end, layout),
      to: fixture.folder + "/clip.proof.mp4")
  }

  private func detailed(_ name: String, codec: String = "libx264") throws -> String {
    try fixture.make(
      name, pictures: "testsrc2=size=320x180:rate=25", duration: 4, encoder: codec,
      options: codec == "libx265" ? Self.x265 : Self.x264, gop: 30)
  }

  /// The luma of the frame nearest a time.
  private func luma(_ path: String, at time: Double, x: Range<Int>) throws -> [UInt8] {
    var found: [UInt8] = []
    try StretchReader(try MediaInfo.probe(path)).read(
      from: time, to: time + 0.02,
      picture: { frame throws(MediaError) in
        guard found.isEmpty else { return }
        found = (0..<frame.height).flatMap { y in
          x.map { frame.sample(plane: 0, x: $0, y: y) }
        }
      })
    return found
  }

  @Test(arguments: [
    ("a.mp4", "libx264"), ("a.mkv", "libx264"), ("a.ts", "libx264"), ("h.mp4", "libx265"),
    ("h.mkv", "libx265"),
  ])
  func itIsTheSourcesOwnPixelsCropped(name: String, codec: String) throws {
    let source = try detailed(name, codec: codec)
    let made = try proof(source, 1.48, 3.12)
    // 110 rounds down to 64, so it lies 46 further left, and is as wide as the window.
    #expect(made.way == .copied(shift: 46))
    #expect(made.width == 102 && made.height == 180)
    let info = try MediaInfo.probe(made.path)
    #expect(info.video.width == 102 && info.video.height == 180)
    #expect(abs(info.duration - 1.64) < 0.001)
    for time in [0.0, 0.8, 1.60] {
      let ours = try luma(made.path, at: time, x: 0..<102)
      #expect(try ours == luma(source, at: 1.48 + time, x: 64..<166), "at \(time)")
    }
    #expect(try fixture.holdsOnly(["clip.proof.mp4", name]))
  }

  @Test(arguments: ["n.mp4", "n.mkv", "n.ts"])
  func itHoldsTheFramesOfTheStretchAndNoOther(name: String) throws {
    let source = try fixture.make(name, duration: 4, options: Self.x264, gop: 30)
    for (start, end, frames) in [(1.48, 3.12, 37..<78), (0, 0.4, 0..<10), (3.2, 4.0, 80..<100)] {
      let made = try proof(source, start, end)
      #expect(try Fixture.numbers(made.path) == Array(frames))
      guard let text = try Witness.ffmpeg(["-i", made.path, "-f", "null", "-"]) else { continue }
      #expect(text.contains("frame=\(String(repeating: " ", count: 3))\(frames.count)"), "\(text)")
      #expect(text.contains("102x180"))
    }
  }

  @Test(arguments: ["s.mp4", "s.ts", "s.mkv"])
  func flashAndBeepStayTogether(name: String) throws {
    let source = try fixture.make(
      name, pictures: ClipRendererSoundTests.flash, sound: ClipRendererSoundTests.beep,
      duration: 5, options: Self.x264, gop: 40
    ) {
      guard name.hasSuffix("mkv") else { return }
      // Not for MP4: it is encoded.
      $0.soundEncoding.encoder = "pcm_s16le"
      $0.soundEncoding.sampleFormat = "s16"
    }
    let made = try proof(source, 0.84, 4.28)
    #expect(made.way == .copied(shift: 46))
    var seen: [Double] = []
    try Fixture.frames(made.path) { frame, _ in
      if frame.sample(plane: 0, x: 50, y: 160) > 125 { seen.append(frame.time) }
    }
    let heard = Fixture.onsets(try Fixture.sound(made.path)[0])
    #expect(seen.count == 3 && heard.count == 3, "\(seen) \(heard)")
    for (picture, sound) in zip(seen, heard) {
      #expect(abs(picture - sound) < 0.020, "\(picture) \(sound)")
    }
    #expect(try MediaInfo.probe(made.path).sound?.codec == "aac")
  }

  @Test func aWindowThatStandsStillOverACutIsCopied() throws {
    let source = try detailed("a.mp4")
    let renderer = ProofRenderer(
      source: try MediaInfo.probe(source), settings: Fixture.settings, video: "a")
    func made(_ edges: [Double]) throws -> Proof.Way {
      let shots = edges.enumerated().map { index, x in
        FramedShot(
          start: Double(index) + 1, end: Double(index) + 2, cut: .source,
          layout: .crop([Fixture.window(x, at: Double(index) + 1)]))
      }
      return try renderer.render(
        from: 1, to: Double(edges.count) + 1, framing: Framing(gazeKept: nil, shots: shots),
        to: fixture.folder + "/clip.proof.mp4"
      ).way
    }
    #expect(try made([110, 110]) == .copied(shift: 46))
    // One header is for the whole stream: two places are none that it can tell.
    #expect(try made([110, 40]) == .encoded(reason: "its window moves or changes"))
  }

  @Test func whatMovesIsEncodedSmallAndSaysSo() throws {
    let source = try detailed("a.mp4")
    let layouts: [(Layout, String)] = [
      (.crop([Fixture.window(40), Fixture.window(140, at: 4)]), "window moves"),
      (.fit, "layout is fit"),
    ]
    for (layout, reason) in layouts {
      let made = try proof(source, 1, 2, layout)
      guard case .encoded(let why) = made.way else {
        Issue.record("\(layout.name) was copied")
        continue
      }
      #expect(why.contains(reason), "\(why)")
      #expect(made.width == 180 && made.height == 320)
      #expect(try MediaInfo.probe(made.path).countPictures().count == 25)
    }
  }

  @Test func oneThatIsEncodedBearsNoTitleEither() throws {
    let source = try detailed("a.mp4")
    func bytes(_ settings: RenderSettings, line: String?) throws -> Data {
      var framing = Fixture.framing(1, 2, .fit)
      framing.line = line
      let path = fixture.folder + "/\(UUID().uuidString).proof.mp4"
      _ = try ProofRenderer(source: try MediaInfo.probe(source), settings: settings, video: "a")
        .render(from: 1, to: 2, framing: framing, to: path)
      return try Data(contentsOf: URL(fileURLWithPath: path))
    }
    var titled = Fixture.settings
    titled.title = .line("Hello")
    let plain = try bytes(Fixture.settings, line: nil)
    #expect(try bytes(titled, line: nil) == plain)
    #expect(try bytes(Fixture.settings, line: "Hello") == plain)
  }

  @Test func sourcesThatCannotBeCroppedAreEncoded() throws {
    let turned = try fixture.make("r.mp4", duration: 2) { $0.rotation = 90 }
    let other = try fixture.make(
      "m.avi", duration: 2, encoder: "mpeg4", options: [.init("b", "1M")])
    for (source, reason) in [(turned, "turned"), (other, "mpeg4")] {
      let made = try proof(source, 0.4, 1.2, .crop([Fixture.window(20)]))
      guard case .encoded(let why) = made.way else {
        Issue.record("\(source) was copied")
        continue
      }
      #expect(why.contains(reason), "\(why)")
    }
  }

  @Test func aPictureThatStaysIsShownFromTheStartOn() throws {
    // Frames 10…19 of every 20 are missing: 9 is on show from 0.36 to 0.80 s.
    let source = try fixture.make(
      "v.mkv", pictures: Fixture.numbered() + ",select='lt(mod(n,20),10)'", duration: 3)
    let made = try proof(source, 0.6, 1.4)
    #expect(made.way == .copied(shift: 46))
    #expect(try Fixture.numbers(made.path) == [9] + Array(20..<30))
    let length = try MediaInfo.probe(made.path).duration
    #expect(abs(length - 0.8) < 0.05, "\(length)")
  }
}
