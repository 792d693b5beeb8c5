import EditDecisions
import Media
import MediaFixture
import Rendering
import Synchronization
import Testing

@Suite struct ClipRendererCancelTests {
  let fixture: Fixture

  init() throws { fixture = try Fixture() }

  /// An encoder holds back dozens of pictures; who stops does not wait until they are encoded.
  @Test func stoppingWhileTheEncoderIsDrainedLeavesNothing() throws {
    let source = try fixture.make("a.mp4", duration: 2)
    let renderer = ClipRenderer(source: try MediaInfo.probe(source), settings: Fixture.settings)
    let isStopped = Atomic(false)
    let error = #expect(throws: MediaError.self) {
      try renderer.render(
        from: 0, to: 1, framing: Fixture.framing(0, 1, .crop([Fixture.window(100)])),
        to: fixture.folder + "/clip.mp4",
        progress: { done, total in if done == total { isStopped.store(true, ordering: .relaxed) } },
        isCancelled: { isStopped.load(ordering: .relaxed) })
    }
    #expect(error?.kind == .interrupted)
    #expect(try fixture.holdsOnly(["a.mp4"]))
  }
}
