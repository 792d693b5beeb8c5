import Foundation
import Testing

@testable import Workspace

/// What a terminal shows while a night lasts.
@Suite struct NightProgressTests {
  private let began = ContinuousClock.now

  /// Seven videos, three of them done with five of twelve clips, two under way.
  private var inTheMiddle: NightProgress {
    var night = NightProgress(videos: 7, began: began)
    for video in ["a", "b", "c"] { night.planned(video, files: 2) }
    for video in ["a", "b"] { for _ in 0..<2 { night.rendered(video) } }
    night.rendered("c")
    // The reel of c was there already: nobody waits for it.
    for video in ["a", "b", "c"] { night.ended(video) }
    night.planned("walk", files: 7)
    night.report("walk", step: "rendering", share: 0.4)
    night.report("trip", step: "finding cuts and pauses", share: 0)
    return night
  }

  @Test func itTellsWhatIsDoneWhatIsLeftAndWhatIsWorkedOn() {
    let night = inTheMiddle
    // 3 + 0.52 + 0.1 of 7 videos in 362 s.
    let now = began + .seconds(362)
    #expect(
      night.text(columns: 100, now: now)
        == "3 of 7 videos, 5 of 12 clips, 6 min left: trip finding cuts and pauses, walk 40 %")
    #expect(
      night.text(columns: 70, now: now)
        == "3 of 7 videos, 5 of 12 clips, 6 min left")
    // In the first seconds nothing is known.
    #expect(night.secondsLeft(now: began + .seconds(2)) == nil)
  }

  @Test func noTerminalHasToBreakIt() {
    for columns in 0...120 {
      let text = inTheMiddle.text(columns: columns, now: began + .seconds(9000))
      #expect(text.count < max(1, columns) || text.isEmpty, "\(columns): \(text)")
    }
  }

  @Test func onceAllIsDoneNothingIsLeft() {
    var night = NightProgress(videos: 1, began: began)
    night.planned("walk", files: 2)
    night.rendered("walk")
    night.rendered("walk")
    night.ended("walk")
    #expect(
      night.text(columns: 80, now: began + .seconds(30))
        == "1 of 1 video, 2 of 2 clips")
  }
}
