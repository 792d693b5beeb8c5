import EditDecisions
import Foundation
import Media
import MediaFixture
import SyntheticMedia
import TestMaterial
import Testing

@testable import Rendering

/// Damaged sources give an error with a reason or a clip with all of its frames.
@Suite struct HostileSourceTests {
  let fixture: Fixture

  init() throws { fixture = try Fixture() }

  /// Flips up to 400 bits in the encoded frames and sound.
  @Test(arguments: 1...6)
  func bitFlippedSourcesGiveACompleteClipOrAnError(seed: UInt64) throws {
    let path = try fixture.make("bit-flipped.mp4", sound: "sine", duration: 3)
    var bytes = try [UInt8](Data(contentsOf: URL(fileURLWithPath: path)))
    var random = SeededGenerator(seed: seed)
    for _ in 0..<(seed % 2 == 0 ? 400 : 40) {
      let bits = random.next()
      bytes[64 + Int(bits >> 33) % (bytes.count * 8 / 10)] ^= 1 << UInt8((bits >> 29) & 7)
    }
    try AtomicFile.write(bytes, to: path)
    do {
      let clip = fixture.folder + "/clip.mp4"
      let made = try ClipRenderer(
        source: try MediaInfo.probe(path), settings: Fixture.settings
      ).render(
        from: 0.4, to: 2.6, framing: Fixture.framing(0.4, 2.6, .crop([Fixture.window(100)])),
        to: clip)
      // The clip is complete and reports damaged frames.
      #expect(made.damaged > 0)
      let info = try MediaInfo.probe(clip)
      #expect(abs(info.duration - 2.2) < 0.001)
      #expect(try info.countPictures().count == 55)
      #expect(try Fixture.sound(clip)[0].count >= Int(2.2 * 48_000))
    } catch {
      #expect("\(error)".contains("bit-flipped.mp4"), "\(error)")
      #expect(try fixture.containsOnly(["bit-flipped.mp4"]))
    }
  }

  /// The last third of the file is zeros, but the index lists all frames.
  @Test func sourceWithAZeroedTailIsRejected() throws {
    let path = try fixture.make("blanked-tail.mp4", duration: 3) {
      $0.containerOptions = [.init("movflags", "+faststart")]
    }
    var bytes = try [UInt8](Data(contentsOf: URL(fileURLWithPath: path)))
    for index in bytes.indices.suffix(bytes.count / 3) { bytes[index] = 0 }
    try AtomicFile.write(bytes, to: path)
    let error = #expect(throws: MediaError.self) {
      try fixture.render(path, 0.4, 2.8)
    }
    #expect(error?.kind == .invalidData, "\(String(describing: error))")
    #expect(try fixture.containsOnly(["blanked-tail.mp4"]))
  }

  /// Hundreds of streams would need much memory before a frame is read.
  @Test func sourceWithHundredsOfStreamsIsRejected() throws {
    let (one, many) = (fixture.folder + "/one.mkv", fixture.folder + "/many.mkv")
    let made = try fixture.make("one.mkv", duration: 0.2)
    #expect(made == one)
    let maps = Array(repeating: ["-map", "0:v"], count: 220).flatMap { $0 }
    guard try FFmpegProgram.ffmpeg(["-y", "-i", one] + maps + ["-c", "copy", many]) != nil else {
      return
    }
    #expect(throws: MediaError.self) { try MediaInfo.probe(many) }
  }

  /// Cancels after the last frame, while the encoder still holds frames.
  @Test func cancellingAtTheEndDoesNotWaitForTheEncoder() throws {
    let source = try fixture.make("s.mp4", duration: 3)
    var settings = Fixture.settings
    (settings.preset, settings.width, settings.height) = ("veryslow", 360, 640)
    let counter = CancellationCounter()
    let error = #expect(throws: MediaError.self) {
      try ClipRenderer(source: try MediaInfo.probe(source), settings: settings).render(
        from: 0, to: 2.8, framing: Fixture.framing(0, 2.8, .fit),
        to: fixture.folder + "/clip.mp4",
        progress: { done, total in if done == total { counter.cancel() } },
        isCancelled: { counter.queryCancellation() })
    }
    #expect(error?.kind == .interrupted)
    // The encoder holds 60 frames. At most one of them is written after the cancellation.
    #expect(counter.queries <= 2, "\(counter.queries)")
    #expect(try fixture.containsOnly(["s.mp4"]))
  }
}

/// Counts how often cancellation is queried after it was requested.
private final class CancellationCounter: @unchecked Sendable {
  // Reason: the renderer calls back on the thread of the test.
  private var isCancelled = false
  private(set) var queries = 0

  func cancel() { isCancelled = true }

  func queryCancellation() -> Bool {
    if isCancelled { queries += 1 }
    return isCancelled
  }
}
