import TestMaterial
import Testing

@testable import Audience

@Suite("Resampled audiences")
struct AudienceResamplesTests {
  private static let seconds = 60.0

  /// Viewers who look near one place and laugh from 20 to 30 s, with small differences.
  private static func viewers(_ count: Int) -> [SampleColumns] {
    (0..<count).map { viewer in
      let place = Double(viewer * 37 % 101) / 400
      return MadeUp.session(
        seconds: seconds, gaze: { MadeUp.at(0.3 + place, 0.4 + $0 / 300) },
        face: { time in
          viewer % 3 > 0 && (20..<30).contains(time)
            ? MadeUp.face(.happy, 0.8 + Double(viewer % 7) / 50) : MadeUp.neutral(time)
        })
    }
  }

  private static func resampled(_ viewers: [SampleColumns]) throws -> [TimelineSummary] {
    var folder = TimelineFolder(duration: seconds, aspect: 16.0 / 9)
    for viewer in viewers { folder.add(viewer: [viewer]) }
    let resamples = try #require(folder.resampled().resamples)
    return (0..<AudienceResamples.count).map { resamples.summary($0) }
  }

  @Test("viewers are drawn with a Poisson distribution of mean 0.5")
  func poissonDistribution() {
    var shares = [Double](repeating: 0, count: 13)
    for viewer in 0..<10_000 {
      shares[AudienceResamples.poisson(UInt64(viewer) &* 977, number: viewer % 40)] += 1 / 10_000
    }
    // e^−0.5 and so on. Three standard errors of a share of 0.6 are 0.015.
    for (share, wanted) in zip(shares, [0.6065, 0.3033, 0.0758, 0.0126, 0.0016]) {
      #expect(abs(share - wanted) < 0.015)
    }
  }

  @Test("repeating the resampling or reordering viewers changes nothing")
  func orderOfViewers() throws {
    let viewers = Self.viewers(12)
    let found = try Self.resampled(viewers)
    #expect(try Self.resampled(viewers.reversed()) == found)
    #expect(try Self.resampled(viewers) == found)
    #expect(Set(found.map(\.viewers)).count > 5, "they differ")
  }

  /// A doubled draw with mean 0.5 has mean 1 and variance 2, the difference of two random
  /// audiences.
  @Test("each viewer counts an even number of times")
  func evenCounts() throws {
    let found = try Self.resampled(Self.viewers(12))
    #expect(found.count == 40)
    for summary in found {
      let bin = summary.bins[50]
      #expect(bin.withGaze == summary.viewers && bin.withFace == summary.viewers)
      #expect(summary.viewers.isMultiple(of: 2))
      #expect(bin.held <= Double(bin.withGaze) && bin.reacting <= Double(bin.withFace))
    }
  }

  @Test("weights of viewers are computed again for each resample")
  func weightsPerResample() throws {
    // A third of the twelve viewers never laugh. Their share differs between resamples.
    let found = try Self.resampled(Self.viewers(12)).filter { $0.viewers > 4 }
    let perViewer = found.map { $0.bins[50].evidence / Double($0.viewers) }
    #expect((perViewer.max() ?? 0) > 1.2 * (perViewer.min() ?? 0))
    #expect(perViewer.allSatisfy { $0 > 0 })
  }

  @Test("a thousand viewers of a larger audience are resampled, in any order")
  func atMostAThousandViewers() throws {
    let viewers = Self.viewers(1200)
    let found = try Self.resampled(viewers)
    // A resample has 1000 viewers on average, with a standard deviation of √2000 = 45.
    let mean = Double(found.reduce(0) { $0 + $1.viewers }) / Double(found.count)
    #expect(abs(mean - 1000) < 30)
    #expect(try Self.resampled(viewers.reversed()) == found)
  }
}
