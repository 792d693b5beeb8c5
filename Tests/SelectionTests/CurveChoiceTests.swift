import Audience
import EditDecisions
import Foundation
import TestMaterial
import Testing

@testable import Selection

/// Moments from engagement curves: with planted peaks, and without a peak.
@Suite struct CurveChoiceTests {
  private static let settings = {
    var settings = SelectionSettings()
    settings.evidence = .curve
    return settings
  }()

  private func summary(_ curve: EngagementCurve, _ duration: Double) -> TimelineSummary {
    var summary = TimelineSummary(duration: duration)
    summary.bins = Array(repeating: BinSummary(), count: TimeBins.count(for: duration))
    summary.curves = [curve]
    return summary
  }

  private func chosen(_ curve: EngagementCurve, _ duration: Double) -> Choice {
    MomentChooser(settings: Self.settings).choose(from: summary(curve, duration))
  }

  private func curve(_ values: [Double], step: Double, people: Int? = nil) -> EngagementCurve {
    EngagementCurve(
      source: .mostReplayed,
      points: values.enumerated().map {
        .init(
          start: Double($0.offset) * step, end: Double($0.offset + 1) * step,
          value: max(0, $0.element))
      }, isShare: false, people: people)
  }

  /// A normally distributed number (Box, Muller 1958), because false moments come from rare large
  /// values.
  private static func normal(_ random: inout SeededGenerator) -> Double {
    (-2 * log(1 - random.unit())).squareRoot() * cos(2 * .pi * random.unit())
  }

  // MARK: - Curves without a peak

  /// A falling retention curve, and the seconds between its points.
  private struct Decline {
    var values: [Double]
    var step: Double
  }

  /// A steep start, a steady fall and a rise at the end, of random sizes.
  ///
  /// The noise is white, or autocorrelated with a factor of 0.1 to 0.9.
  private static func decline(_ number: Int) -> Decline {
    var random = SeededGenerator(seed: UInt64(3400 + number))
    func uniform(_ low: Double, _ high: Double) -> Double { low + random.unit() * (high - low) }
    let step = [1.0, 2.5, 6, 18, 36][number % 5]
    let count = number % 2 == 0 ? 100 : 300
    let (cliff, pace) = (uniform(0, 0.6), uniform(0.01, 0.06))
    let (fall, rise) = (uniform(0, 0.3), number % 3 == 0 ? uniform(0, 0.2) : 0)
    let (noise, memory) = (uniform(0.002, 0.05), number % 4 == 3 ? uniform(0.1, 0.9) : 0)
    var wander = 0.0
    let values = (0..<count).map { index in
      let place = Double(index) / Double(count)
      let level =
        0.4 + cliff * exp(-place / pace) - fall * place + rise * max(0, (place - 0.9) * 10)
      wander = memory * wander + (1 - memory * memory).squareRoot() * normal(&random) * noise
      return level + wander
    }
    return Decline(values: values, step: step)
  }

  @Test func curvesWithoutPeaksGiveNoMoment() {
    var wrong: [String] = []
    for number in 0..<100 {
      let decline = Self.decline(number)
      let choice = chosen(
        curve(decline.values, step: decline.step), Double(decline.values.count) * decline.step)
      if !choice.candidates.isEmpty {
        wrong.append(
          "\(number): "
            + choice.candidates.map { "\($0.coreStart)-\($0.coreEnd) \($0.score)" }
            .joined(separator: " "))
      }
    }
    #expect(wrong.isEmpty, "\(wrong.count): \(wrong.joined(separator: "; "))")
  }

  /// Lines and constants have no noise to compare with.
  @Test func smoothCurvesGiveNoMoment() {
    let shapes: [(Double) -> Double] = [
      { 1 - $0 / 120 }, { _ in 0.5 }, { exp(-$0 / 9) + 0.2 },
      // Platforms report hundredths.
      { ((0.6 - $0 / 400) * 100).rounded() / 100 },
      // A hump as long as the video is not a peak.
      { 0.5 + 0.3 * sin($0 / 100 * .pi) },
    ]
    for (number, shape) in shapes.enumerated() {
      let choice = chosen(curve((0..<100).map { shape(Double($0)) }, step: 6), 600)
      let starts = choice.candidates.map { $0.coreStart }
      #expect(starts.isEmpty, "\(number): \(starts)")
    }
  }

  // MARK: - Planted peaks

  private struct Planted {
    var decline: Decline
    var peaks: [Range<Double>]
  }

  /// Curves with one to four peaks of 12 to 45 s, or of two points if these are longer.
  ///
  /// Peaks in real retention curves are a sixth to one and a half of the local value. The noise is
  /// 0.005 to 0.015.
  private static func planted(_ number: Int) -> Planted {
    var random = SeededGenerator(seed: UInt64(9900 + number))
    func uniform(_ low: Double, _ high: Double) -> Double { low + random.unit() * (high - low) }
    let (step, count) = [(1.0, 600), (3, 300), (6, 100), (6, 200), (12, 100)][number % 5]
    let duration = step * Double(count)
    let peaks = 1 + number % 4
    let room = duration * 0.86 / Double(peaks)
    let planted = (0..<peaks).map { peak in
      let length = (max(2 * step, uniform(12, 45)) / step).rounded() * step
      let start = duration * 0.07 + room * Double(peak) + uniform(0, max(0, room - 2.5 * length))
      let begin = (start / step).rounded() * step
      return begin..<begin + length
    }
    let heights = planted.map { _ in uniform(1 / 6.0, 1.5) }
    let (cliff, fall) = (uniform(0, 0.5), uniform(0, 0.25))
    let noise = uniform(0.005, 0.015)
    let values = (0..<count).map { index in
      let place = Double(index) / Double(count)
      let level = 0.45 + cliff * exp(-place / 0.02) - fall * place
      let time = (Double(index) + 0.5) * step
      let bump = zip(planted, heights).first { $0.0.contains(time) }?.1 ?? 0
      return level * (1 + bump) + normal(&random) * noise
    }
    return Planted(decline: Decline(values: values, step: step), peaks: planted)
  }

  /// A moment matches a peak if their overlap is at least half of their union.
  @Test func plantedPeaksAreFound() {
    var (hits, found, there) = (0, 0, 0)
    for number in 0..<60 {
      let planted = Self.planted(number)
      let step = planted.decline.step
      let choice = chosen(
        curve(planted.decline.values, step: step), Double(planted.decline.values.count) * step)
      there += planted.peaks.count
      found += choice.candidates.count
      for peak in planted.peaks {
        if choice.candidates.contains(where: { candidate in
          let shared =
            min(candidate.coreEnd, peak.upperBound) - max(candidate.coreStart, peak.lowerBound)
          let union =
            max(candidate.coreEnd, peak.upperBound) - min(candidate.coreStart, peak.lowerBound)
          return shared * 2 >= union
        }) {
          hits += 1
        }
      }
    }
    let score = 2 * Double(hits) / Double(found + there)
    #expect(score >= 0.95, "F1 \(score): \(hits) of \(there) planted, \(found) chosen")
  }

  // MARK: - Chats

  /// People who write in each second: a few all the time, and more in the ten seconds after
  /// `start`.
  private func chat(_ burst: Double, from start: Double, seed: UInt64 = 7) -> EngagementCurve {
    var random = SeededGenerator(seed: seed)
    let points = (0..<600).map { second -> EngagementCurve.Point in
      let covered = max(0, min(Double(second + 1), start + 10) - max(Double(second), start))
      let usual = (0..<8).reduce(0) { sum, _ in sum + (random.unit() < 0.05 ? 1 : 0) }
      return .init(
        start: Double(second), end: Double(second + 1),
        value: Double(usual) + (burst / 10 * covered).rounded())
    }
    return EngagementCurve(source: .youTubeChat, points: points, isShare: false, people: 100)
  }

  @Test(arguments: [60.0, 100])
  func chatBurstIsFoundAtAnyStartTime(_ people: Double) {
    for phase in stride(from: 300.0, to: 305, by: 0.5) {
      let found = chosen(chat(people, from: phase), 600).candidates
      #expect(found.count == 1, "\(people) people from \(phase): \(found.map(\.coreStart))")
      guard let core = found.first else { continue }
      let shared = min(core.coreEnd, phase + 10) - max(core.coreStart, phase)
      let all = max(core.coreEnd, phase + 10) - min(core.coreStart, phase)
      #expect(
        shared / all > 0.7, "\(people) people from \(phase): \(core.coreStart)-\(core.coreEnd)")
    }
  }

  @Test func chatWithoutBurstGivesNoMoment() {
    let found = (0..<40).map {
      chosen(chat(0, from: 300, seed: UInt64(100 + $0)), 600).candidates.count
    }
    #expect(found.reduce(0, +) <= 1, "\(found)")
  }

  /// The minimum is `selection.minimumViewers`, even if many people write in the whole video.
  @Test func chatBurstOfFewPeopleGivesNoMoment() {
    func burst(_ people: Double) -> EngagementCurve {
      let points = (0..<300).map { second -> EngagementCurve.Point in
        let usual: Double = second % 50 == 0 ? 1 : 0
        let value: Double = (150..<155).contains(second) ? people / 5 : usual
        return .init(start: Double(second), end: Double(second + 1), value: value)
      }
      return EngagementCurve(source: .twitchChat, points: points, isShare: false, people: 100)
    }
    let few = chosen(burst(4), 300)
    #expect(few.candidates.isEmpty)
    #expect(
      few.reason?.contains("at no time do 5 people write within 5 s (selection.minimumViewers)")
        == true, "\(few.reason ?? "")")
    #expect(chosen(burst(40), 300).candidates.count == 1)
  }

  // MARK: - Reported reasons

  private func bumped(_ count: Int, at bump: Range<Int>, by height: Double = 0.6) -> [Double] {
    var random = SeededGenerator(seed: 5)
    return (0..<count).map {
      (0.5 + (bump.contains($0) ? height : 0)) - 0.001 * Double($0) + Self.normal(&random) * 0.005
    }
  }

  @Test func momentNamesTheCurveItIsBasedOn() throws {
    let choice = chosen(curve(bumped(100, at: 40..<43), step: 6), 600)
    let moment = try #require(choice.candidates.first)
    #expect(choice.candidates.count == 1 && moment.coreStart == 240 && moment.coreEnd == 258)
    let figures = try #require(moment.why.curve)
    // The curve is 1.06 there, 0.6 more than around it.
    #expect(abs(figures.rise - 0.57) <= 0.02 && moment.score == figures.rise)
    #expect(figures.step == 6 && figures.people == nil && moment.why.viewers == 0)
    let words = try #require(moment.why.resting)
    #expect(words.hasPrefix("based on a curve, not on viewers: "))
    #expect(words.contains("of the value of YouTube's most replayed there is above"))
    #expect(words.contains("known to 6.0 s") && words.contains("does not state how many"))
    // No moment is shorter than a step of the curve.
    #expect(choice.candidates.allSatisfy { $0.end - $0.start >= figures.step })
  }

  /// Mux reports the hotspots itself: three in a short video, one in a long one.
  @Test(arguments: [(100.0, [10.0, 47, 74]), (600.0, [300.0])] as [(Double, [Double])])
  func hotspotsAreMoments(duration: Double, starts: [Double]) {
    var points = [EngagementCurve.Point(start: 0, end: starts[0], value: 0)]
    points += starts.enumerated().map { index, start in
      .init(start: start, end: start + 5, value: 0.95 - 0.08 * Double(index))
    }
    points.append(.init(start: points.last?.end ?? 0, end: (points.last?.end ?? 0) + 5, value: 0))
    let curve = EngagementCurve(source: .muxHotspots, points: points, isShare: false, people: nil)
    let cores = chosen(curve, duration).candidates.map(\.coreStart).sorted()
    #expect(cores == starts, "\(cores)")
  }

  @Test func momentsOfCoarseCurvesCoverWholePoints() throws {
    // A hundred points per hour: each lasts 36 s.
    let hour = chosen(curve(bumped(100, at: 50..<51), step: 36), 3600)
    let moment = try #require(hour.candidates.first)
    #expect(moment.coreStart == 1800 && moment.coreEnd == 1836 && moment.why.curve?.step == 36)
    // A point of a three-hour video is longer than the maximum length of a moment.
    let long = chosen(curve(bumped(100, at: 50..<51), step: 108), 10_800)
    #expect(long.candidates.isEmpty)
    #expect(long.reason?.contains("a point every 108.0 s") == true)
    #expect(long.reason?.contains("selection.maximumLength") == true)
  }

  @Test func curveOfFewPeopleGivesNoMoment() {
    let values = bumped(100, at: 40..<43)
    let few = chosen(curve(values, step: 6, people: 4), 600)
    #expect(few.candidates.isEmpty && few.reason?.contains("fewer than 5 people") == true)
    #expect(chosen(curve(values, step: 6, people: 5), 600).candidates.count == 1)
  }

  @Test func reasonsNameTheMissingCurve() {
    var none = summary(curve([1], step: 1), 60)
    none.curves = []
    let chooser = MomentChooser(settings: Self.settings)
    #expect(chooser.choose(from: none).reason?.contains("no engagement curve") == true)
    #expect(chosen(curve([1, 2, 1], step: 20), 60).reason?.contains("too few points") == true)
    let viewers = MomentChooser().choose(from: summary(curve(bumped(100, at: 4..<6), step: 6), 600))
    #expect(viewers.reason?.contains("selection.evidence: curve") == true)
  }

  // MARK: - Curves and viewers

  @Test func curveCountsByItsWeightIfThereAreViewers() {
    // Time bins with too little evidence for a segment, and a peak of the curve at the same time.
    var both = summary(curve(bumped(100, at: 40..<43), step: 6), 600)
    for bin in 480..<516 {
      both.bins[bin].evidence = 0.05
      (both.bins[bin].withFace, both.bins[bin].reacting) = (20, 8)
    }
    both.viewers = 20
    both.reportedEmotions = .all
    var settings = SelectionSettings()
    settings.evidence = .emotion
    #expect(MomentChooser(settings: settings).choose(from: both).candidates.isEmpty)
    settings.curveWeight = 0.5
    let weighed = MomentChooser(settings: settings).choose(from: both)
    #expect(weighed.candidates.count == 1)
    let why = weighed.candidates.first?.why
    #expect(why?.curve != nil && why?.viewers == 20)
    // If nobody reacts, a curve used with viewers chooses nothing.
    for bin in both.bins.indices { both.bins[bin].reacting = 0 }
    #expect(MomentChooser(settings: settings).choose(from: both).candidates.isEmpty)
  }
}
