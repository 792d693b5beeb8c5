import EditDecisions
import Media
import MediaFixture
import Testing

@testable import Rendering

@Suite struct ClipIdentityTests {
  private let source = SourceIdentity(size: 10, head: "aa", tail: "bb")
  private let moment = Moment(
    id: "", rank: 1, start: 1, end: 2, coreStart: 1.2, coreEnd: 1.8, score: 0.5,
    why: MomentReasons(viewers: 5), framing: Fixture.framing(1, 2, .crop([Fixture.window(10)])))

  private func id(
    _ moment: Moment, _ settings: RenderSettings = .init(), _ source: SourceIdentity? = nil
  ) -> String {
    ClipIdentity.clip(
      video: "bbb", source: source ?? self.source, moment: moment, settings: settings)
  }

  @Test func clipIDHasTheVideoNameAndTenHexDigits() {
    let text = id(moment)
    #expect(text.hasPrefix("bbb-") && text.count == 14)
    #expect(text.dropFirst(4).allSatisfy { $0.isHexDigit && !$0.isUppercase })
  }

  @Test func descriptionOfAMomentDoesNotChangeTheClipID() {
    var other = moment
    other.id = "x"
    other.rank = 3
    other.score = 0.9
    other.coreStart = 1.3
    other.why = MomentReasons(emotion: "happy", viewers: 9)
    other.framing.gazeKept = 0.4
    #expect(id(other) == id(moment))
  }

  @Test func renderedContentChangesTheClipID() {
    var later = moment
    later.end = 2.001
    var moved = moment
    moved.framing = Fixture.framing(1, 2, .crop([Fixture.window(10.1)]))
    var fitted = moment
    fitted.framing = Fixture.framing(1, 2, .fit)
    var part = fitted
    part.framing.shots[0].part = FrameArea(x: 10, y: 0, width: 200, height: 180)
    let ids = [
      id(moment), id(later), id(moved), id(fitted), id(part), id(moment, RenderSettings(crf: 21)),
      id(moment, RenderSettings(encoderThreads: 3)),
      id(moment, .init(), SourceIdentity(size: 11, head: "aa", tail: "bb")),
    ]
    #expect(Set(ids).count == ids.count)
  }

  @Test func clipAndReelSettingsChangeOnlyTheirOwnIDs() {
    #expect(id(moment, RenderSettings(reelHeight: 720)) == id(moment))
    func reel(_ settings: RenderSettings) -> String {
      ClipIdentity.reel(
        video: "bbb", source: source, stretches: [1.0..<2.0], settings: settings)
    }
    #expect(reel(RenderSettings(width: 720, height: 1280)) == reel(RenderSettings()))
    #expect(reel(RenderSettings(reelHeight: 720)) != reel(RenderSettings()))
    #expect(reel(RenderSettings(crf: 21)) != reel(RenderSettings()))
  }

  @Test func sourceIdentityReadsBothEnds() throws {
    let fixture = try Fixture()
    let path = fixture.folder + "/f"
    var bytes = [UInt8](repeating: 7, count: 3 << 20)
    try AtomicFile.write(bytes, to: path)
    let first = try SourceIdentity(reading: path)
    #expect(first.size == 3 << 20 && first.head == first.tail)
    bytes[bytes.count - 1] = 8
    try AtomicFile.write(bytes, to: path)
    let second = try SourceIdentity(reading: path)
    #expect(second.head == first.head && second.tail != first.tail)
    let error = #expect(throws: MediaError.self) { try SourceIdentity(reading: path + "x") }
    #expect(error?.kind == .notFound)
  }
}
