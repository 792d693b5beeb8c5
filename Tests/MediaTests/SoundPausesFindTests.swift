import Media
import MediaFixture
import Testing

@Suite struct SoundPausesFindTests {
  /// A tone with a pause from 1 to 1.5 s in every 2 s.
  private static let sound =
    "aevalsrc='if(between(mod(t,2),1,1.5),0,0.5*sin(2*PI*440*t))':sample_rate=48000"

  @Test func pausesAreFoundAtTheirPlayTimes() throws {
    let fixture = try Fixture()
    let info = try MediaInfo.probe(
      try fixture.make("a.mp4", sound: Self.sound, duration: 6))
    let pauses = try PauseFinder.find(in: info, ranges: [0..<6])
    #expect(pauses.count == 3)
    for (pause, start) in zip(pauses, [1.0, 3.0, 5.0]) {
      // An AAC block of 1,024 samples smears an edge by up to 21 ms.
      #expect(abs(pause.lowerBound - start) < 0.022, "\(pause)")
      #expect(abs(pause.upperBound - start - 0.5) < 0.022, "\(pause)")
    }
    #expect(try PauseFinder.find(in: info, ranges: [2.5..<4]).count == 1)
    let partial = try PauseFinder.find(in: info, ranges: [2.5..<3.45])
    #expect(partial.count == 1 && partial.allSatisfy { $0.upperBound <= 3.45 })
  }

  /// Silence is a pause only if sound precedes or follows it in the range.
  @Test func silenceWithoutSoundAroundItIsNoPause() throws {
    let fixture = try Fixture()
    let silent = try MediaInfo.probe(
      try fixture.make("silent.mp4", sound: "anullsrc=sample_rate=48000", duration: 6))
    #expect(silent.sound != nil)
    #expect(try PauseFinder.find(in: silent, ranges: [0..<2, 3..<6]).isEmpty)
    let sound = "aevalsrc='if(lt(t,3),0,0.5*sin(2*PI*440*t))':sample_rate=48000"
    let half = try MediaInfo.probe(
      try fixture.make("half.mp4", sound: sound, duration: 6))
    #expect(try PauseFinder.find(in: half, ranges: [0.5..<2.5]).isEmpty)
    let before = try PauseFinder.find(in: half, ranges: [0..<6])
    #expect(before.count == 1 && before.allSatisfy { abs($0.upperBound - 3) < 0.022 })
  }

  @Test func videoWithoutSoundHasNoPauses() throws {
    let fixture = try Fixture()
    let info = try MediaInfo.probe(try fixture.make("a.mp4"))
    #expect(try PauseFinder.find(in: info, ranges: [0..<2]).isEmpty)
  }
}
