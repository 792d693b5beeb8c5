import Foundation
import Media
import MediaFixture
import SyntheticMedia
import Testing

@testable import Rendering

@Suite struct LoudnessFitterTests {
  let fixture: Fixture

  init() throws { fixture = try Fixture() }

  /// Sources that need turning down, turning up, and limiting.
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
    // What is asked is of the sound: few pictures, and small.
    try fixture.make(
      "s.mkv", pictures: Fixture.numbered(64, 36, rate: "10"), sound: sound, duration: duration,
      size: (64, 36), rate: Rational(10, 1)
    ) {
      $0.soundEncoding.encoder = "pcm_s16le"
      $0.soundEncoding.sampleFormat = "s16"
      $0.soundEncoding.channels = channels
    }
  }

  private var levelled: RenderSettings {
    levelled(by: "medium")
  }

  /// The presets differ in how the sound is encoded, too.
  private func levelled(by preset: String) -> RenderSettings {
    var settings = Fixture.settings
    settings.loudness = -14
    settings.preset = preset
    // What is asked is of the sound.
    (settings.width, settings.height) = (36, 64)
    return settings
  }

  @Test(arguments: sounds)
  func encodedFilesHaveTheLoudnessAndKeepTheCeiling(name: String, sound: String) throws {
    let source = try make(sound, channels: name == "mono" ? 1 : 2)
    let clip = try fixture.render(source, 0.5, 5.5, settings: levelled)
    guard let heard = try Witness.loudness(clip) else { return }
    #expect(abs(heard.integrated + 14) <= 0.5, "\(name): \(heard)")
    #expect(heard.peak <= -1, "\(name): \(heard)")
  }

  @Test func theQuickWayKeepsThemToo() throws {
    // What needs limiting is the hardest.
    let source = try make(Self.sounds[2].1)
    let clip = try fixture.render(source, 0.5, 5.5, settings: levelled(by: "veryfast"))
    guard let heard = try Witness.loudness(clip) else { return }
    #expect(abs(heard.integrated + 14) <= 0.5 && heard.peak <= -1, "\(heard)")
  }

  @Test func theReelHasItAsAWhole() throws {
    let sound =
      "aevalsrc='if(lt(t,3),0.05,0.4)*sin(2*PI*500*t)|if(lt(t,3),0.05,0.4)*sin(2*PI*500*t)':s=48000"
    let source = try make(sound)
    let path = fixture.folder + "/reel.mp4"
    try ReelRenderer(source: try MediaInfo.probe(source), settings: levelled).render(
      [0.5..<2.5, 3.5..<5.5], to: path)
    guard let heard = try Witness.loudness(path) else { return }
    #expect(abs(heard.integrated + 14) <= 0.5 && heard.peak <= -1, "\(heard)")
    // Quiet and loud stay as far apart as they were: 8 to 1.
    let samples = try Fixture.sound(path)[0]
    func level(_ range: Range<Int>) -> Float { samples[range].map(abs).max() ?? 0 }
    let ratio = level(120_000..<160_000) / level(20_000..<80_000)
    #expect(abs(ratio - 8) < 0.4, "\(ratio)")
  }

  @Test func aQuietRoomIsNotBlownUp() throws {
    let source = try make("anoisesrc=amplitude=0.0005:seed=3,pan=stereo|c0=c0|c1=c0")
    let clip = try fixture.render(source, 0, 5, settings: levelled)
    guard let before = try Witness.loudness(source)?.integrated,
      let after = try Witness.loudness(clip)?.integrated
    else { return }
    #expect(before < -50)
    #expect(abs(after - before - LoudnessFitter.maximumGain) < 2, "\(before) \(after)")
  }

  @Test func silenceStaysSilent() throws {
    let source = try make("anullsrc=r=48000:cl=stereo", duration: 2)
    let clip = try fixture.render(source, 0, 2, settings: levelled)
    #expect(try Fixture.sound(clip)[0].map(abs).max() ?? 1 < 1e-6)
  }

  @Test func offLeavesTheLevel() throws {
    // Of a longer clip the fades at its ends are a smaller part.
    let source = try make(Self.sounds[1].1, duration: 15)
    // By the usual encoding; the quick one takes some more off noise.
    var settings = Fixture.settings
    settings.preset = "medium"
    let clip = try fixture.render(source, 0, 15, settings: settings)
    guard let before = try Witness.loudness(source), let after = try Witness.loudness(clip)
    else { return }
    #expect(abs(before.integrated - after.integrated) < 0.6, "\(before) \(after)")
  }

  @Test func limitingMovesNothingInTime() throws {
    // One loud click at 2 s in soft noise: it is limited, and stays where it is.
    let source = try make(
      "aevalsrc='if(between(t,2,2.002),0.9,0.02*random(0)-0.01)"
        + "|if(between(t,2,2.002),0.9,0.02*random(1)-0.01)':s=48000")
    let clip = try fixture.render(source, 1, 4, settings: levelled)
    let samples = try Fixture.sound(clip)[0]
    let loudest = try #require(samples.indices.max { abs(samples[$0]) < abs(samples[$1]) })
    #expect(abs(Double(loudest) / 48_000 - 1.001) < 0.002, "\(loudest)")
    let info = try MediaInfo.probe(clip)
    #expect(abs(info.duration - 3) < 0.001)
  }

  /// By the product's own meter, which `meterAgreesWithTheWitness` vouches for.
  private func loudness(_ path: String) throws -> Loudness {
    let samples = try Fixture.sound(path)
    let info = try MediaInfo.probe(path)
    let meter = try LoudnessMeter(
      sampleRate: info.sound?.sampleRate ?? 0, channels: samples.count)
    try meter.push(samples)
    return try meter.finish()
  }

  @Test func meterAgreesWithTheWitness() throws {
    // No noise: AAC decoders make up noise of their own, differently at each seek.
    let clip = try fixture.render(try make(Self.sounds[0].1), 0, 5)
    guard let heard = try Witness.loudness(clip) else { return }
    let own = try loudness(clip)
    #expect(abs((own.integrated ?? 0) - heard.integrated) <= 0.15, "\(own) \(heard)")
    #expect(
      abs(own.truePeak - heard.peak) <= 0.15, "\(own.truePeak) \(heard.peak)")
  }
}
