import EditDecisions
import Media
import MediaFixture
import SyntheticMedia
import Testing

@testable import Rendering

@Suite struct ClipRendererSoundTests {
  let fixture: Fixture
  /// A white frame and a beep in the middle of every second.
  static let flash =
    "color=black:size=320x180:rate=25,format=yuv420p,"
    + "drawbox=c=white:t=fill:enable='eq(mod(n+12,25),0)'"
  static let beep =
    "aevalsrc='if(lt(mod(t+0.48,1),0.04),0.8*sin(2*PI*2000*t),0)':sample_rate=48000"

  init() throws { fixture = try Fixture() }

  private func makeSource(_ name: String, sound: String = beep, channels: Int = 2) throws -> String
  {
    try fixture.make(name, pictures: Self.flash, sound: sound, duration: 5) {
      $0.soundEncoding.channels = channels
      if name.hasSuffix("mkv") || name.hasSuffix("mov") {
        $0.soundEncoding.encoder = "pcm_s16le"
        $0.soundEncoding.sampleFormat = "s16"
      }
    }
  }

  private func flashes(_ path: String) throws -> [Double] {
    var times: [Double] = []
    try Fixture.frames(path) { frame, _ in
      if frame.sample(plane: 0, x: 90, y: 160) > 125 { times.append(frame.time) }
    }
    return times
  }

  @Test(arguments: ["s.mkv", "s.mov", "s.mp4", "s.ts"])
  func soundIsInSyncWithThePicture(name: String) throws {
    let clip = try fixture.render(try makeSource(name), 0.84, 4.28)
    let seen = try flashes(clip)
    let heard = Fixture.onsets(try Fixture.sound(clip)[0])
    #expect(seen.count == 3 && heard.count == 3, "\(seen) \(heard)")
    // The difference is below 10 ms. A frame is 40 ms.
    for (picture, sound) in zip(seen, heard) {
      #expect(abs(picture - sound) < 0.010, "\(picture) \(sound)")
    }
  }

  @Test func soundIsExactlyAsLongAsThePicture() throws {
    let clip = try fixture.render(try makeSource("s.mkv"), 0.84, 4.28)
    let samples = try Fixture.sound(clip)
    let expected = Int(3.44 * 48_000)
    // The encoder can pad the last block of 1,024 samples.
    #expect(samples[0].count >= expected && samples[0].count < expected + 1024)
    let info = try MediaInfo.probe(clip)
    #expect(info.sound?.codec == "aac")
    #expect(info.sound?.sampleRate == 48_000 && info.sound?.channels == 2)
  }

  /// Peaks of a clip of 1 s with a mono tone of 1 kHz, which is 0.57 in stereo.
  private func peak(of tone: String) throws -> (Range<Double>) -> Float {
    let source = "aevalsrc='\(tone)*0.8*sin(2*PI*1000*t)':sample_rate=48000"
    let samples = try Fixture.sound(
      fixture.render(try makeSource("s.mkv", sound: source), 1, 2))[0]
    return { seconds in
      let range = Int(seconds.lowerBound * 48_000)..<Int(seconds.upperBound * 48_000)
      return samples[range].map(abs).max() ?? 0
    }
  }

  @Test func loudEdgesAreFadedOver200Milliseconds() throws {
    let peak = try peak(of: "1")
    #expect(peak(0..<0.02) < 0.1 && peak(0.98..<1) < 0.1)
    for middle in [0.1, 0.9] {
      let half = peak(middle - 0.005..<middle + 0.005)
      #expect(half > 0.2 && half < 0.4, "\(middle): \(half)")
    }
    #expect(peak(0.21..<0.25) > 0.5 && peak(0.75..<0.79) > 0.5)
  }

  @Test func soundAfterASilentEdgeIsNotFaded() throws {
    let peak = try peak(of: "between(mod(t,1),0.05,0.95)")
    #expect(peak(0.06..<0.08) > 0.5 && peak(0.92..<0.94) > 0.5)
  }

  /// If timestamps drift from the sample count, the pitch changes a little to keep sync.
  @Test(arguments: [1.004, 0.996])
  func driftingSoundIsStretched(rate: Double) throws {
    let tone = "aevalsrc='0.5*sin(2*PI*440*t)':sample_rate=48000"
    let source = try fixture.make("s.mkv", pictures: Self.flash, sound: tone, duration: 6)
    let drifting = fixture.folder + "/drifting.mkv"
    guard
      try FFmpegProgram.ffmpeg([
        "-y", "-i", source, "-c:v", "copy", "-af", "asetpts=PTS*\(rate)", "-c:a", "pcm_s16le",
        drifting,
      ]) != nil
    else { return }
    let samples = try Fixture.sound(fixture.render(drifting, 0.2, 5.6))[0]
    // These samples exclude the fades.
    let inner = (2400..<256_000)
    let rises = inner.dropFirst().filter { samples[$0 - 1] < 0 && samples[$0] >= 0 }
    let periods = zip(rises.dropFirst(), rises).map { $0 - $1 }
    // A period is 109.1 samples, ±0.5 % by stretching and ±2 by rounding and encoding. A gap or
    // cut of 15 ms would change the length of one period.
    #expect(periods.allSatisfy { (106...112).contains($0) }, "\(Set(periods).sorted())")
    // 0.4 % of 5.3 s are 9 periods. The first 5 ms, two periods, are not corrected.
    let meant = Double(inner.count) / 48_000 * 440 / rate
    #expect(abs(Double(periods.count) - meant) < 4, "\(periods.count), \(meant)")
  }

  @Test func clipHasNoSoundStreamIfTheSourceHasNone() throws {
    let source = try fixture.make("s.mp4")
    #expect(try MediaInfo.probe(fixture.render(source, 0, 1)).sound == nil)
  }

  @Test func sixChannelsAreMixedToTwo() throws {
    let six = "aevalsrc='0.2*sin(2*PI*300*t)|0|0.3*sin(2*PI*500*t)|0|0|0':c=5.1:s=48000"
    let clip = try fixture.render(try makeSource("s.mkv", sound: six, channels: 6), 1, 2)
    let samples = try Fixture.sound(clip)
    #expect(samples.count == 2)
    let (left, right) = (samples[0].map(abs).max() ?? 0, samples[1].map(abs).max() ?? 0)
    // The left channel has its own sound and the centre's, the right channel only the centre's.
    #expect(left > right && right > 0.05 && left < 1)
  }

  @Test func monoKeepsItsChannelAndLevel() throws {
    let tone = "aevalsrc='0.5*sin(2*PI*1000*t)':sample_rate=44100"
    let clip = try fixture.render(try makeSource("s.mp4", sound: tone, channels: 1), 1, 2)
    let samples = try Fixture.sound(clip)
    #expect(samples.count == 1)
    let peak = samples[0][10_000..<20_000].map(abs).max() ?? 0
    #expect(abs(peak - 0.5) < 0.03)
  }

  @Test func lateSoundKeepsItsDelay() throws {
    // The sound stream starts at 1.5 s, and its first beep is at 1.5 + 0.52 s.
    let source = try makeSource("s.mkv", sound: Self.beep + ",asetpts=PTS+1.5/TB")
    let clip = try fixture.render(source, 1, 4)
    let heard = Fixture.onsets(try Fixture.sound(clip)[0])
    #expect(heard.count == 2, "\(heard)")
    for (time, expected) in zip(heard, [1.02, 2.02]) {
      #expect(abs(time - expected) < 0.005, "\(time)")
    }
  }

  @Test func soundThatEndsEarlyIsPaddedWithSilence() throws {
    let source = try makeSource("s.mkv", sound: Self.beep + ",atrim=end=2")
    let clip = try fixture.render(source, 1, 4)
    let samples = try Fixture.sound(clip)
    #expect(samples[0].count >= 144_000)
    #expect(Fixture.onsets(samples[0]).count == 1)
  }
}
