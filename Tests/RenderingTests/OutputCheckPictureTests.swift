import EditDecisions
import Media
import MediaFixture
import Testing

@testable import Rendering

/// The check of a finished file compares frames, not only their number.
@Suite struct OutputCheckPictureTests {
  let fixture: Fixture

  init() throws { fixture = try Fixture() }

  private static let grid = FrameTimeGrid(rate: Rational(25, 1), start: 0, end: 2)

  /// Marks of each frame, taken from the frame `shift` frames later.
  private func marks(_ path: String, shift: Int) throws -> FrameFingerprints {
    var marks = FrameFingerprints()
    marks.begin(Self.grid)
    var number = 0
    try RangeReader(try MediaInfo.probe(path)).read(
      from: Double(shift) / 25, to: 3,
      picture: { frame throws(MediaError) in
        marks.consider(frame, frame: number, slot: number, on: Self.grid, used: frame.time)
        number += 1
      })
    return marks
  }

  private func verify(_ path: String, _ marks: FrameFingerprints) throws {
    let plan = EncodePlan(
      output: (320, 180), rate: Rational(25, 1), channels: nil,
      settings: RenderSettings(width: 320, height: 180))
    _ = try OutputFileVerifier.verify(
      path, as: "clip.mp4", plan: plan, frames: 50, marks: marks, isCancelled: { false })
  }

  @Test func wrongFrameInTheClipIsDetected() throws {
    let path = try fixture.make(
      "s.mp4", options: [.init("preset", "ultrafast"), .init("crf", "40")])
    let right = try marks(path, shift: 0)
    #expect(right.compared(keys: [], last: 49) == [0, 25, 49])
    #expect(right.compared(keys: [0, 24, 40], last: 49) == [0, 24, 49])
    try verify(path, right)
    for shift in [1, 16] {
      let error = #expect(throws: MediaError.self) {
        try verify(path, try marks(path, shift: shift))
      }
      #expect(error?.kind == .invalidData)
      #expect(error?.description.contains("is not the picture that was encoded") == true)
    }
  }

  /// A past bug showed the same old slide in every frame.
  @Test func outdatedSourceFrameIsDetected() throws {
    let info = try MediaInfo.probe(try fixture.slides("slides.mp4"))
    let grid = FrameTimeGrid(rate: Rational(12, 1), start: 8, end: 22)
    func marks(_ used: [Double]) throws -> FrameFingerprints {
      var marks = FrameFingerprints()
      marks.begin(grid)
      for (slot, time) in zip([96, 180, 263], used) {
        try RangeReader(info).read(
          from: time, to: time + 0.05,
          picture: { frame throws(MediaError) in
            marks.consider(frame, frame: slot - 96, slot: slot, on: grid, used: time)
          })
      }
      return marks
    }
    let right = try marks([4, 14.1, 14.1])
    #expect(right.compared(keys: [], last: 167) == [0, 84, 167])
    try right.verify(of: info, as: "clip.mp4", isCancelled: { false })
    let error = #expect(throws: MediaError.self) {
      try marks([3.5, 3.5, 3.5]).verify(of: info, as: "clip.mp4", isCancelled: { false })
    }
    #expect(error?.description.contains("its frame 84 shows the source at 3.5 s") == true)
  }

  @Test(arguments: ["slides.mp4", "slides.mkv"])
  func everyFrameShowsItsSlide(name: String) throws {
    let source = try fixture.slides(name)
    var settings = Fixture.settings
    settings.crf = 6
    let window = CropKeyframe(t: 8, x: 30, y: 0, width: 36, height: 64)
    let clip = try fixture.render(source, 8, 22, .crop([window]), settings: settings)
    let rate = try MediaInfo.probe(clip).video.frameRate.value
    #expect(rate == (name == "slides.mp4" ? 12 : 10))
    let wanted = (Int(8 * rate)..<Int(22 * rate)).map { slot in
      Fixture.slideNumbers.last { (Double($0) / 10 * rate).rounded() <= Double(slot) } ?? 0
    }
    #expect(try Fixture.numbers(clip) == wanted)
  }

  /// The recording has still parts and bursts of movement.
  @Test func everyFrameShowsTheScreenRecording() throws {
    let source = try fixture.screenRecording("screen.mp4")
    let window = CropKeyframe(t: 25, x: 30, y: 0, width: 36, height: 64)
    let clip = try fixture.render(source, 25, 40, .crop([window]))
    let rate = try MediaInfo.probe(clip).video.frameRate.value
    let shown = Array(0..<15) + Array(300..<312) + Array(600..<610)
    let first = Int(25 * rate)
    let wanted = (first..<first + Int(15 * rate)).map { slot in
      shown.last { Int((Double($0) / 10 * rate + 0.5001).rounded(.down)) <= slot } ?? 0
    }
    #expect(try Fixture.numbers(clip) == wanted)
  }
}
