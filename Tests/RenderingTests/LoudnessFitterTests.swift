import Foundation
import Media
import MediaFixture
import SyntheticMedia
import Testing

@testable import Rendering

@Suite struct LoudnessFitterTests {
  let fixture: Fixture

  init() throws { fixture = try Fixture() }

  /// Sounds that need lower gain, higher gain, and limiting.
  static let sounds = [
    ("loud tone", "aevalsrc='0.9*sin(2*PI*440*t)|0.9*sin(2*PI*440*t)':s=48000"),
    ("quiet noise", "anoisesrc=amplitude=0.1:seed=1:color=pink,pan=stereo|c0=c0|c1=c0"),
    (
      "claps over murmur",
      "anoisesrc=amplitude=0.1:seed=2:color=pink,pan=stereo|c0=c0|c1=c0,"
        + "volume='if(lt(mod(t,1),0.01),9,1)':eval=frame"
    ),
    ("mono", "aevalsrc='0.1*sin(2*PI*300*t)*(1+sin(2*PI*3*t))':s=44100"),
  ]

  private func make(_ sound: String, channels: Int = 2, duration: Double = 6) throws -> String {
    // Only sound is tested, so frames are few and small.
    try fixture.make(
      "s.mkv", pictures: Fixture.numbered(64, 36, rate: "10"), sound: sound, duration: duration,
      size: (64, 36), rate: Rational(10, 1)
    ) {
      $0.soundEncoding.encoder = "pcm_s16le"
      $0.soundEncoding.sampleFormat = "s16"
      $0.soundEncoding.channels = channels
    }
  }

  private var loudnessSettings: RenderSettings {
    loudnessSettings(preset: "medium")
  }

  /// Settings with loudness normalisation and a preset, which also affects sound encoding.
  private func loudnessSettings(preset: String) -> RenderSettings {
    var settings = Fixture.settings
    settings.loudness = -14
    settings.preset = preset
    (settings.width, settings.height) = (36, 64)
    return settings
  }

  @Test(arguments: sounds)
  func encodedClipHasTheTargetLoudnessAndPeak(name: String, sound: String) throws {
    let source = try make(sound, channels: name == "mono" ? 1 : 2)
    let clip = try fixture.render(source, 0.5, 5.5, settings: loudnessSettings)
    guard let measured = try FFmpegProgram.loudness(clip) else { return }
    #expect(abs(measured.integrated + 14) <= 0.5, "\(name): \(measured)")
    #expect(measured.peak <= -1, "\(name): \(measured)")
  }

  @Test func fastPresetHasTheTargetLoudnessAndPeak() throws {
    // Sound that needs limiting is the hardest case.
    let source = try make(Self.sounds[2].1)
    let clip = try fixture.render(source, 0.5, 5.5, settings: loudnessSettings(preset: "veryfast"))
    guard let measured = try FFmpegProgram.loudness(clip) else { return }
    #expect(abs(measured.integrated + 14) <= 0.5 && measured.peak <= -1, "\(measured)")
  }

  @Test func reelHasTheTargetLoudnessAsAWhole() throws {
    let sound =
      "aevalsrc='if(lt(t,3),0.05,0.4)*sin(2*PI*500*t)|if(lt(t,3),0.05,0.4)*sin(2*PI*500*t)':s=48000"
    let source = try make(sound)
    let path = fixture.folder + "/reel.mp4"
    try ClipRenderer(source: try MediaInfo.probe(source), settings: loudnessSettings).render(
      [0.5..<2.5, 3.5..<5.5], to: path)
    guard let measured = try FFmpegProgram.loudness(path) else { return }
    #expect(abs(measured.integrated + 14) <= 0.5 && measured.peak <= -1, "\(measured)")
    // The ratio of loud to quiet parts stays 8 to 1.
    let samples = try Fixture.sound(path)[0]
    func level(_ range: Range<Int>) -> Float { samples[range].map(abs).max() ?? 0 }
    let ratio = level(120_000..<160_000) / level(20_000..<80_000)
    #expect(abs(ratio - 8) < 0.4, "\(ratio)")
  }

  @Test func gainOfQuietSoundIsLimited() throws {
    let source = try make("anoisesrc=amplitude=0.0005:seed=3,pan=stereo|c0=c0|c1=c0")
    let clip = try fixture.render(source, 0, 5, settings: loudnessSettings)
    guard let before = try FFmpegProgram.loudness(source)?.integrated,
      let after = try FFmpegProgram.loudness(clip)?.integrated
    else { return }
    #expect(before < -50)
    #expect(abs(after - before - LoudnessFitter.maximumGain) < 2, "\(before) \(after)")
  }

  @Test func silenceStaysSilent() throws {
    let source = try make("anullsrc=r=48000:cl=stereo", duration: 2)
    let clip = try fixture.render(source, 0, 2, settings: loudnessSettings)
    #expect(try Fixture.sound(clip)[0].map(abs).max() ?? 1 < 1e-6)
  }

  @Test func loudnessDoesNotChangeIfTheSettingIsOff() throws {
    // In a longer clip, the fades at its ends matter less.
    let source = try make(Self.sounds[1].1, duration: 15)
    // Fast presets reduce noise more than the default one.
    var settings = Fixture.settings
    settings.preset = "medium"
    let clip = try fixture.render(source, 0, 15, settings: settings)
    guard let before = try FFmpegProgram.loudness(source),
      let after = try FFmpegProgram.loudness(clip)
    else { return }
    #expect(abs(before.integrated - after.integrated) < 0.6, "\(before) \(after)")
  }

  @Test func limiterDoesNotShiftTheSound() throws {
    // There is one loud click at 2 s in soft noise, which is limited.
    let source = try make(
      "aevalsrc='if(between(t,2,2.002),0.9,0.02*random(0)-0.01)"
        + "|if(between(t,2,2.002),0.9,0.02*random(1)-0.01)':s=48000")
    let clip = try fixture.render(source, 1, 4, settings: loudnessSettings)
    let samples = try Fixture.sound(clip)[0]
    let loudest = try #require(samples.indices.max { abs(samples[$0]) < abs(samples[$1]) })
    #expect(abs(Double(loudest) / 48_000 - 1.001) < 0.002, "\(loudest)")
    let info = try MediaInfo.probe(clip)
    #expect(abs(info.duration - 3) < 0.001)
  }

  /// Loudness by gazecut's own meter.
  private func loudness(_ path: String) throws -> Loudness {
    let samples = try Fixture.sound(path)
    let info = try MediaInfo.probe(path)
    let meter = try LoudnessMeter(
      sampleRate: info.sound?.sampleRate ?? 0, channels: samples.count)
    try meter.push(samples)
    return try meter.finish()
  }

  @Test func loudnessMeterAgreesWithFFmpeg() throws {
    // AAC decoders synthesise noise differently after each seek, so the sound is a tone.
    let clip = try fixture.render(try make(Self.sounds[0].1), 0, 5)
    guard let measured = try FFmpegProgram.loudness(clip) else { return }
    let own = try loudness(clip)
    #expect(abs((own.integrated ?? 0) - measured.integrated) <= 0.15, "\(own) \(measured)")
    #expect(
      abs(own.truePeak - measured.peak) <= 0.15, "\(own.truePeak) \(measured.peak)")
  }
}
