import EditDecisions
import Media
import MediaFixture
import SyntheticMedia
import Testing

@testable import Rendering

@Suite struct ClipRendererTracksTests {
  let fixture: Fixture

  init() throws { fixture = try Fixture() }

  /// Peak of each channel between the fades.
  private func peaks(_ path: String) throws -> [Float] {
    try Fixture.sound(path).map { $0[10_000..<40_000].map(abs).max() ?? 0 }
  }

  private func tone(_ amplitudes: [Double], layout: String, rate: Int) throws -> String {
    let parts = amplitudes.enumerated().map { index, amplitude in
      "\(amplitude)*sin(2*PI*\(300 + 110 * index)*t)"
    }.joined(separator: "|")
    return try fixture.make("s.mkv", sound: "aevalsrc='\(parts)':c=\(layout):s=\(rate)") {
      $0.soundEncoding.encoder = "pcm_s24le"
      $0.soundEncoding.sampleFormat = "s32"
      $0.soundEncoding.sampleRate = rate
      $0.soundEncoding.channels = amplitudes.count
    }
  }

  /// ITU-R BS.775 mixes centre and surrounds at 0.707 and omits the low-frequency channel.
  @Test(arguments: [
    (0, 0.30, 0.0), (1, 0.0, 0.30), (2, 0.212, 0.212), (3, 0.0, 0.0), (4, 0.212, 0.0),
    (5, 0.0, 0.212),
  ])
  func everyChannelOfSixHasItsStandardLevel(channel: Int, left: Double, right: Double) throws {
    var amplitudes = Array(repeating: 0.0, count: 6)
    amplitudes[channel] = 0.3
    let source = try tone(amplitudes, layout: "5.1", rate: 48_000)
    let found = try peaks(fixture.render(source, 0, 1))
    #expect(abs(Double(found[0]) - left) < 0.012, "\(found)")
    #expect(abs(Double(found[1]) - right) < 0.012, "\(found)")
  }

  @Test func fullDownmixDoesNotClip() throws {
    let source = try tone([0.7, 0.7, 0.7, 0, 0.7, 0.7], layout: "5.1", rate: 48_000)
    // The unlimited sum of the channels is 1.7.
    let found = try peaks(fixture.render(source, 0, 1))
    #expect(found.allSatisfy { $0 > 0.7 && $0 <= 1 }, "\(found)")
  }

  @Test(arguments: [22_050, 44_100, 96_000])
  func resamplingKeepsLevelPitchAndLength(rate: Int) throws {
    let source = try tone([0.5, 0.5], layout: "stereo", rate: rate)
    #expect(try MediaInfo.probe(source).sound?.sampleRate == rate)
    let samples = try Fixture.sound(fixture.render(source, 0, 1))[0]
    #expect(samples.count >= 48_000 && samples.count < 49_024)
    let middle = samples[10_000..<34_000]
    #expect(abs(Double(middle.map(abs).max() ?? 0) - 0.5) < 0.03)
    // 300 Hz crosses zero upwards 150 times in half a second.
    let crossings = zip(middle, middle.dropFirst()).filter { $0 < 0 && $1 >= 0 }.count
    #expect(abs(crossings - 150) <= 1, "\(crossings)")
  }

  /// Three tracks: German is the first and quiet, English the default and loud, French in between.
  private func makeTracks() throws -> String? {
    let path = fixture.folder + "/tracks.mkv"
    let tracks = [("deu", 0.1), ("eng", 0.6), ("fra", 0.3)]
    var arguments = ["-y", "-f", "lavfi", "-i", "testsrc2=size=160x90:rate=25:duration=2"]
    for (_, amplitude) in tracks {
      arguments += ["-f", "lavfi", "-i", "aevalsrc=\(amplitude)*sin(2*PI*300*t):d=2:s=48000"]
    }
    arguments += ["-map", "0", "-map", "1", "-map", "2", "-map", "3", "-c:a", "pcm_s16le"]
    arguments += ["-c:v", "libx264", "-preset", "ultrafast"]
    for (index, track) in tracks.enumerated() {
      arguments += ["-metadata:s:a:\(index)", "language=\(track.0)"]
      arguments += ["-disposition:a:\(index)", index == 1 ? "default" : "0"]
    }
    return try FFmpegProgram.ffmpeg(arguments + [path]) == nil ? nil : path
  }

  @Test(arguments: [
    (nil, 0.6), ("deu", 0.1), ("ger", 0.1), ("de", 0.1), ("fr", 0.3), ("xyz", 0.6),
  ])
  func soundTrackIsChosenByLanguage(language: String?, amplitude: Double) throws {
    guard let source = try makeTracks() else { return }
    let info = try MediaInfo.probe(source)
    #expect(info.sounds.map(\.language) == ["deu", "eng", "fra"])
    var settings = Fixture.settings
    settings.audioLanguage = language
    let found = try peaks(fixture.render(source, 0, 1, settings: settings))
    #expect(abs(Double(found[0]) - amplitude) < 0.03, "\(found)")
  }

  @Test func reelUsesTheSoundTrackOfTheLanguage() throws {
    guard let source = try makeTracks() else { return }
    var settings = Fixture.settings
    settings.audioLanguage = "fra"
    let path = fixture.folder + "/reel.mp4"
    try ClipRenderer(source: try MediaInfo.probe(source), settings: settings).render(
      [0..<1], to: path)
    #expect(abs(Double(try peaks(path)[0]) - 0.3) < 0.03)
  }
}
