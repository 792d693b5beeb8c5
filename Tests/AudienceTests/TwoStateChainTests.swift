import Foundation
import TestMaterial
import Testing

@testable import Audience

/// Forward and backward is the sum over all ways that a state can take.
@Suite struct TwoStateChainTests {
  /// The probability of not being at rest, by adding up the likelihoods of all paths of states.
  private func enumerated(
    _ change: Double, _ odds: [Double], _ usual: [Double]
  ) -> [Double] {
    let count = odds.count
    var (all, parts) = (0.0, [Double](repeating: 0, count: count))
    for path in 0..<(1 << count) {
      func isOn(_ bin: Int) -> Bool { path >> bin & 1 == 1 }
      var likelihood = 1.0
      for bin in 0..<count {
        let drawn = isOn(bin) ? usual[bin] : 1 - usual[bin]
        if bin == 0 {
          likelihood *= drawn
        } else {
          likelihood *= change * drawn + (isOn(bin) == isOn(bin - 1) ? 1 - change : 0)
        }
        likelihood *= isOn(bin) ? odds[bin] : 1
      }
      all += likelihood
      for bin in 0..<count where isOn(bin) { parts[bin] += likelihood }
    }
    return parts.map { $0 / all }
  }

  /// 2⁹ paths and fewer; a state that is forgotten in 4 s, in 60, within the half second, and never
  /// kept.
  @Test(arguments: [4, 60, 0.5, 0], [1, 2, 5, 9])
  func isTheSumOverAllPaths(seconds: Double, count: Int) {
    var random = SeededGenerator(seed: UInt64(count))
    let change = seconds > 0 ? min(1, 0.5 / seconds) : 1
    for _ in 0..<20 {
      // Likelihoods from a thousandth to a thousand, as nats from −7 to 7.
      let odds = (0..<count).map { _ in exp(14 * random.unit() - 7) }
      let usual = (0..<count).map { _ in 0.02 + 0.96 * random.unit() }
      let found = TwoStateChain(forgettingIn: seconds).posterior(
        count, odds: { Float(odds[$0]) }, usual: { Float(usual[$0]) })
      for (one, other) in zip(found, enumerated(change, odds, usual)) {
        // Single precision, 6e-8, times likelihoods of a thousand.
        #expect(abs(Double(one) - other) < 6e-5)
      }
    }
  }

  @Test func whereNothingIsShownItIsWhatIsUsual() {
    let chain = TwoStateChain(forgettingIn: 4)
    #expect(chain.posterior(0, odds: { _ in 1 }, usual: { _ in 0.1 }).isEmpty)
    for share in chain.posterior(40, odds: { _ in 1 }, usual: { _ in 0.1 }) {
      #expect(abs(share - 0.1) < 1e-6)
    }
  }

  /// The most that a half second of an audience may say is 20 nats to either side.
  @Test func theStrongestEvidenceStaysANumber() {
    for pattern in 0..<8 {
      let found = TwoStateChain(forgettingIn: 4).posterior(
        3000, odds: { expf(($0 >> pattern) % 2 == 0 ? 20 : -20) }, usual: { _ in 0.1 })
      #expect(found.allSatisfy { (0...1).contains($0) })
      #expect(found[0] > 0.99)
    }
  }
}
