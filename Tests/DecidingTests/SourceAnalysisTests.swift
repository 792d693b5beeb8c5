import Testing

@testable import Deciding

@Suite struct SourceAnalysisTests {
  /// One window stood for both scenes of a dissolve, and cut the second's subject off.
  @Test func aSceneChangesAtACutAndInTheMiddleOfADissolve() {
    // A row of one is a cut, of two a dissolve: the second fades out of black at 7.2.
    let picture = SourceAnalysis.Picture(rows: [[2], [3, 5], [7.2], [6.5, 8]])
    #expect(picture.changes == [2, 4, 7.2])
  }
}
