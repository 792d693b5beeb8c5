@testable import Media
import MediaFixture
import Testing

@Suite struct SceneCutsFindTests {
  @Test func cutsAreFoundAtTheFirstFrameOfAShot() throws {
    let fixture = try Fixture()
    // Three shots of 1.2 s: a test pattern, a fractal and another test pattern.
    let path = try fixture.make(
      "a.mp4",
      pictures: "testsrc2=size=320x180:rate=25:duration=1.2[a];"
        + "mandelbrot=size=320x180:rate=25,trim=duration=1.2,setpts=PTS-STARTPTS[b];"
        + "testsrc=size=320x180:rate=25:duration=1.2,negate[c];"
        + "[a]format=yuv420p,setsar=1[d];[b]format=yuv420p,setsar=1[e];"
        + "[c]format=yuv420p,setsar=1[f];[d][e][f]concat=n=3",
      duration: 3.6)
    let info = try MediaInfo.probe(path)
    let cuts = try FrameAnalysis(info, ranges: [0..<info.duration]).cuts
    #expect(cuts.map(\.time) == [1.2, 2.4])
    // Only cuts in the given ranges are found.
    #expect(try FrameAnalysis(info, ranges: [2.0..<3.0, 2.2..<2.6]).cuts.map(\.time) == [2.4])
    #expect(try FrameAnalysis(info, ranges: [0.1..<1.19]).cuts.isEmpty)
    #expect(try FrameAnalysis(info, ranges: [2.4..<2.5]).cuts.map(\.time) == [2.4])
  }

  /// The frames `lit` of one shot are white.
  @Test(arguments: [
    ("one", "eq(n,30)"), ("three", "between(n,30,32)"), ("two flashes", "eq(n,20)+eq(n,40)"),
  ])
  func flashIsNoCut(name: String, lit: String) throws {
    let fixture = try Fixture()
    let path = try fixture.make(
      "flash.mp4",
      pictures: "testsrc2=size=320x180:rate=25,drawbox=w=320:h=180:c=white:t=fill:enable='\(lit)'",
      duration: 2.4)
    let info = try MediaInfo.probe(path)
    #expect(try FrameAnalysis(info, ranges: [0..<info.duration]).cuts.isEmpty)
  }

  @Test func flashAtACutIsOneCut() throws {
    let fixture = try Fixture()
    let path = try fixture.make(
      "flash-cut.mp4",
      pictures: "testsrc2=size=320x180:rate=25:duration=1.2,format=yuv420p,setsar=1[a];"
        + "mandelbrot=size=320x180:rate=25,trim=duration=1.2,setpts=PTS-STARTPTS,"
        + "format=yuv420p,setsar=1[b];[a][b]concat=n=2,"
        + "drawbox=w=320:h=180:c=white:t=fill:enable='eq(n,30)'",
      duration: 2.4)
    let info = try MediaInfo.probe(path)
    #expect(try FrameAnalysis(info, ranges: [0..<info.duration]).cuts.map(\.time) == [1.2])
  }

  @Test func sustainedMotionIsNoCut() {
    let scores = [0.1, 9, 11, 12, 9, 10, 0.2].enumerated().map {
      SceneCut(time: Double($0.offset) / 25, score: $0.element)
    }
    #expect(CutFinder.peaks(scores).isEmpty)
  }

  @Test func cutsAreScoresAboveTheLevelAndTheirNeighbours() {
    func cuts(_ scores: [Double]) -> [Int] {
      CutFinder.peaks(
        scores.enumerated().map { SceneCut(time: Double($0.offset) / 25, score: $0.element) }
      ).map { Int(($0.time * 25).rounded()) }
    }
    #expect(cuts([0, 0, 9.7, 0.1, 0]) == [2])
    #expect(cuts([0, 2, 7.9, 2, 0]) == [])
    // In animation with little motion, a cut between shots of the same brightness has a low score.
    #expect(cuts([0.1, 0.1, 5.2, 0.2, 0.1]) == [2])
    #expect(cuts([0.1, 0.5, 5.2, 0.5, 0.1]) == [])
    #expect(cuts([0, 0, 3.9, 0, 0]) == [])
    #expect(cuts([0, 4, 9.7, 4, 0]) == [])
    // A black frame between two shots gives one cut at the end of the first.
    #expect(cuts([0, 0, 34, 50, 0, 0]) == [2])
  }

  @Test func cutsOfRealVideosAreFound() throws {
    guard let jump = Fixture.shared("lund/triple_jump.avi"),
      let street = Fixture.shared("lund/BergoDalbana.avi"),
      let rabbit = Fixture.shared("videos/bbb_0_30.webm")
    else { return }
    let jumpInfo = try MediaInfo.probe(jump)
    let cuts = try FrameAnalysis(jumpInfo, ranges: [0..<jumpInfo.duration]).cuts
    // From 5.20 s on there are only one black frame and white frames.
    #expect(cuts.map(\.time) == [2.92, 5.2])
    let streetInfo = try MediaInfo.probe(street)
    #expect(try FrameAnalysis(streetInfo, ranges: [0..<9]).cuts.isEmpty)
    let rabbitInfo = try MediaInfo.probe(rabbit)
    let times = try FrameAnalysis(rabbitInfo, ranges: [10..<30]).cuts.map(\.time)
    #expect(times.count == 3)
    for (time, expected) in zip(times, [11.792, 15.667, 22.958]) {
      #expect(abs(time - expected) < 0.002, "\(time)")
    }
  }
}
