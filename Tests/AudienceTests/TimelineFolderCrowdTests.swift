import Audience
import Testing

@Suite("What only the crowd tells")
struct TimelineFolderCrowdTests {
  /// Where the subject is: another place every four seconds.
  private func subject(_ time: Double) -> (x: Double, y: Double) {
    let places = [(0.3, 0.4), (0.7, 0.5), (0.5, 0.3), (0.35, 0.6), (0.65, 0.35), (0.4, 0.5)]
    return places[Int(time / 4) * 5 % 6]
  }

  private func watcher(_ index: Int, offset: Double = 0, from: Double = 0) -> SampleColumns {
    MadeUp.session(
      seconds: 120,
      gaze: { time in
        let place = subject(max(0, time - 0.25))
        let tremble = 0.01 * Double((Int(time * 2) * 7 + index * 13) % 5 - 2)
        guard time >= from else {
          return MadeUp.at(0.1 + 0.8 * Double((Int(time * 2) * 31 + index * 17) % 97) / 97, 0.5)
        }
        return MadeUp.at(place.x + offset + tremble, place.y - tremble)
      })
  }

  @Test("a viewer whose gaze is off by a constant is moved back, the others stay")
  func offset() throws {
    let viewers = (0..<9).map { watcher($0) } + [watcher(9, offset: 0.09)]
    let timeline = MadeUp.timeline(viewers, seconds: 120)
    let xs = timeline.bins[22].rows.compactMap { $0.position?.x }.sorted()
    let spread = try #require(xs.last) - #require(xs.first)
    // 0.09 uncorrected; a tremble of 0.04 and what shrinkage leaves remain.
    #expect(spread < 0.07)
    var settings = FoldSettings()
    settings.largestOffset = 0
    let raw = MadeUp.timeline(viewers, seconds: 120, settings: settings).bins[22].rows
    let uncorrected = raw.compactMap { $0.position?.x }.sorted()
    #expect(try #require(uncorrected.last) - #require(uncorrected.first) > 0.09)
  }

  @Test("agreement is above chance where people look together, and not where they do not")
  func agreement() throws {
    let viewers = (0..<10).map { watcher($0, from: 60) }
    let timeline = MadeUp.timeline(viewers, seconds: 120)
    let z = timeline.bins.map { $0.agreement?.z ?? 0 }
    #expect(z[124..<236].allSatisfy { $0 > 2 })
    #expect(z[..<118].count { $0 > 2 } < 6)
    let chance = try #require(timeline.bins[50].chance)
    #expect(chance.share > 0 && chance.share < 1 && chance.deviation > 0)
  }

  @Test("the same sessions give the same timeline")
  func deterministic() {
    let viewers = (0..<8).map { watcher($0, from: 30) }
    #expect(
      MadeUp.timeline(viewers, seconds: 120) == MadeUp.timeline(viewers, seconds: 120))
  }

  @Test("who does not move with the others weighs less, but never nothing")
  func weights() {
    let laughs = { (time: Double) in Int(time / 10) % 3 == 1 }
    let viewers = (0..<10).map { index in
      MadeUp.session(
        seconds: 120,
        face: { time in
          let shown = index == 0 ? Int(time / 10) % 3 == 2 : laughs(time)
          return shown ? MadeUp.face(.happy, 0.8) : MadeUp.neutral(time)
        })
    }
    let weights = MadeUp.timeline(viewers, seconds: 120).bins[30].rows.map(\.weight).sorted()
    #expect(weights[0] > 0 && weights[0] < 0.3)
    #expect(weights[1...].allSatisfy { $0 > 0.9 })
  }

  @Test("rows are sorted by what they hold")
  func anonymous() {
    let timeline = MadeUp.timeline((0..<8).map { watcher($0) }, seconds: 120)
    #expect(timeline.bins.allSatisfy { $0.rows == $0.rows.sorted() })
  }
}
