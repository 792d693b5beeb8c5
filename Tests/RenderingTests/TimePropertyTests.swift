import EditDecisions
import Foundation
import Media
import MediaFixture
import Testing

@testable import Rendering

/// Clips and reels of sources with all kinds of frame rates and timestamps.
@Suite struct TimePropertyTests {
  let fixture: Fixture

  init() throws { fixture = try Fixture() }

  private static let settings = RenderSettings(
    width: 90, height: 160, crf: 12, preset: "ultrafast", loudness: nil)

  /// Expects exactly the frames `shows`, and each beep in sync with its frame.
  private func expectFrames(_ path: String, shows: [Int], of source: TimedSource) throws {
    #expect(try Fixture.numbers(path) == shows, "\(source.name)")
    let info = try MediaInfo.probe(path)
    let rate = info.video.frameRate.value
    #expect(abs(rate * Double(source.step) / source.rate.value - 1) < 1e-6, "\(rate)")
    #expect(abs(info.duration - Double(shows.count) / rate) < 0.001)
    let samples = try Fixture.sound(path)[0]
    // The encoder pads its last block of 1,024 samples.
    let excess = Double(samples.count) / 48_000 - info.duration
    #expect(excess > -0.001 && excess < 0.0224, "\(excess)")
    let expected = shows.indices.filter { slot in
      source.beeps(shows[slot]) && (slot == 0 || shows[slot - 1] != shows[slot])
    }.map { Double($0) / rate }
    let heard = Fixture.onsets(samples)
    #expect(heard.count == expected.count, "\(heard) \(expected)")
    for (time, frame) in zip(heard, expected) {
      #expect(abs(time - frame) < min(0.020, 1 / rate), "\(source.name): \(time) \(frame)")
    }
  }

  @Test(arguments: TimedSource.all)
  func clipAndReelShowExactFramesInSync(source: TimedSource) throws {
    guard let path = try source.make(source, fixture) else { return }
    let info = try MediaInfo.probe(path)
    // Decisions round times to 1 ms.
    let segments = source.segments.map { numbers in
      let (start, end) = (source.time(numbers.lowerBound), source.time(numbers.upperBound))
      return (start * 1000).rounded() / 1000..<(end * 1000).rounded() / 1000
    }
    let window = CropKeyframe(t: 0, x: 50, y: 0, width: 50.6, height: 90)
    for (index, segment) in segments.enumerated() {
      let clip = try fixture.render(
        path, segment.lowerBound, segment.upperBound, .crop([window]), settings: Self.settings)
      try expectFrames(clip, shows: source.shown(source.segments[index]), of: source)
    }
    let reel = fixture.folder + "/reel.mp4"
    let (made, _) = try ClipRenderer(source: info, settings: Self.settings).render(
      segments, to: reel)
    #expect(made.damaged == 0)
    try expectFrames(reel, shows: source.segments.flatMap(source.shown), of: source)
  }

  /// In poor light, phones record frames of 33 and 50 ms.
  @Test func everyFrameOfAVariableRatePhoneVideoIsShown() throws {
    let kept = [0, 2, 4, 7, 9]
    let select = kept.map { "eq(mod(n,12),\($0))" }.joined(separator: "+")
    let path = try fixture.make(
      "vfr-phone.mp4",
      pictures: Fixture.numbered(160, 90, rate: "60") + ",select='\(select)'",
      sound: "aevalsrc='if(lt(mod(t,0.4),0.03),0.8*sin(2*PI*2000*t),0)':s=48000", duration: 4,
      size: (160, 90), rate: Rational(60, 1))
    let info = try MediaInfo.probe(path)
    #expect(info.video.isVariable && info.video.frameRate == Rational(30, 1))
    let window = CropKeyframe(t: 0, x: 50, y: 0, width: 50.6, height: 90)
    let clip = try fixture.render(path, 1, 3, .crop([window]), settings: Self.settings)
    let shown = try Fixture.numbers(clip)
    #expect(shown.count == 60)
    // Every source frame is shown within half an output frame of its time.
    #expect(Set(shown).sorted() == (60..<180).filter { kept.contains($0 % 12) })
    for (slot, number) in shown.enumerated() where slot == 0 || shown[slot - 1] != number {
      let delay = Double(slot) / 30 - (Double(number) / 60 - 1)
      #expect(abs(delay) <= 0.5 / 30 + 0.001, "frame \(number): \(delay)")
    }
    let heard = Fixture.onsets(try Fixture.sound(clip)[0])
    #expect(heard.count == 5 && abs((heard.first ?? 0) - 0.2) < 0.02, "\(heard)")
  }
}
