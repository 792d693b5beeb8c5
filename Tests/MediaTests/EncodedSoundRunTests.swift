import Foundation
import Media
import MediaFixture
import Testing

@Suite struct EncodedSoundRunTests {
  let fixture: Fixture

  init() throws { fixture = try Fixture() }

  private var path: String { fixture.folder + "/sound.mp4" }

  /// The sound of a highlight reel is encoded in blocks to save memory.
  @Test(arguments: [1, 777, 1024, 48_000])
  func loudnessDoesNotDependOnBlockLength(length: Int) throws {
    let samples = (0..<50_000).map { Float(0.5 * sin(Double($0) * 0.06)) }
    let encoding = AudioEncoderSettings(sampleRate: 48_000, channels: 2)
    let whole = try EncodedAudioTrack(as: encoding, beside: path) { take throws(MediaError) in
      try take([samples, samples])
    }
    let inRuns = try EncodedAudioTrack(as: encoding, beside: path) { take throws(MediaError) in
      for start in stride(from: 0, to: samples.count, by: length) {
        let run = Array(samples[start..<min(start + length, samples.count)])
        try take([run, run])
      }
    }
    #expect(inRuns.count == 50_000 && whole.count == 50_000)
    #expect(try inRuns.loudness() == whole.loudness())
  }

  /// The arguments are the lengths of each channel.
  @Test(arguments: [[4], [4, 4, 4], [4, 3], [3, 4]])
  func mismatchedChannelsAreRejected(lengths: [Int]) throws {
    let channels = lengths.map { [Float](repeating: 0, count: $0) }
    let error = #expect(throws: MediaError.self) {
      let encoding = AudioEncoderSettings(sampleRate: 48_000, channels: 2)
      _ = try EncodedAudioTrack(as: encoding, beside: path) { take throws(MediaError) in
        try take(channels)
      }
    }
    #expect(error?.kind == .other, "\(String(describing: error))")
  }
}
