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
    return (0..<AudienceResamples.count).map(resamples.summary)
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
      #expect(bin.watching == summary.viewers && bin.withFace == summary.viewers)
      #expect(summary.viewers.isMultiple(of: 2))
      #expect(bin.held <= Double(bin.withGaze) && bin.reacting <= Double(bin.withFace))
    }
  }

  @Test("what was learned is learned again")
  func learned() throws {
    // Of the twelve a third never laugh; resamples draw other shares of them.
    let found = try Self.resampled(Self.viewers(12)).filter { $0.viewers > 4 }
    let perViewer = found.map { $0.bins[50].evidence / Double($0.viewers) }
    #expect((perViewer.max() ?? 0) > 1.2 * (perViewer.min() ?? 0))
    #expect(perViewer.allSatisfy { $0 > 0 })
  }

  @Test("more viewers than are drawn are stood for by those who are")
  func many() throws {
    let count = 900
    let models = Self.viewers(90)
    var fold = AudienceFold(duration: Self.seconds, aspect: 16.0 / 9)
    fold.isResampled = true
    // Ten of each, told apart by a look: viewers who did exactly the same would count as often.
    let folding = fold.folding
    fold.add(
      (0..<count).map { viewer in
        guard case .rows(var rows) = folding.fold([models[viewer % 90]]) else {
          return .unfit("")
        }
        rows[0]?.weightLevel = UInt8(100 + viewer / 90)
        return .rows(rows)
      })
    let whole = fold.finish().summary
    let resamples = try #require(fold.resamples)
    #expect(whole.bins[50].watching == count)
    let found = (0..<AudienceResamples.count).map { Double(resamples.summary($0).viewers) }
    let mean = found.reduce(0, +) / Double(found.count)
    let squares = found.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
    let deviation = (squares / Double(found.count)).squareRoot()
    // 128 stand for 900: √(2 × 128) × 900 / 128 is 112. Of 40 draws a deviation is known to a
    // ninth, three times that is a third, and the mean to 18.
    #expect((75...150).contains(deviation), "\(deviation)")
    #expect(abs(mean - Double(count)) < 54, "\(mean)")
  }

  /// The audience of this suite laughs once, together; in the other each laughs at another time.
  @Test(
    "who laughs together goes together more than when moved in time, who laughs apart does not",
    arguments: [60.0, 40])
  func chance(seconds: Double) throws {
    func chance(_ start: (Int) -> Double) throws -> Double {
      var folder = TimelineFolder(duration: seconds, aspect: 16.0 / 9)
      for viewer in 0..<12 {
        folder.add(viewer: [
          MadeUp.session(
            seconds: seconds, gaze: { _ in MadeUp.at(0.5, 0.5) },
            face: { time in
              (start(viewer)..<start(viewer) + 8).contains(time)
                ? MadeUp.face(.happy, 0.8) : MadeUp.neutral(time)
            })
        ])
      }
      let resamples = try #require(folder.resampled().resamples)
      return resamples.chance
    }
    // Of 1,001 audiences only this one; a tenth of so many is known to a hundredth.
    #expect(try abs(chance { _ in 20 } - 1.0 / 1001) < 1e-9)
    // Spread evenly it goes together less than most.
    #expect(try chance { Double($0 * 7 % 12) / 12 * (seconds - 8) } > 0.5)
  }
}
