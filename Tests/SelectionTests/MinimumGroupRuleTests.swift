import Audience
import EditDecisions
import Selection
import Testing

@Suite struct MinimumGroupRuleTests {
  private let rule = MinimumGroupRule(SelectionSettings())

  @Test func figuresOfFewerThanFiveViewersAreWithheld() {
    #expect(rule.figure(0.5, of: 5) == 0.5)
    #expect(rule.figure(0.5, of: 4) == nil)
    #expect(rule.figure(0.5, of: 0) == nil)
    #expect((0...6).map(rule.count) == [0, nil, nil, nil, nil, 5, 6])
    #expect((0...5).map(rule.words).dropFirst().prefix(4).allSatisfy { $0 == "fewer than 5" })
    #expect(rule.people(4) == "fewer than 5 viewers" && rule.people(5) == "5 viewers")
  }

  @Test func countsOfFewViewersAreMissingInTheSummary() {
    var audience = TimelineSummary(duration: 10)
    audience.viewers = 4
    audience.excluded = [.init(viewers: 3, reason: "lost"), .init(viewers: 7, reason: "empty")]
    let summary = rule.summary(of: audience)
    #expect(summary.viewers == 0 && summary.excluded.map(\.viewers) == [0, 7])
    let lines = rule.lines(of: audience)
    #expect(lines.viewers == "fewer than 5 viewers")
    #expect(lines.excluded == ["left out: fewer than 5, lost", "left out: 7, empty"])
  }

  @Test func timeBinsOfFewViewersHaveNoFigures() {
    let chooser = MomentChooser()
    for bin in chooser.series(of: MadeUp.delight([60..<75], viewers: 4, of: 4)) {
      #expect(!bin.mayPublish && bin.reaction == nil && bin.held == nil && bin.score == nil)
      #expect(bin.watching == nil && bin.withFace == nil && bin.isWatched)
    }
    let many = chooser.series(of: MadeUp.delight([60..<75]))
    #expect(many.allSatisfy { $0.mayPublish && $0.score != nil && $0.held != nil })
    // 14 of 20, rounded to fifths.
    #expect(many[130].reaction?.share == 0.8)
    // Nobody reacts, which is published as one.
    #expect(many[20].reaction?.share == 0.05 && many[20].reaction?.viewers == 1)
    #expect(many[20].reaction?.shares == .zero)
    #expect(many[130].reaction?.shares[.happy] == 0.8 && many[130].reaction?.viewers == 16)
  }

  @Test func segmentOfFewViewersIsRejectedWithoutAScore() {
    // Twenty watch, and four stay until the delight.
    var audience = MadeUp.delight([60..<75])
    for index in 110..<160 {
      audience.bins[index] = MadeUp.bin(
        viewers: 4, reacting: audience.bins[index].reacting > 0 ? 4 : 0, held: 4)
    }
    let chooser = MomentChooser()
    let within = chooser.choose(from: audience).rejected.filter { (55..<80).contains($0.start) }
    // Four viewers add no evidence: there is no rejected segment and no score.
    #expect(within.isEmpty)
    #expect(chooser.told(of: 60..<75, in: audience) == nil)
    #expect(chooser.told(of: 0..<50, in: audience) != nil)
  }

  /// Face data of few viewers is withheld although many have gaze data.
  @Test func facesAndGazeHaveTheirOwnMinimum() {
    var bin = MadeUp.bin(viewers: 20, reacting: 3, held: 11)
    (bin.withFace, bin.withBoth) = (4, 3)
    var summary = TimelineSummary(duration: 0.5)
    (summary.bins, summary.viewers) = ([bin], 20)
    let published = MomentChooser().series(of: summary)[0]
    #expect(published.mayPublish && published.watching == 20 && published.held == 0.6)
    #expect(published.withFace == nil && published.reaction == nil && published.withBoth == nil)
    #expect(published.score == nil && published.hasFaces)
  }

  /// A share of 0 or 1 would reveal what each viewer did.
  @Test(arguments: [0, 1, 3, 4, 5]) func sharesAreNeverZeroOrOne(reacting five: Int) {
    let bin = MadeUp.bin(viewers: 5, reacting: five, held: five)
    var summary = TimelineSummary(duration: 10)
    (summary.bins, summary.viewers) = (Array(repeating: bin, count: 20), 5)
    let chooser = MomentChooser()
    let share = min(0.8, max(0.2, Double(five) / 5))
    let published = chooser.series(of: summary)[3]
    #expect(
      published.reaction?.share == share && published.held == share && published.score == share)
    #expect(published.reaction?.viewers == share * 5)
    // An emotion that only one viewer may show is not named.
    #expect((published.reaction?.shares[.happy] ?? 0) == (five > 1 ? Float(share) : 0))
    let why = chooser.candidate(from: 0, to: 10, in: summary).why
    #expect(why.reactingShare == share && why.held == share)
    #expect(why.emotion == (five > 1 ? "happy" : nil))
    #expect((why.sustainedSeconds == nil) == (five < 2))
    // A range shorter than a time bin reports no more sustained seconds than it lasts.
    let short = chooser.candidate(from: 4.1, to: 4.3, in: summary).why.sustainedSeconds
    #expect(short.map { $0 <= 0.2001 } ?? (five < 2))
    // With a minimum of one viewer nothing is rounded.
    var open = SelectionSettings()
    open.minimumViewers = 1
    #expect(MomentChooser(settings: open).series(of: summary)[3].held == Double(five) / 5)
  }

  /// One of five viewers, the minimum number, smiles alone.
  @Test func oneSmilingViewerChangesNoPublishedFigure() {
    func audience(smiling: Range<Double>) -> TimelineSummary {
      var summary = MadeUp.summary(
        seconds: 60, viewers: 5, reacting: { smiling.contains($0) ? 1 : 0 }, held: { _ in 5 })
      for index in summary.bins.indices {
        let smiles = smiling.contains(TimeBins.start(of: index))
        summary.bins[index].evidence = smiles ? 1.1 : -0.1
      }
      return summary
    }
    let chooser = MomentChooser()
    let (one, nobody) = (audience(smiling: 20..<32), audience(smiling: 0..<0))
    #expect(chooser.series(of: one) == chooser.series(of: nobody))
    #expect(chooser.told(of: 20..<32, in: one)?.evidence == nil)
    let (choice, none) = (chooser.choose(from: one), chooser.choose(from: nobody))
    #expect(choice.rejected.isEmpty && choice.candidates.isEmpty && choice.reason == none.reason)
  }

  /// One of twelve viewers leaves.
  ///
  /// The published figures do not change.
  @Test func leavingViewerChangesNoPublishedFigure() {
    func published(_ viewers: Int, _ reacting: Int, _ held: Int) -> PublishedBin {
      var summary = TimelineSummary(duration: 0.5)
      summary.viewers = 12
      summary.bins = [MadeUp.bin(viewers: viewers, reacting: reacting, held: held)]
      return MomentChooser().series(of: summary)[0]
    }
    for reacts in [0, 1] {
      for looks in [0, 1] {
        #expect(published(12, 7, 7) == published(11, 7 - reacts, 7 - looks))
        #expect(published(28, 17, 17) == published(27, 17 - reacts, 17 - looks))
      }
    }
    // Five of a thousand viewers change the published figures.
    #expect(published(1_000, 705, 0).reaction?.share == 0.705)
    #expect(published(1_003, 705, 0).watching == 1_000)
    // A class with one viewer is never published.
    #expect(
      published(9, 1, 0).reaction?.shares == .zero && published(9, 0, 0).reaction?.share == 0.2)
  }

  /// Only time bins with enough viewers count for a segment.
  @Test func timeBinsOfFewViewersDoNotCountForASegment() {
    var few = MadeUp.bin(viewers: 20, reacting: 4, held: 14)
    (few.withFace, few.withBoth) = (4, 4)
    let many = MadeUp.bin(viewers: 20, reacting: 10, held: 14)
    func summary(_ reacting: Double) -> TimelineSummary {
      var (summary, bin) = (TimelineSummary(duration: 10), few)
      (bin.reacting, bin.reactingHeld, bin.evidence) = (reacting, reacting, reacting)
      bin.reactingBy[.surprise] = 400
      summary.viewers = 20
      summary.bins = Array(repeating: many, count: 12) + Array(repeating: bin, count: 8)
      return summary
    }
    for evidence in SelectionSettings.Evidence.allCases {
      var settings = SelectionSettings()
      settings.evidence = evidence
      let chooser = MomentChooser(settings: settings)
      let (none, all) = (summary(0), summary(4))
      #expect(chooser.choose(from: none) == chooser.choose(from: all))
      #expect(chooser.told(of: 0..<10, in: none) == chooser.told(of: 0..<10, in: all))
      #expect(chooser.told(of: 6..<10, in: none) == chooser.told(of: 6..<10, in: all))
      #expect(chooser.series(of: none) == chooser.series(of: all))
      #expect(chooser.reactingShares(of: none) == chooser.reactingShares(of: all))
      let why = chooser.candidate(from: 0, to: 10, in: all).why
      #expect(why == chooser.candidate(from: 0, to: 10, in: none).why)
      #expect(why.emotion == "happy")
      #expect(chooser.candidate(from: 6, to: 10, in: all).why.emotion == nil)
    }
  }

  @Test func gazeCoverageIsRoundedByTheNumberOfGazePoints() {
    func framing(_ layout: Layout, _ kept: Double, _ spread: Double? = nil) -> Framing {
      let shot = ClipShot(start: 0, end: 9, cut: .source, layout: layout)
      return Framing(gazeKept: kept, gazeKeptSpread: spread, shots: [shot])
    }
    func published(_ framing: Framing, of looks: Int) -> Framing {
      rule.told(framing, in: (32, 16), of: looks)
    }
    let window = [CropKeyframe(t: 0, x: 0, y: 0, width: 9, height: 16)]
    let crop = Layout.crop(window)
    #expect(published(framing(crop, 1, 0.1), of: 4).gazeKept == nil)
    #expect(published(framing(crop, 1, 0.1), of: 5) == framing(crop, 0.8))
    #expect(published(framing(crop, 0, 0.1), of: 10) == framing(crop, 0.1, 0.1))
    // A crop as large as the frame, or as the vertical crop, covers all gaze points.
    #expect(published(framing(.fit, 1), of: 5).gazeKept == 1)
    #expect(published(framing(.fit, 1), of: 4).gazeKept == nil)
    #expect(rule.told(framing(crop, 1), in: (9, 16), of: 5).gazeKept == 1)
    let closer = Layout.crop(window + [CropKeyframe(t: 5, x: 0, y: 0, width: 4.5, height: 8)])
    #expect(rule.told(framing(closer, 1), in: (9, 16), of: 5).gazeKept == 0.8)
  }
}
