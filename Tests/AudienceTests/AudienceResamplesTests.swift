import TestMaterial
import Testing

@testable import Audience

@Suite("Resampled audiences")
struct AudienceResamplesTests {
  private static let seconds = 60.0

  /// Viewers who look near one place and laugh in seconds 20 to 30, each a little differently.
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

  @Test("a viewer is drawn as often as the Poisson distribution of mean one half has it")
  func poisson() {
    var shares = [Double](repeating: 0, count: 13)
    for viewer in 0..<10_000 {
      shares[AudienceResamples.poisson(UInt64(viewer) &* 977, number: viewer % 40)] += 1 / 10_000
    }
    // e^−.5 and so on. Three standard errors of a share of .6 are .015.
    for (share, wanted) in zip(shares, [0.6065, 0.3033, 0.0758, 0.0126, 0.0016]) {
      #expect(abs(share - wanted) < 0.015)
    }
  }

  @Test("the same again is the same, and the order of the viewers changes nothing")
  func order() throws {
    let viewers = Self.viewers(12)
    let found = try Self.resampled(viewers)
    #expect(try Self.resampled(viewers.reversed()) == found)
    #expect(try Self.resampled(viewers) == found)
    #expect(Set(found.map(\.viewers)).count > 5, "they differ")
  }

  /// Twice a draw of mean one half has mean 1 and variance 2: a fresh audience differs from this
  /// one by the chance of both.
  @Test("everybody counts an even number of times")
  func counts() throws {
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
  func learned() throws {
    // Of the twelve a third never laugh; resamples draw other shares of them.
    let found = try Self.resampled(Self.viewers(12)).filter { $0.viewers > 4 }
    let perViewer = found.map { $0.bins[50].evidence / Double($0.viewers) }
    #expect((perViewer.max() ?? 0) > 1.2 * (perViewer.min() ?? 0))
    #expect(perViewer.allSatisfy { $0 > 0 })
  }

  @Test("of a large audience a thousand viewers are resampled, whatever their order")
  func bounded() throws {
    let viewers = Self.viewers(1200)
    let found = try Self.resampled(viewers)
    // A resample has 1000 viewers on average, with a standard deviation of √2000 = 45.
    let mean = Double(found.reduce(0) { $0 + $1.viewers }) / Double(found.count)
    #expect(abs(mean - 1000) < 30)
    #expect(try Self.resampled(viewers.reversed()) == found)
  }
}
