import EditDecisions
import TestMaterial
import Testing

/// What becomes of the reel when a person moves a short's edges in its document.
@Suite struct ReelFollowingTests {
  @Test func aStretchThatShowedItsMomentGoesAlong() {
    let before = ExampleDocument.document
    var edited = before
    edited.moments[0].start += 2
    #expect(edited.reel(following: before)[0].start == before.reel[0].start + 2)
    #expect(edited.reel(following: before)[0].end == before.reel[0].end)
  }

  @Test func whatAPersonSetInTheReelStays() {
    let before = ExampleDocument.document
    var edited = before
    edited.moments[0].start += 2
    edited.reel[0].end -= 1
    #expect(edited.reel(following: before) == edited.reel)
    #expect(before.reel(following: before) == before.reel)
    edited.reel[0].moment = "other"
    #expect(edited.reel(following: before) == edited.reel)
  }
}
