import Audience
import Testing

@Suite("Timelines of many viewers")
struct TimelineFolderCrowdTests {
  /// The position of the subject, which changes every four seconds.
  private func subject(_ time: Double) -> (x: Double, y: Double) {
    let places = [(0.3, 0.4), (0.7, 0.5), (0.5, 0.3), (0.35, 0.6), (0.65, 0.35), (0.4, 0.5)]
    return places[Int(time / 4) * 5 % 6]
  }

  private func watcher(_ index: Int) -> SampleColumns {
    MadeUp.session(
      seconds: 120,
      gaze: { time in
        let place = subject(max(0, time - 0.25))
        let tremble = 0.01 * Double((Int(time * 2) * 7 + index * 13) % 5 - 2)
        return MadeUp.at(place.x + tremble, place.y - tremble)
      })
  }

  @Test("rows are sorted, so that their order does not identify viewers")
  func sortedRows() {
    let timeline = MadeUp.timeline((0..<8).map { watcher($0) }, seconds: 120)
    #expect(timeline.bins.allSatisfy { $0 == $0.sorted() })
  }
}
