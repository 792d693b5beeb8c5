import EditDecisions
import TestMaterial
import Testing

/// How the reel changes if a user moves the edges of a clip in its document.
@Suite struct ReelFollowingTests {
  @Test func reelSegmentMovesWithItsMoment() {
    let before = ExampleDocument.document
    var edited = before
    edited.moments[0].start += 2
    #expect(edited.reel(following: before)[0].start == before.reel[0].start + 2)
    #expect(edited.reel(following: before)[0].end == before.reel[0].end)
  }

  @Test func reelSegmentThatAUserEditedStays() {
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
