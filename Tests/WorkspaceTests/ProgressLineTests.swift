import Testing

@testable import Workspace

@Suite struct ProgressLineTests {
  /// Some terminals wrap a line of exactly their width, and only the second half is then replaced.
  @Test func lineIsShorterThanTheTerminal() {
    for columns in 0...120 {
      for video in ["a", "holiday-2026", String(repeating: "v", count: 64)] {
        let text = ProgressLine.text(video: video, step: "rendering", share: 0.5, columns: columns)
        #expect(text.count < max(1, columns) || text.isEmpty, "\(columns): \(text)")
      }
    }
  }

  @Test func barIsShortenedBeforeTheText() {
    let wide = ProgressLine.text(video: "walk", step: "rendering", share: 0.5, columns: 80)
    #expect(wide == "walk  [############............] 50 %  rendering")
    let narrow = ProgressLine.text(video: "walk", step: "rendering", share: 0.5, columns: 40)
    #expect(narrow == "walk  [#######........] 50 %  rendering")
    let slim = ProgressLine.text(video: "walk", step: "rendering", share: 0.5, columns: 30)
    #expect(slim == "walk  50 %  rendering")
    let tiny = ProgressLine.text(video: "walk", step: "rendering", share: 0.5, columns: 10)
    #expect(tiny == "walk  50 ")
  }

  @Test(arguments: [-1.0, 0, 1, 7]) func barIsLimitedToZeroAndOne(share: Double) {
    let text = ProgressLine.text(video: "v", step: "s", share: share, columns: 80)
    #expect(text.contains(share > 0.5 ? "[########################] 100 %" : "] 0 %"))
  }
}
