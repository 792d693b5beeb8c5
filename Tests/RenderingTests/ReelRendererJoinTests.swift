import Media
import MediaFixture
import SyntheticMedia
import Testing

@testable import Rendering

@Suite struct ReelRendererJoinTests {
  let fixture: Fixture

  init() throws { fixture = try Fixture() }

  @Test func reelShowsItsSegmentsInOrder() throws {
    let source = try fixture.make("s.mp4", duration: 6)
    let reel = ClipRenderer(source: try MediaInfo.probe(source), settings: Fixture.settings)
    let path = fixture.folder + "/reel.mp4"
    let (file, map) = try reel.render([0.4..<1.2, 4.0..<5.0, 2.0..<2.2], to: path)
    #expect(try Fixture.numbers(path) == Array(10..<30) + Array(100..<125) + Array(50..<55))
    #expect(file.frames == 50)
    #expect(map.map(\.at) == [0, 0.8, 1.8])
    #expect(map.map(\.start) == [0.4, 4, 2])
    let info = try MediaInfo.probe(path)
    #expect(info.video.width == 320 && info.video.height == 180)
  }

  @Test func soundIsInSyncAtEveryJoin() throws {
    // At 29.97 fps, no segment is a whole number of samples long.
    let rate = Rational(30000, 1001)
    let source = try fixture.make(
      "s.mkv",
      pictures: "color=black:size=320x180:rate=30000/1001,format=yuv420p,"
        + "drawbox=c=white:t=fill:enable='eq(mod(n,30),15)'",
      sound: "aevalsrc='if(lt(mod(t-0.5005,1.001),0.04),0.8*sin(2*PI*2000*t),0)':s=48000",
      duration: 12, rate: rate
    ) {
      $0.soundEncoding.encoder = "pcm_s16le"
      $0.soundEncoding.sampleFormat = "s16"
    }
    let starts = stride(from: 0.0, to: 10, by: 1.001).map { $0 }
    let reel = ClipRenderer(source: try MediaInfo.probe(source), settings: Fixture.settings)
    let path = fixture.folder + "/reel.mp4"
    try reel.render(starts.map { $0 + 0.2..<$0 + 0.9 }, to: path)
    var seen: [Double] = []
    try Fixture.frames(path) { frame, _ in
      if frame.sample(plane: 0, x: 90, y: 90) > 125 { seen.append(frame.time) }
    }
    let heard = Fixture.onsets(try Fixture.sound(path)[0])
    #expect(seen.count == 10 && heard.count == 10, "\(seen) \(heard)")
    for (picture, sound) in zip(seen, heard) {
      #expect(abs(picture - sound) < 0.010, "\(picture) \(sound)")
    }
  }

  @Test func reelIsScaledDownToItsHeight() throws {
    var settings = Fixture.settings
    settings.reelHeight = 90
    let source = try fixture.make("s.mp4", duration: 1)
    let reel = ClipRenderer(source: try MediaInfo.probe(source), settings: settings)
    #expect(reel.reelSize == (160, 90))
    let path = fixture.folder + "/reel.mp4"
    try reel.render([0..<1], to: path)
    #expect(try MediaInfo.probe(path).video.width == 160)
  }
}
