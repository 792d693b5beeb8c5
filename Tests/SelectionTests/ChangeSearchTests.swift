import Audience
import EditDecisions
import Overrides
import Selection
import Testing

@Suite("Changes that would make a moment be chosen")
struct ChangeSearchTests {
  private func choose(
    _ timeline: TimelineSummary, _ settings: SelectionSettings = SelectionSettings()
  ) -> Choice { MomentChooser(settings: settings).choose(from: timeline) }

  /// Of 20 viewers, `reacting` react and the crop covers the gaze points of `held` between 60 and
  /// 75 s.
  ///
  /// At other times nobody reacts and the crop covers six gaze points.
  private func crowd(reacting: Int, held: Int) -> TimelineSummary {
    MadeUp.summary(
      seconds: 240, reacting: { (60..<75).contains($0) ? reacting : 0 },
      held: { (60..<75).contains($0) ? held : 6 })
  }

  private func reactingAdvice(_ changes: [Change]) -> Change.MoreReacting? {
    changes.lazy.compactMap { if case .reacting(let advice) = $0 { advice } else { nil } }.first
  }

  private func settings(_ changes: [Change]) -> [SettingChange] {
    changes.compactMap { if case .setting(let setting) = $0 { setting } else { nil } }
  }

  private let segment = 60.0..<75.0

  @Test(
    "the advised number of reacting viewers is the smallest that gives a moment",
    arguments: [0, 1, 2])
  func reactingViewers(now: Int) throws {
    let summary = crowd(reacting: now, held: 14)
    #expect(choose(summary).candidate(at: 65) == nil)
    let search = ChangeSearch(summary: summary, settings: SelectionSettings())
    let advice = try #require(reactingAdvice(try search.changes(for: segment)))
    // A reaction rate of zero is published as one viewer.
    #expect(advice.of == 20 && advice.now == max(1, Double(now)) && advice.emotion == .happy)
    // The minimum, 0.15 of twenty, is three. A published count of one can mean zero.
    let least = now > 1 ? now : 0
    #expect(least + advice.more == 3)
    // Checked with a separate synthetic audience of that size.
    #expect(choose(crowd(reacting: least + advice.more, held: 14)).candidate(at: 65) != nil)
    #expect(choose(crowd(reacting: least + advice.more - 1, held: 14)).candidate(at: 65) == nil)
  }

  @Test("a moment with low confidence is chosen with a lower selection.leastSure")
  func confidence() throws {
    var asked = SelectionSettings()
    asked.leastSure = 0.5
    let core = ResampledChoices.Window(coreStart: 60, coreEnd: 75)
    // Eleven of forty resamples find it: the confidence is 12 / 42.
    let resampled = ResampledChoices((0..<40).map { $0 < 11 ? [core] : [] })
    let changes = try ChangeSearch(
      summary: crowd(reacting: 10, held: 15), settings: asked, resampled: resampled
    ).changes(for: segment, settable: ["selection.leastSure"])
    let setting = try #require(settings(changes).first)
    #expect(setting.name == "selection.leastSure" && setting.value == "0.29")
  }

  @Test("adding reacting viewers gives the audience that was built with them")
  func addedViewers() {
    let summary = crowd(reacting: 1, held: 20)
    let found = summary.reacting(more: 4, with: .happy, in: segment)
    for (one, other) in zip(found.bins, crowd(reacting: 5, held: 20).bins) {
      // The values are sums of halves and twentieths.
      #expect(abs(one.evidence - other.evidence) < 1e-9)
      #expect(abs(one.reactingHeld - other.reactingHeld) < 1e-9)
      #expect(one.reacting == other.reacting && one.reactingBy == other.reactingBy)
    }
    // The number of viewers is the upper limit.
    let all = summary.reacting(more: 400, with: .happy, in: segment)
    #expect(all.bins[130].reacting == 20 && all.bins[130].reactingHeld == 20)
    let held = crowd(reacting: 5, held: 4).held(more: 400, in: segment)
    #expect(held.bins[130].held == 20 && held.bins[130].reactingHeld == 5)
    #expect(held.bins[10] == crowd(reacting: 5, held: 4).bins[10])
  }

  @Test("the score never falls when more viewers react or look there")
  func scoreGrows() {
    for held in [false, true] {
      // Ten react, and the crop covers the gaze points of four of them.
      let audience = crowd(reacting: 10, held: 4)
      let chooser = MomentChooser()
      let scores = (0...10).map { more in
        let altered =
          held
          ? audience.held(more: more, in: segment)
          : audience.reacting(more: more, with: .happy, in: segment)
        return chooser.told(of: segment, in: altered)?.score ?? 0
      }
      #expect(zip(scores, scores.dropFirst()).allSatisfy { $0 <= $1 } && scores[0] < scores[10])
    }
  }

  @Test("the advised number of gaze points is the smallest that gives a moment")
  func gazePoints() throws {
    let summary = crowd(reacting: 14, held: 4)
    #expect(choose(summary).candidate(at: 65) == nil)
    let changes = try ChangeSearch(summary: summary, settings: SelectionSettings())
      .changes(for: segment)
    let advice = try #require(
      changes.compactMap { change in
        if case .held(let advice) = change { advice } else { nil }
      }.first)
    // That many of twenty gaze points reach the minimum coverage.
    let asked = Int((SelectionSettings().leastHeld * 20).rounded(.up))
    #expect(advice.of == 20 && advice.now == 0.2 && 4 + advice.more == asked)
    #expect(advice.share == Double(asked) / 20)
    #expect(choose(crowd(reacting: 14, held: asked)).candidate(at: 65) != nil)
    #expect(choose(crowd(reacting: 14, held: asked - 1)).candidate(at: 65) == nil)
  }

  @Test("with five viewers, advice hides whether a single viewer reacts or looks")
  func fiveViewers() throws {
    let settable: Set = [
      "selection.leastReaction", "selection.leastReactingViewers", "selection.leastHeld",
      "selection.evidence", "selection.count",
    ]
    func changes(reacting: Int, held: Int) throws -> [Change] {
      let summary = MadeUp.summary(
        seconds: 240, viewers: 5, reacting: { segment.contains($0) ? reacting : 0 },
        held: { segment.contains($0) ? held : 2 })
      return try ChangeSearch(summary: summary, settings: SelectionSettings())
        .changes(for: segment, settable: settable)
    }
    // With five viewers, 0 is published as 1, and 5 as 4.
    for (one, other) in [(0, 1), (4, 5)] {
      for third in 0...5 {
        #expect(try changes(reacting: one, held: third) == changes(reacting: other, held: third))
        #expect(try changes(reacting: third, held: one) == changes(reacting: third, held: other))
      }
    }
    #expect(try !changes(reacting: 0, held: 4).isEmpty && !changes(reacting: 4, held: 0).isEmpty)
  }

  @Test("if reactions and gaze both miss, the advice combines both")
  func reactionsAndGaze() throws {
    let summary = crowd(reacting: 0, held: 6)
    let search = ChangeSearch(summary: summary, settings: SelectionSettings())
    let window = search.window(around: 65)
    #expect(window.contains(65) && window.upperBound - window.lowerBound == 10)
    let (reacting, held) = try #require(
      search.changes(for: window).compactMap {
        change -> (Change.MoreReacting, Change.MoreGazeCoverage)? in
        if case .both(let reacting, let held) = change { (reacting, held) } else { nil }
      }.first)
    func then(_ more: Int, _ looks: Int) -> Candidate? {
      let looking = summary.held(more: looks, in: window)
      return choose(
        looking.reacting(more: more, with: reacting.emotion, in: window)
      ).candidate(at: 65)
    }
    #expect(then(reacting.more, held.more) != nil)
    #expect(then(reacting.more - 1, held.more) == nil)
    #expect(then(reacting.more, held.more - 1) == nil)
  }

  @Test("with too few viewers, advice reports neither their number nor their reactions")
  func tooFewViewers() throws {
    let timeline = MadeUp.delight([60..<75], viewers: 3, of: 3)
    let changes = try ChangeSearch(summary: timeline, settings: SelectionSettings())
      .changes(for: segment, settable: ["selection.count", "selection.minimumViewers"])
    #expect(changes.count == 1)
    guard case .watching(let advice) = changes.first else {
      Issue.record("\(changes)")
      return
    }
    #expect(advice.least == 5 && advice.evidence == .both)
  }

  @Test("the advised selection.count is the rank of the moment")
  func clipCount() throws {
    let windows: [Range<Double>] = (0..<7).map { index in
      let start = Double(index * 40 + 10)
      return start..<(start + 12)
    }
    func reacting(_ time: Double) -> Int {
      windows.firstIndex { $0.contains(time) }.map { 18 - $0 } ?? 0
    }
    let timeline = MadeUp.summary(
      seconds: 300, reacting: reacting, held: { reacting($0) > 0 ? 20 : 6 })
    let choice = choose(timeline)
    #expect(choice.candidates.count == 5 && choice.candidate(at: 255) == nil)
    // Resampled audiences are aggregated only for moments that a higher count could add, and only
    // once.
    var folded = 0
    let trials = ResampledChoiceCache {
      folded += 1
      return nil
    }
    let search = ChangeSearch(summary: timeline, settings: SelectionSettings(), trials: trials)
    _ = try search.changes(for: 20..<30, settable: ["selection.count"])
    #expect(folded == 0)
    let changes = try search.changes(for: windows[6], settable: ["selection.count"])
    #expect(folded == 1)
    let setting = try #require(
      changes.compactMap { change in
        if case .setting(let setting) = change { setting } else { nil }
      }.first)
    #expect(setting.name == "selection.count" && setting.now == "5" && setting.value == "7")
    #expect(setting.newMoments == 2)
    var settings = SelectionSettings()
    settings.count = 7
    #expect(choose(timeline, settings).candidate(at: 255) != nil)
  }

  @Test("advice names the better moment nearby and a smaller minimum length")
  func betterMomentNearby() throws {
    // The better core begins at 11 s and its clip at 9.5 s. The weaker moment needs min(15, 40 / 4)
    // = 10 s, and less is left.
    let strength = { (time: Double) in
      (11..<31).contains(time) ? 18 : (1..<7.5).contains(time) ? 14 : 0
    }
    let timeline = MadeUp.summary(seconds: 40, reacting: strength, held: { _ in 18 })
    let choice = choose(timeline)
    #expect(choice.candidates.count == 1 && choice.candidate(at: 5) == nil)
    let search = ChangeSearch(summary: timeline, settings: SelectionSettings())
    let window = search.window(around: 5)
    let changes = try search.changes(for: window, settable: ["selection.minimumLength"])
    let rival = try #require(
      changes.compactMap { change in
        if case .rival(let rival) = change { rival } else { nil }
      }.first)
    #expect(rival.rank == 1 && abs(rival.coreStart - 11) <= 0.5)
    #expect(rival.score > rival.ownScore)
    let setting = try #require(
      changes.compactMap { change in
        if case .setting(let setting) = change { setting } else { nil }
      }.first)
    var settings = SelectionSettings()
    settings.minimumLength = try #require(Double(setting.value))
    #expect(choose(timeline, settings).candidate(at: 5) != nil)
    settings.minimumLength += 0.5
    #expect(choose(timeline, settings).candidate(at: 5) == nil)
  }

  @Test("advice gives the nearest value of a threshold that would choose the moment")
  func threshold() throws {
    // Two of twenty react, which is 10 %. They add 0.1 nats per time bin, so reaching 3 nats takes
    // more than 15 s.
    let long = 60.0..<80.0
    let summary = MadeUp.summary(
      seconds: 240, reacting: { long.contains($0) ? 2 : 0 },
      held: { long.contains($0) ? 14 : 6 })
    var alone = SelectionSettings()
    alone.leastReactingViewers = 1
    #expect(choose(summary, alone).candidate(at: 65) == nil)
    let search = ChangeSearch(summary: summary, settings: alone)
    // Settings that the user cannot change are not advised.
    #expect(settings(try search.changes(for: long)).isEmpty)
    let found = settings(try search.changes(for: long, settable: ["selection.leastReaction"]))
    let setting = try #require(found.first)
    #expect(setting.name == "selection.leastReaction" && setting.now == "0.15")
    #expect(setting.value == "0.10" && setting.newMoments == 1)
    var lower = alone
    lower.leastReaction = 0.1
    #expect(choose(summary, lower).candidate(at: 65) != nil)
    lower.leastReaction = 0.11
    #expect(choose(summary, lower).candidate(at: 65) == nil)
  }

  @Test("advice includes lower gaze coverage and other kinds of evidence")
  func coverageAndEvidence() throws {
    // A gaze coverage of 0.4.
    let summary = crowd(reacting: 14, held: 8)
    let found = settings(
      try ChangeSearch(summary: summary, settings: SelectionSettings())
        .changes(for: segment, settable: ["selection.leastHeld", "selection.evidence"]))
    #expect(found.first { $0.name == "selection.leastHeld" }?.value == "0.40")
    // The current and the advised value are printed with enough digits to differ.
    var between = SelectionSettings()
    between.leastHeld = 0.403
    let near = settings(
      try ChangeSearch(summary: summary, settings: between)
        .changes(for: segment, settable: ["selection.leastHeld"]))
    #expect(near.map(\.value) == ["0.400"] && near.map(\.now) == ["0.403"])
    // The nearest value is reported however far away it is.
    var far = SelectionSettings()
    far.leastReactingViewers = 1_000_000
    let nearest = settings(
      try ChangeSearch(summary: crowd(reacting: 14, held: 14), settings: far)
        .changes(for: segment, settable: ["selection.leastReactingViewers"]))
    #expect(nearest.map(\.value) == ["14.0"])
    #expect(found.contains { $0.name == "selection.evidence" && $0.value == "emotion" })
  }

  @Test("a moment that a wish excludes gets the wish as its only advice")
  func excludedByAWish() throws {
    let wishes: [Wish] = [.always(180...190), .never(60...75)]
    let timeline = crowd(reacting: 14, held: 14)
    let free = ChangeSearch(summary: timeline, settings: SelectionSettings())
    #expect(try free.changes(for: segment).isEmpty)
    let bound = ChangeSearch(summary: timeline, settings: SelectionSettings(), overrides: wishes)
    #expect(try bound.changes(for: segment) == [.wish("never 1:00-1:15")])
    // If evidence is missing too, no number of viewers is advised, because the wish would still
    // exclude the moment.
    let dull = crowd(reacting: 0, held: 6)
    let vain = try ChangeSearch(summary: dull, settings: SelectionSettings(), overrides: wishes)
      .changes(for: segment)
    #expect(vain.allSatisfy { if case .blocked = $0 { true } else { false } }, "\(vain)")
  }

  @Test("if no single change is enough, advice names the obstacle that would remain")
  func remainingObstacle() throws {
    // The best possible moment, in which all viewers react, leaves no room after it.
    let summary = MadeUp.summary(
      seconds: 40, reacting: { (9.5..<29.5).contains($0) ? 20 : 0 },
      held: { (9.5..<29.5).contains($0) ? 20 : 6 })
    let changes = try ChangeSearch(summary: summary, settings: SelectionSettings())
      .changes(for: 32..<38.5)
    guard case .blocked(let reason) = changes.first, changes.count == 1 else {
      Issue.record("\(changes)")
      return
    }
    #expect(reason.contains("of room next to other moments"))
  }

  @Test("a chosen moment needs no change")
  func chosenMoment() throws {
    let search = ChangeSearch(
      summary: MadeUp.delight([60..<75]), settings: SelectionSettings())
    #expect(try search.changes(for: segment, settable: ["selection.count"]).isEmpty)
  }

  @Test("the figures of a segment are those that the chooser uses")
  func segmentFigures() throws {
    let chooser = MomentChooser()
    let timeline = MadeUp.delight([60..<75])
    let inside = try #require(chooser.told(of: segment, in: timeline))
    #expect(
      abs((inside.evidence ?? 0) - 30 * (14 * MadeUp.said.reacting - 6 * MadeUp.said.resting))
        < 1e-9 && inside.cost == 3)
    #expect(inside.viewers == 20 && inside.held == 0.7 && inside.reactingViewers == 14)
    #expect(inside.score == chooser.choose(from: timeline).candidate(at: 65)?.score)
    // Nobody reacts, which is published as one of twenty.
    let outside = try #require(chooser.told(of: 100..<110, in: timeline))
    #expect(outside.evidence == nil && outside.score == 0.05 && outside.reactingShare == 0.05)
  }
}
