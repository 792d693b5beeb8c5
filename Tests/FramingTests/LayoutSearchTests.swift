import TestMaterial
import Testing

@testable import Framing

@Suite("The search divides a stretch into layouts as well as can be")
struct LayoutSearchTests {
  @Test("against all divisions", arguments: 0..<40)
  func bruteForce(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    let (states, count, least) = (2 + seed % 2, 7 + seed % 3, 1 + seed % 3)
    let search = LayoutSearch(
      worths: (0..<states).map { _ in (0..<count).map { _ in random.unit() } },
      leastRun: least, perChange: 0.3)
    /// The best of all divisions from a half second on, after a state.
    func best(from start: Int, after state: Int?) -> Double {
      guard start < count else { return 0 }
      var most = -Double.infinity
      for next in 0..<states where next != state {
        for end in stride(from: start + least, through: count, by: 1) {
          let worth = search.worths[next][start..<end].reduce(0, +)
          let rest = best(from: end, after: next)
          most = max(most, worth + rest - (state == nil ? 0 : 0.3))
        }
      }
      return most
    }
    let (runs, worth) = search.runs()
    #expect(abs(worth - best(from: 0, after: nil)) < 1e-9)
    let own = runs.reduce(0) { $0 + search.worths[$1.state][$1.bins].reduce(0, +) }
    #expect(abs(own - 0.3 * Double(runs.count - 1) - worth) < 1e-9)
    #expect(runs.allSatisfy { $0.bins.count >= least })
    #expect(runs.flatMap(\.bins) == Array(0..<count))
  }

  @Test("what is shorter than a run has one layout; nothing has none")
  func short() {
    let search = LayoutSearch(worths: [[0], [1]], leastRun: 6, perChange: 1)
    #expect(search.runs().runs == [.init(bins: 0..<1, state: 1)])
    #expect(LayoutSearch(worths: [[], []], leastRun: 6, perChange: 1).runs().runs == [])
  }
}
