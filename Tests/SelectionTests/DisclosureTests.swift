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
    var audience = TimelineSummary(duration: 10)
    audience.viewers = 4
    audience.excluded = [.init(viewers: 3, reason: "lost"), .init(viewers: 7, reason: "empty")]
    let summary = disclosure.summary(of: audience)
    #expect(summary.viewers == 0 && summary.excluded.map(\.viewers) == [0, 7])
    let lines = disclosure.lines(of: audience)
    #expect(lines.viewers == "fewer than 5 viewers")
    #expect(lines.excluded == ["left out: fewer than 5, lost", "left out: 7, empty"])
  }

  @Test func halfSecondsOfAFewHaveNoFigures() {
    let chooser = MomentChooser()
    for bin in chooser.series(of: MadeUp.delight([60..<75], viewers: 4, of: 4)) {
      #expect(!bin.isTold && bin.reaction == nil && bin.held == nil && bin.score == nil)
      #expect(bin.watching == nil && bin.withFace == nil && bin.isWatched)
    }
    let many = chooser.series(of: MadeUp.delight([60..<75]))
    #expect(many.allSatisfy { $0.isTold && $0.score != nil && $0.held != nil })
    // Fourteen of twenty.
    #expect(many[130].reaction?.share == 0.7 && many[20].reaction?.share == 0)
    #expect(many[130].reaction?.shares[.happy] == 0.7 && many[130].reaction?.viewers == 14)
  }

  @Test func aWindowOfAFewIsRefusedWithoutAScore() {
    // Twenty watch, four stay for the delight.
    var audience = MadeUp.delight([60..<75])
    for index in 110..<160 {
      audience.bins[index] = MadeUp.bin(
        viewers: 4, reacting: audience.bins[index].reacting > 0 ? 4 : 0, held: 4)
    }
    let chooser = MomentChooser()
    let few = chooser.choose(from: audience).rejected.filter { $0.reason.contains("fewer than 5") }
    #expect(!few.isEmpty && few.allSatisfy { $0.score == nil })
    #expect(chooser.told(of: 60..<75, in: audience) == nil)
    #expect(chooser.told(of: 0..<50, in: audience) != nil)
  }

  /// A side that a few tell is withheld beside one that many tell.
  @Test func eachSideIsToldOfItsOwnViewers() {
    var bin = MadeUp.bin(viewers: 20, reacting: 3, held: 11)
    (bin.withFace, bin.withBoth) = (4, 3)
    var summary = TimelineSummary(duration: 0.5)
    (summary.bins, summary.viewers) = ([bin], 20)
    let told = MomentChooser().series(of: summary)[0]
    #expect(told.isTold && told.watching == 20 && told.held == 0.55)
    #expect(told.withFace == nil && told.reaction == nil && told.withBoth == nil)
    #expect(told.score == nil && told.hasFaces)
  }
}
