import Testing

@testable import Deciding

@Suite struct SourceAnalysisTests {
  /// With one crop for both scenes of a dissolve, the subject of the second would be cut off.
  @Test func sceneChangesAtACutAndInTheMiddleOfADissolve() {
    // A row with one number is a cut, with two a dissolve. The second dissolve is a fade from black
    // that ends at 7.2 s.
    let picture = SourceAnalysis(rows: [[2], [3, 5], [7.2], [6.5, 8]])
    #expect(picture.changes == [2, 4, 7.2])
  }
}
