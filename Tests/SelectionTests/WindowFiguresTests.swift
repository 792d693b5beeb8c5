import Audience
import EditDecisions
import Testing

@testable import Selection

@Suite("The figures of a window")
struct WindowFiguresTests {
  /// Half seconds in a row.
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

  /// Ten and then twenty viewers, who differ in all that is counted.
  private let two = {
    var first = MadeUp.bin(viewers: 10, reacting: 6, held: 8)
    (first.withFace, first.withBoth, first.reactingHeld) = (8, 6, 3)
    var second = MadeUp.bin(viewers: 20, emotion: .surprise, reacting: 4, held: 5)
    (second.withGaze, second.withBoth, second.reactingHeld) = (15, 14, 2)
    return [first, second]
  }()

  @Test("the score is the share of viewers' half seconds with a reaction and a look that is held")
  func score() {
    let summary = summary(two)
    // 3 + 2 of 6 + 14 with both; 6 + 4 of 8 + 20 faces; 8 + 5 of 10 + 15 looks.
    #expect(SegmentFigures(0..<2, of: summary, settings(.both)).score == 0.25)
    #expect(SegmentFigures(0..<2, of: summary, settings(.emotion)).score == 0.36)
    #expect(SegmentFigures(0..<2, of: summary, settings(.gaze)).score == 0.52)
    let chooser = MomentChooser(settings: settings(.both))
    // 3 of 6 and 2 of 14, in fifths.
    #expect(chooser.series(of: summary).map(\.score) == [0.6, 0.2])
  }

  @Test("who reacts is a mean over time, what is held a share of all looks")
  func shares() throws {
    let figures = SegmentFigures(0..<2, of: summary(two), SelectionSettings())
    // 6 of 8 and 4 of 20.
    #expect(abs(try #require(figures.reactingShare) - (0.75 + 0.2) / 2) < 1e-12)
    #expect(figures.reactingViewers == 5)
    #expect(figures.held == 13.0 / 25)
    #expect(figures.sustainedSeconds == 1)
    #expect(figures.emotion == .happy)
    // At least half of a window with both: of two half seconds the better one.
    #expect(figures.viewers == 14)
    let why = figures.why
    #expect(why.reactingShare == 0.48 && why.reactingViewers == 5 && why.held == 0.52)
    #expect(why.emotion == "happy" && why.viewers == 14)
  }

  @Test("what nobody told has no figure")
  func untold() {
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

  @Test("each failed condition is named with its figures")
  func refusals() {
    func refusal(_ bin: BinSummary, _ evidence: SelectionSettings.Evidence = .both) -> String? {
      let chooser = MomentChooser(settings: self.settings(evidence))
      return chooser.refusal(of: SegmentFigures(0..<1, of: summary([bin]), chooser.settings))
    }
    func of(_ reacting: Int, _ held: Int, viewers: Int = 20) -> BinSummary {
      MadeUp.bin(viewers: viewers, reacting: reacting, held: held)
    }
    let defaults = SelectionSettings()
    // 3 of 20 are the share that is asked for, and more than two viewers.
    #expect(defaults.leastReaction == 0.15 && defaults.leastReactingViewers == 1.6)
    #expect(refusal(of(3, 20)) == nil)
    let held = Int((defaults.leastHeld * 20).rounded(.up))
    #expect(refusal(of(3, held)) == nil)
    #expect(
      refusal(of(2, 20)) == "too few viewers react: 10 % at a time (needed 15 %)")
    #expect(
      refusal(of(3, 5))
        == "scattered gaze: one vertical window holds 0.25 of the gaze points, 0.60 needed"
    )
    #expect(
      refusal(of(2, 5)) == "too few viewers react: 10 % at a time (needed 15 %); "
        + "scattered gaze: one vertical window holds 0.25 of the gaze points, 0.60 needed")
    // A quarter of four is enough of a share and one is not enough people.
    #expect(
      refusal(of(1, 6, viewers: 6)) == "few react: 1.0 viewers at a time, 1.6 needed")
    // Of what is not asked for nothing is said.
    #expect(refusal(of(0, 20), .gaze) == nil && refusal(of(20, 0), .emotion) == nil)
    #expect(refusal(of(0, 5), .gaze)?.hasPrefix("scattered gaze") == true)
    #expect(refusal(of(0, 5), .emotion)?.hasPrefix("too few viewers react") == true)
    // Of four nothing else is said.
    #expect(
      refusal(of(0, 0, viewers: 4))
        == "fewer than 5 viewers with usable gaze and face in half of the segment "
        + "(selection.minimumViewers)")
    // All four react: of so few it is not told, and counts as none.
    let half = summary([of(5, 20), of(4, 4, viewers: 4)])
    #expect(
      MomentChooser().refusal(of: SegmentFigures(0..<2, of: half, defaults))
        == "too few viewers react: 13 % at a time (needed 15 %), because 1 of 2 time bins "
        + "have fewer than 5 faces and count as no reaction (selection.minimumViewers)")
  }
}
