import Audience
import EditDecisions
import Selection
import Testing

@Suite struct DisclosureTests {
  private let disclosure = Disclosure(SelectionSettings())

  @Test func aFigureOfAFewHasNoNumber() {
    #expect(disclosure.figure(0.5, of: 5) == 0.5)
    #expect(disclosure.figure(0.5, of: 4) == nil)
    #expect(disclosure.figure(0.5, of: 0) == nil)
    #expect((0...6).map(disclosure.count) == [0, nil, nil, nil, nil, 5, 6])
    #expect((0...5).map(disclosure.words).dropFirst().prefix(4).allSatisfy { $0 == "fewer than 5" })
    #expect(disclosure.people(4) == "fewer than 5 viewers" && disclosure.people(5) == "5 viewers")
  }

  @Test func aDocumentLeavesCountsOfAFewOut() {
    let audience = AudienceTimeline(
      duration: 10, bins: [], viewers: 4,
      excluded: [.init(viewers: 3, reason: "lost"), .init(viewers: 7, reason: "frozen")])
    let summary = disclosure.summary(of: TimelineSummary(audience))
    #expect(summary.viewers == 0 && summary.excluded.map(\.viewers) == [0, 7])
    let lines = disclosure.lines(of: TimelineSummary(audience))
    #expect(lines.viewers == "fewer than 5 viewers")
    #expect(lines.excluded == ["left out: fewer than 5, lost", "left out: 7, frozen"])
  }

  @Test func halfSecondsOfAFewHaveNoFigures() {
    let chooser = MomentChooser()
    for bin in chooser.series(of: TimelineSummary(MadeUp.delight([60..<75], viewers: 4, of: 4))) {
      #expect(!bin.isTold && bin.reaction == nil && bin.gathering == nil && bin.score == nil)
      #expect(bin.watching == nil && bin.withFace == nil && bin.isWatched)
    }
    let many = chooser.series(of: TimelineSummary(MadeUp.delight([60..<75])))
    #expect(many.allSatisfy { $0.isTold && $0.score != nil && $0.gathering != nil })
    #expect(many[130].reaction?.share ?? 0 > many[20].reaction?.share ?? 1)
  }

  @Test func aWindowOfAFewIsRefusedWithoutAScore() {
    // Twenty watch, four stay for the delight.
    var timeline = MadeUp.delight([60..<75])
    for bin in timeline.bins.indices where (110..<160).contains(bin) {
      timeline.bins[bin].rows = Array(timeline.bins[bin].rows.suffix(4))
    }
    let chooser = MomentChooser()
    let audience = TimelineSummary(timeline)
    let few = chooser.choose(from: audience).rejected.filter { $0.reason.contains("fewer than 5") }
    #expect(!few.isEmpty && few.allSatisfy { $0.score == nil })
    #expect(chooser.told(of: 60..<75, in: audience) == nil)
    #expect(chooser.told(of: 0..<50, in: audience) != nil)
  }
}
