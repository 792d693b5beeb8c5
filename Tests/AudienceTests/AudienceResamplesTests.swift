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

  @Test("a viewer is drawn as often as the Poisson distribution of mean 1 has it")
  func poisson() {
    var shares = [Double](repeating: 0, count: 13)
    for viewer in 0..<10_000 {
      shares[ResampleDraws.poisson(UInt64(viewer) &* 977, number: viewer % 20)] += 1 / 10_000
    }
    // Three standard errors of a share of one half are .015.
    for (share, wanted) in zip(shares, [0.3679, 0.3679, 0.1839, 0.0613, 0.0153]) {
      #expect(abs(share - wanted) < 0.015)
    }
  }

  @Test("neither the order of the viewers nor whoever else came changes how often one counts")
  func order() throws {
    let viewers = Self.viewers(12)
    #expect(try Self.resampled(viewers) == Self.resampled(viewers.reversed()))
    let folded = viewers.map { viewer in
      let fold = AudienceFold(duration: Self.seconds, aspect: 16.0 / 9).folding.fold([viewer])
      guard case .rows(let rows) = fold else { return [AudienceRow?]() }
      return rows
    }
    let all = ResampleDraws(folded).viewers
    let few = ResampleDraws(Array(folded.suffix(3))).viewers
    for (one, other) in zip(all.suffix(3), few) {
      #expect((0..<20).allSatisfy { one[$0] == other[$0] })
    }
  }

  @Test("viewers who each count once agree as the audience does, and so do two copies of each")
  func agreement() throws {
    let rows: [[AudienceRow?]] = Self.viewers(14).compactMap { viewer in
      let fold = AudienceFold(duration: Self.seconds, aspect: 16.0 / 9).folding.fold([viewer])
      guard case .rows(let rows) = fold else { return nil }
      return rows
    }
    let chance = ChanceOfGathering(
      settings: FoldSettings(), aspect: 16.0 / 9, viewers: rows, binCount: 120)
    // Two lanes are told apart: all count once in the even ones, twice in the odd ones.
    let draws = ResampleDraws(viewers: rows.map { _ in ResampleLanes { Float(1 + $0 % 2) } })
    let found = chance.figures(resampledBy: draws)
    // Behind the last sample less the lag of the eyes nobody looks.
    #expect(found.all.count { $0.agreement != nil } > 100)
    for (figures, resampled) in zip(found.all, found.resampled) {
      guard let own = figures.agreement else {
        #expect(resampled[0] == nil)
        continue
      }
      let once = try #require(resampled[0])
      let twice = try #require(resampled[1])
      // Sums of single precision, in another order.
      #expect(abs(once.value - own.value) < 1e-4)
      #expect(abs(twice.value - own.value) < 1e-4)
      #expect(once.byChance == own.byChance && abs(once.deviation - own.deviation) < 1e-4)
    }
  }

  @Test("counts are those of the viewers who were drawn")
  func counts() throws {
    let found = try Self.resampled(Self.viewers(12))
    #expect(Set(found.map(\.viewers)).count > 3)
    for summary in found {
      let bin = summary.bins[50]
      #expect(bin.watching == summary.viewers)
      #expect(bin.withFace == summary.viewers && summary.presences.count == summary.viewers)
    }
  }

  @Test("more viewers than are drawn vary by the root of all of them")
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
    let found = (0..<20).map { Double(resamples.summary($0).bins[50].watching) }
    #expect(whole.bins[50].watching == count)
    let squares = found.reduce(0) { $0 + ($1 - Double(count)) * ($1 - Double(count)) }
    let deviation = (squares / Double(found.count)).squareRoot()
    // 30 is the root of 900; of 20 draws a deviation is known to a sixth, three times that is half.
    #expect((15...45).contains(deviation), "\(deviation)")
  }
}
