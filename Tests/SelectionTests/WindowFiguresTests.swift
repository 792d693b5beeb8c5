import Audience
import EditDecisions
import Testing

@testable import Selection

@Suite("Figures of a segment")
struct WindowFiguresTests {
  /// A timeline of consecutive time bins.
  private func summary(_ bins: [BinSummary]) -> TimelineSummary {
    var summary = TimelineSummary(duration: Double(bins.count) / 2)
    summary.bins = bins
    summary.viewers = bins.map(\.watching).max() ?? 0
    return summary
  }

  private func settings(_ evidence: SelectionSettings.Evidence) -> SelectionSettings {
    var settings = SelectionSettings()
    settings.evidence = evidence
    return settings
  }

  /// Ten and then twenty viewers, with different values of every figure.
  private let two = {
    var first = MadeUp.bin(viewers: 10, reacting: 6, held: 8)
    (first.withFace, first.withBoth, first.reactingHeld) = (8, 6, 3)
    var second = MadeUp.bin(viewers: 20, emotion: .surprise, reacting: 4, held: 5)
    (second.withGaze, second.withBoth, second.reactingHeld) = (15, 14, 2)
    return [first, second]
  }()

  @Test("the score is the share of viewer time bins with a reaction and covered gaze")
  func score() {
    let summary = summary(two)
    // 3 + 2 of 6 + 14 with both; 6 + 4 of 8 + 20 faces; 8 + 5 of 10 + 15 gaze points.
    #expect(SegmentFigures(0..<2, of: summary, settings(.both)).score == 0.25)
    #expect(SegmentFigures(0..<2, of: summary, settings(.emotion)).score == 0.36)
    #expect(SegmentFigures(0..<2, of: summary, settings(.gaze)).score == 0.52)
    let chooser = MomentChooser(settings: settings(.both))
    // 3 of 6 and 2 of 14, rounded to fifths.
    #expect(chooser.series(of: summary).map(\.score) == [0.6, 0.2])
  }

  @Test("the reaction rate is a mean over time, the gaze coverage a share of all gaze points")
  func ratesAndCoverage() throws {
    let figures = SegmentFigures(0..<2, of: summary(two), SelectionSettings())
    // 6 of 8 and 4 of 20.
    #expect(abs(try #require(figures.reactingShare) - (0.75 + 0.2) / 2) < 1e-12)
    #expect(figures.reactingViewers == 5)
    #expect(figures.held == 13.0 / 25)
    #expect(figures.sustainedSeconds == 1)
    #expect(figures.emotion == .happy)
    // The larger of the two bins counts, because one is half of the segment.
    #expect(figures.viewers == 14)
    let why = figures.why
    #expect(why.reactingShare == 0.48 && why.reactingViewers == 5 && why.held == 0.52)
    #expect(why.emotion == "happy" && why.viewers == 14)
  }

  @Test("missing face or gaze data gives no figure")
  func missingData() {
    let faces = summary([MadeUp.bin(viewers: 9, reacting: 3, held: nil)])
    let gaze = summary([MadeUp.bin(viewers: 9, reacting: nil, held: 3)])
    let ofFaces = SegmentFigures(0..<1, of: faces, SelectionSettings())
    #expect(ofFaces.held == nil && ofFaces.score == 0 && ofFaces.viewers == 0)
    let ofGaze = SegmentFigures(0..<1, of: gaze, settings(.gaze))
    #expect(ofGaze.reactingShare == nil && ofGaze.emotion == nil && ofGaze.viewers == 9)
    #expect(ofGaze.why.reactingViewers == nil && ofGaze.sustainedSeconds == nil)
    let outside = SegmentFigures(7..<9, of: gaze, SelectionSettings())
    #expect(outside.viewers == 0 && outside.score == 0 && outside.held == nil)
  }

  @Test("each missed threshold is named with its figures")
  func missedThresholds() {
    func rejection(_ bin: BinSummary, _ evidence: SelectionSettings.Evidence = .both) -> String? {
      let settings = settings(evidence)
      return RejectionReasons(settings).refusal(
        of: SegmentFigures(0..<1, of: summary([bin]), settings))
    }
    func of(_ reacting: Int, _ held: Int, viewers: Int = 20) -> BinSummary {
      MadeUp.bin(viewers: viewers, reacting: reacting, held: held)
    }
    let defaults = SelectionSettings()
    // 3 of 20 is exactly the minimum share.
    #expect(defaults.leastReaction == 0.15 && defaults.leastReactingViewers == 1.6)
    #expect(rejection(of(3, 20)) == nil)
    let held = Int((defaults.leastHeld * 20).rounded(.up))
    #expect(rejection(of(3, held)) == nil)
    #expect(
      rejection(of(2, 20)) == "too few viewers react: 10 % at a time (needed 15 %)")
    #expect(
      rejection(of(3, 5))
        == "scattered gaze: one vertical window holds 0.25 of the gaze points, 0.60 needed"
    )
    #expect(
      rejection(of(2, 5)) == "too few viewers react: 10 % at a time (needed 15 %); "
        + "scattered gaze: one vertical window holds 0.25 of the gaze points, 0.60 needed")
    // One of six reaches the minimum share but not the minimum number.
    #expect(
      rejection(of(1, 6, viewers: 6)) == "few react: 1.0 viewers at a time, 1.6 needed")
    // Thresholds that do not apply to the evidence are not reported.
    #expect(rejection(of(0, 20), .gaze) == nil && rejection(of(20, 0), .emotion) == nil)
    #expect(rejection(of(0, 5), .gaze)?.hasPrefix("scattered gaze") == true)
    #expect(rejection(of(0, 5), .emotion)?.hasPrefix("too few viewers react") == true)
    // With four viewers nothing else is reported.
    #expect(
      rejection(of(0, 0, viewers: 4))
        == "fewer than 5 viewers with usable gaze and face in half of the segment "
        + "(selection.minimumViewers)")
    // In bins with only four faces, reactions count as none.
    let half = summary([of(5, 20), of(4, 4, viewers: 4)])
    #expect(
      RejectionReasons(defaults).refusal(of: SegmentFigures(0..<2, of: half, defaults))
        == "too few viewers react: 13 % at a time (needed 15 %), because 1 of 2 time bins "
        + "have fewer than 5 faces and count as no reaction (selection.minimumViewers)")
  }
}
