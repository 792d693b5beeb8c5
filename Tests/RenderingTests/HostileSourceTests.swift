import EditDecisions
import Foundation
import Media
import MediaFixture
import Rendering
import SyntheticMedia
import TestMaterial
import Testing

/// Damaged sources: an error with a reason, or a clip with all of its frames; never one that
/// silently lacks its end.
@Suite struct HostileSourceTests {
  let fixture: Fixture

  init() throws { fixture = try Fixture() }

  /// Hundreds of bits flipped in what pictures and sound are stored in.
  @Test(arguments: 1...6)
  func bitFlippedSourcesGiveAWholeClipOrAnError(seed: UInt64) throws {
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
      // Whole, and said to be made of damaged pictures.
      #expect(made.damaged > 0)
      let info = try MediaInfo.probe(clip)
      #expect(abs(info.duration - 2.2) < 0.001)
      #expect(try info.countPictures().count == 55)
      #expect(try Fixture.sound(clip)[0].count >= Int(2.2 * 48_000))
    } catch {
      #expect("\(error)".contains("bit-flipped.mp4"), "\(error)")
      #expect(try fixture.holdsOnly(["bit-flipped.mp4"]))
    }
  }

  /// The last third of the pictures is zeros, while the index still promises them.
  @Test func aBlankedTailIsNoClip() throws {
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
    #expect(try fixture.holdsOnly(["blanked-tail.mp4"]))
  }

  /// Streams by the hundred would take memory before a frame is seen.
  @Test func countlessStreamsAreRefused() throws {
    let (one, many) = (fixture.folder + "/one.mkv", fixture.folder + "/many.mkv")
    let made = try fixture.make("one.mkv", duration: 0.2)
    #expect(made == one)
    let maps = Array(repeating: ["-map", "0:v"], count: 220).flatMap { $0 }
    guard try Witness.ffmpeg(["-y", "-i", one] + maps + ["-c", "copy", many]) != nil else { return }
    #expect(throws: MediaError.self) { try MediaInfo.probe(many) }
  }

  /// Cancelled when the last frame is in: what the encoder still holds is not waited for.
  @Test func cancellingAtTheEndDoesNotWaitForTheEncoder() throws {
    let source = try fixture.make("s.mp4", duration: 3)
    var settings = Fixture.settings
    (settings.preset, settings.width, settings.height) = ("veryslow", 360, 640)
    let watch = Watch()
    let error = #expect(throws: MediaError.self) {
      try ClipRenderer(source: try MediaInfo.probe(source), settings: settings).render(
        from: 0, to: 2.8, framing: Fixture.framing(0, 2.8, .fit),
        to: fixture.folder + "/clip.mp4",
        progress: { done, total in if done == total { watch.begin() } },
        isCancelled: { watch.asked() })
    }
    #expect(error?.kind == .interrupted)
    // The encoder looks 60 frames ahead: a packet after the cancellation at most.
    #expect(watch.questions <= 2, "\(watch.questions)")
    #expect(try fixture.holdsOnly(["s.mp4"]))
  }
}

/// Says yes from one moment on, and counts how often it was asked since.
private final class Watch: @unchecked Sendable {
  // Reason: the renderer asks and reports on the thread that called it, the test's own.
  private var isOver = false
  private(set) var questions = 0

  func begin() { isOver = true }

  func asked() -> Bool {
    if isOver { questions += 1 }
    return isOver
  }
}
