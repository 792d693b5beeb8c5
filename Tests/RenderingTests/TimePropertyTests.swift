import EditDecisions
import Foundation
import Media
import MediaFixture
import Rendering
import Testing

/// Sources of every way to keep time: clips and reels show the very frames, with their sound.
@Suite struct TimePropertyTests {
  let fixture: Fixture

  init() throws { fixture = try Fixture() }

  private static let settings = RenderSettings(
    width: 90, height: 160, crf: 12, preset: "ultrafast", loudness: nil)

  /// Frames exact, and each beep as its frame is shown.
  private func check(_ path: String, shows: [Int], of source: TimedSource) throws {
    #expect(try Fixture.numbers(path) == shows, "\(source.name)")
    let info = try MediaInfo.probe(path)
    let rate = info.video.frameRate.value
    #expect(abs(rate * Double(source.step) / source.rate.value - 1) < 1e-6, "\(rate)")
    #expect(abs(info.duration - Double(shows.count) / rate) < 0.001)
    let samples = try Fixture.sound(path)[0]
    // The encoder fills up its last run of 1,024 samples.
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
  func clipAndReelShowTheVeryFramesWithTheirSound(source: TimedSource) throws {
    guard let path = try source.make(source, fixture) else { return }
    let info = try MediaInfo.probe(path)
    // Times as decisions write them: rounded to 1 ms.
    let stretches = source.stretches.map { numbers in
      let (start, end) = (source.time(numbers.lowerBound), source.time(numbers.upperBound))
      return (start * 1000).rounded() / 1000..<(end * 1000).rounded() / 1000
    }
    let window = CropKeyframe(t: 0, x: 50, y: 0, width: 50.6, height: 90)
    for (index, stretch) in stretches.enumerated() {
      let clip = try fixture.render(
        path, stretch.lowerBound, stretch.upperBound, .crop([window]), settings: Self.settings)
      try check(clip, shows: source.shown(source.stretches[index]), of: source)
    }
    let reel = fixture.folder + "/reel.mp4"
    let (made, _) = try ReelRenderer(source: info, settings: Self.settings).render(
      stretches, to: reel)
    #expect(made.damaged == 0)
    try check(reel, shows: source.stretches.flatMap(source.shown), of: source)
  }

  /// A phone in poor light: steps of 33 and 50 ms, never the same two rates.
  @Test func vfrPhone() throws {
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
    // Every frame of the source is there, and comes within half an output frame of its time.
    #expect(Set(shown).sorted() == (60..<180).filter { kept.contains($0 % 12) })
    for (slot, number) in shown.enumerated() where slot == 0 || shown[slot - 1] != number {
      let late = Double(slot) / 30 - (Double(number) / 60 - 1)
      #expect(abs(late) <= 0.5 / 30 + 0.001, "frame \(number): \(late)")
    }
    let heard = Fixture.onsets(try Fixture.sound(clip)[0])
    #expect(heard.count == 5 && abs((heard.first ?? 0) - 0.2) < 0.02, "\(heard)")
  }
}
