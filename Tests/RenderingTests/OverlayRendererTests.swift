import EditDecisions
import Foundation
import Media
import MediaFixture
import Rendering
import Synchronization
import Testing

@Suite struct OverlayRendererTests {
  let fixture: Fixture
  /// The source is grey, so that drawings are visible.
  static let grey = "color=0x808080:size=320x180:rate=25"
  static let settings = RenderSettings(crf: 4, encoderThreads: 2)

  init() throws { fixture = try Fixture() }

  private func render(
    _ window: Range<Double> = 0..<2, pictures: String = grey, sound: String? = nil,
    width: Int = 320, moments: [OverlayMoment] = [],
    detail: @escaping @Sendable (Int) -> OverlayBin
  ) throws -> String {
    let source = try fixture.make(
      "s.mp4", pictures: pictures, sound: sound, duration: 3, size: (width, 180))
    try job(source, window, moments: moments).render(detail: detail)
    return fixture.folder + "/overlay.mp4"
  }

  private func job(
    _ source: String, _ window: Range<Double>, moments: [OverlayMoment] = []
  ) throws -> OverlayJob {
    OverlayJob(
      source: try MediaInfo.probe(source), settings: Self.settings, window: window, binSeconds: 0.5,
      levels: (0..<6).map { OverlayLevel(reacting: Double($0) / 6) }, moments: moments,
      path: fixture.folder + "/overlay.mp4")
  }

  private static func gazePoint(_ x: Double, _ y: Double, gathered: Bool = false) -> OverlayLook {
    OverlayLook(place: OverlayPlace(x: x, y: y), isGathered: gathered)
  }

  /// A line is wrapped in a vertical video and fits in a wide one.
  @Test(arguments: [(104, true), (320, false)])
  func lineThatIsTooLongIsWrapped(width: Int, isBroken: Bool) throws {
    let path = try render(
      0..<0.2, pictures: "color=0x808080:size=\(width)x180:rate=25", width: width
    ) { _ in OverlayBin(lines: ["0:05.0  45 of 45 watch  score 0.70"]) }
    var seconds = 0
    try Fixture.frames(path) { frame, number in
      guard number == 0 else { return }
      // The second row of letters is ten pixels below the first.
      for y in 194..<202 {
        for x in 0..<100 where frame.sample(plane: 0, x: x, y: y) > 100 { seconds += 1 }
      }
    }
    #expect((seconds > 30) == isBroken, "\(seconds) bright pixels")
  }

  /// Cancels after the last frame, while the encoder still holds frames.
  @Test func cancellingAtTheLastFrameInterrupts() throws {
    let source = try fixture.make("s.mp4", pictures: Self.grey, duration: 3)
    let flag = Flag()
    let error = #expect(throws: MediaError.self) {
      try job(source, 0..<2).render(
        detail: { _ in OverlayBin(looks: []) },
        progress: { done, total in
          if done == total { flag.isSet.store(true, ordering: .relaxed) }
        },
        isCancelled: { flag.isSet.load(ordering: .relaxed) })
    }
    #expect(error?.kind == .interrupted)
    #expect(try fixture.containsOnly(["s.mp4"]))
  }

  /// The check of a long overlay takes as long as rendering a clip.
  @Test func cancellingDuringTheOutputCheckInterrupts() throws {
    let source = try fixture.make("s.mp4", pictures: Self.grey, duration: 3)
    let folder = fixture.folder
    let error = #expect(throws: MediaError.self) {
      try job(source, 0..<2).render(
        detail: { _ in OverlayBin(looks: []) },
        isCancelled: {
          // The index is written last.
          let names = try? FileManager.default.contentsOfDirectory(atPath: folder)
          return (names ?? []).filter { $0 != "s.mp4" }.contains { name in
            let data = FileManager.default.contents(atPath: folder + "/" + name)
            return data?.range(of: Data("moov".utf8)) != nil
          }
        })
    }
    #expect(error?.kind == .interrupted)
    #expect(try fixture.containsOnly(["s.mp4"]))
  }

  @Test func gazePointsAreDrawnFromTheFirstFrameOfTheirBin() throws {
    let path = try render { bin in
      OverlayBin(looks: [
        bin < 2 ? Self.gazePoint(0.25, 0.5) : Self.gazePoint(0.75, 0.5, gathered: true)
      ])
    }
    var left: [Int] = []
    var right: [Int] = []
    try Fixture.frames(path) { frame, number in
      let (one, other) = (
        frame.sample(plane: 0, x: 80, y: 90), frame.sample(plane: 0, x: 240, y: 90)
      )
      if one > 200 { left.append(number) }
      // Gaze points in a gaze cluster are green.
      if frame.sample(plane: 2, x: 120, y: 45) < 90 { right.append(number) }
      #expect(one > 200 || abs(Int(one) - 126) < 6)
      #expect(frame.sample(plane: 0, x: 160, y: 40) < 135 && other > 100)
    }
    // At 25 fps, the bin of 1.0 s starts with frame 25.
    #expect(left == Array(0..<25))
    #expect(right == Array(25..<50))
  }

  @Test func cropIsFramedAndTheRestDarkened() throws {
    // The crop is 101 pixels wide and moves by 80 pixels in the first second.
    let framing = Framing(
      gazeKept: nil,
      shots: [
        ClipShot(
          start: 0, end: 2, cut: .source,
          layout: .crop([
            CropKeyframe(t: 0, x: 20, y: 0, width: 101.3, height: 180),
            CropKeyframe(t: 1, x: 100, y: 0, width: 101.3, height: 180),
          ]))
      ])
    let moment = OverlayMoment(start: 0, end: 2, coreStart: 0.5, coreEnd: 2, framing: framing)
    let path = try render(moments: [moment]) { _ in OverlayBin() }
    try Fixture.frames(path) { frame, number in
      let left = 20 + min(1, Double(number) / 25) * 80
      func luma(_ x: Double) -> Int { Int(frame.sample(plane: 0, x: Int(x), y: 90)) }
      // Outside is darkened by 110/256, inside is unchanged, and the border is brighter than both.
      #expect(abs(luma(left - 8) - 79) < 8 && abs(luma(left + 50) - 126) < 6, "\(number)")
      #expect(luma(left + 1) > 135, "\(number)")
      #expect(abs(luma(left + 110) - 79) < 8)
      // The border is grey in the pre-roll and yellow in the core.
      let isYellow = frame.sample(plane: 1, x: Int(left + 1) / 2, y: 45) < 90
      #expect(isYellow == (number >= 13), "\(number)")
    }
  }

  @Test func figuresAreBelowTheFrame() throws {
    let path = try render(1..<2) { _ in OverlayBin(lines: ["8 of 12", "", "moment 1"]) }
    let info = try MediaInfo.probe(path)
    // Three lines of 10 pixels, a chart of 24 pixels and margins are 62 pixels below 180.
    #expect(info.video.width == 320 && info.video.height == 242)
    #expect(abs(info.duration - 1) < 0.001)
    var brightest = 0
    var curve = 0
    try Fixture.frames(path) { frame, number in
      guard number == 12 else { return }
      for y in 180..<192 {
        for x in 0..<60 { brightest = max(brightest, Int(frame.sample(plane: 0, x: x, y: y))) }
      }
      // The mark of the current time is in the middle of the chart.
      curve = Int(frame.sample(plane: 0, x: 153, y: 225))
    }
    #expect(brightest > 200)
    #expect(curve > 180)
  }

  @Test func soundIsInSyncForAnyStart() throws {
    let path = try render(
      0.84..<2.9, pictures: ClipRendererSoundTests.flash, sound: ClipRendererSoundTests.beep
    ) { _ in OverlayBin(looks: [Self.gazePoint(0.9, 0.9)]) }
    var seen: [Double] = []
    try Fixture.frames(path) { frame, _ in
      if frame.sample(plane: 0, x: 160, y: 20) > 125 { seen.append(frame.time) }
    }
    let samples = try Fixture.sound(path)[0]
    let heard = Fixture.onsets(samples)
    #expect(seen.count == 2 && heard.count == 2, "\(seen) \(heard)")
    for (picture, sound) in zip(seen, heard) {
      #expect(abs(picture - sound) < 0.010, "\(picture) \(sound)")
    }
    // 2.06 s are 51.5 frames: from frame 21 to frame 72 or 73.
    #expect(abs(samples.count - 98_880) < 2_500)
  }

  @Test func cancellationLeavesNoFile() throws {
    let source = try fixture.make("s.mp4", pictures: Self.grey, duration: 3)
    let error = #expect(throws: MediaError.self) {
      try job(source, 0..<3).render(detail: { _ in OverlayBin() }, isCancelled: { true })
    }
    #expect(error?.kind == .interrupted)
    #expect(try fixture.containsOnly(["s.mp4"]))
  }

}

/// A flag that one closure sets and another reads.
private final class Flag: Sendable {
  let isSet = Atomic(false)
}
