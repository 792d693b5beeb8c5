import Audience
import EditDecisions
import Selection
import Testing

@Suite("What would have to change")
struct ChangeSearchTests {
  private func choose(
    _ timeline: TimelineSummary, _ settings: SelectionSettings = SelectionSettings()
  ) -> Choice { MomentChooser(settings: settings).choose(from: timeline) }

  /// `reacting` and `gathered` viewers of 20 between 60 and 75 s.
  private func crowd(reacting: Int, gathered: Int) -> TimelineSummary {
    TimelineSummary(
      MadeUp.timeline(
        seconds: 240, viewers: 20, reacting: { (60..<75).contains($0) ? reacting : 0 },
        gathered: { (60..<75).contains($0) ? gathered : 0 }))
  }

  private let stretch = 60.0..<75.0

  @Test("more who react: that many turn the refusal, one fewer do not", arguments: [0, 1, 2])
  func reacting(now: Int) throws {
    let timeline = crowd(reacting: now, gathered: 14)
    #expect(choose(timeline).candidate(at: 65) == nil)
    let changes = ChangeSearch(summary: timeline, settings: SelectionSettings())
      .changes(for: stretch)
    let advice = try #require(
      changes.compactMap { change in
        if case .reacting(let advice) = change { advice } else { nil }
      }.first)
    #expect(advice.of == 20)
    #expect(abs(advice.now - Double(now)) < 0.1)
    #expect(advice.emotion == .happy)
    // Not by the search's own means: a timeline made up with that many.
    #expect(choose(crowd(reacting: now + advice.more, gathered: 14)).candidate(at: 65) != nil)
    #expect(
      choose(crowd(reacting: now + advice.more - 2, gathered: 14)).candidate(at: 65) == nil)
  }

  @Test("where all react faintly, how strongly they would have to")
  func strength() throws {
    // Everybody reacts, at a tenth of full strength: nobody is left to join in.
    let audience = AlteredAudience(
      crowd(reacting: 20, gathered: 14), settings: SelectionSettings())
    let timeline = audience.reacting(times: 0.1 / 0.9, in: stretch)
    #expect(choose(timeline).candidate(at: 65) == nil)
    let changes = ChangeSearch(summary: timeline, settings: SelectionSettings())
      .changes(for: stretch)
    let advice = try #require(
      changes.compactMap { change in
        if case .strength(let advice) = change { advice } else { nil }
      }.first)
    #expect(abs(advice.now - 0.1) < 0.01)
    func then(_ strength: Double) -> Candidate? {
      choose(audience.reacting(times: strength / 0.9, in: stretch)).candidate(at: 65)
    }
    #expect(then(advice.needed) != nil)
    #expect(then(advice.needed - 0.06) == nil)
  }

  @Test("more who look at one place")
  func gathering() throws {
    let timeline = crowd(reacting: 14, gathered: 4)
    #expect(choose(timeline).candidate(at: 65) == nil)
    let changes = ChangeSearch(summary: timeline, settings: SelectionSettings())
      .changes(for: stretch)
    let advice = try #require(
      changes.compactMap { change in
        if case .gathering(let advice) = change { advice } else { nil }
      }.first)
    #expect(advice.byChance == 0.3)
    let now = try #require(advice.now)
    #expect(advice.share > now)
    let audience = AlteredAudience(timeline, settings: SelectionSettings())
    #expect(choose(audience.gathered(more: advice.more, in: stretch)).candidate(at: 65) != nil)
    #expect(
      choose(audience.gathered(more: advice.more - 1, in: stretch)).candidate(at: 65) == nil)
  }

  @Test("where neither is enough, both together are")
  func both() throws {
    let timeline = crowd(reacting: 0, gathered: 0)
    let search = ChangeSearch(summary: timeline, settings: SelectionSettings())
    let window = search.window(around: 65)
    #expect(window.contains(65) && window.upperBound - window.lowerBound == 10)
    let changes = search.changes(for: window)
    let (reacting, gathering) = try #require(
      changes.compactMap { change -> (Change.Reacting, Change.Gathering)? in
        if case .both(let reacting, let gathering) = change { (reacting, gathering) } else { nil }
      }.first)
    let looking = AlteredAudience(timeline, settings: SelectionSettings())
      .gathered(more: gathering.more, in: window)
    let audience = AlteredAudience(looking, settings: SelectionSettings())
    func then(_ more: Int) -> Candidate? {
      choose(
        audience.reacting(
          more: more, with: reacting.emotion, strength: reacting.strength, in: window)
      ).candidate(at: 65)
    }
    #expect(then(reacting.more) != nil)
    #expect(then(0) == nil)
  }

  @Test("too few viewers: only how many are missing is said")
  func watching() {
    let timeline = TimelineSummary(MadeUp.delight([60..<75], viewers: 3, of: 3))
    let changes = ChangeSearch(summary: timeline, settings: SelectionSettings())
      .changes(for: stretch, settable: ["selection.count", "selection.minimumViewers"])
    #expect(changes.count == 1)
    guard case .watching(let advice) = changes.first else {
      Issue.record("\(changes)")
      return
    }
    #expect(advice.more == 2 && advice.now == 3 && advice.least == 5 && advice.isEnough)
  }

  @Test("the ceiling of moments: the rank is the value that would choose it")
  func count() throws {
    let windows: [Range<Double>] = (0..<7).map { index in
      let start = Double(index * 40 + 10)
      return start..<(start + 12)
    }
    func reacting(_ time: Double) -> Int {
      windows.firstIndex { $0.contains(time) }.map { 18 - $0 } ?? 0
    }
    let timeline = TimelineSummary(
      MadeUp.timeline(
        seconds: 300, viewers: 20, reacting: reacting,
        gathered: { reacting($0) > 0 ? 16 : 0 }))
    let choice = choose(timeline)
    #expect(choice.candidates.count == 5 && choice.candidate(at: 255) == nil)
    let changes = ChangeSearch(summary: timeline, settings: SelectionSettings())
      .changes(for: windows[6], settable: ["selection.count"])
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

  @Test("a better moment beside it is named, and a smaller minimum length helps")
  func rival() throws {
    // The better core begins at 11 s and its window at 9.5: too little is left for the weaker one,
    // of which min(15, 40 / 4) = 10 s are asked for.
    let strength = { (time: Double) in
      (11..<31).contains(time) ? 18 : (2..<8.5).contains(time) ? 12 : 0
    }
    let timeline = TimelineSummary(
      MadeUp.timeline(
        seconds: 40, viewers: 20, reacting: strength, gathered: strength))
    let choice = choose(timeline)
    #expect(choice.candidates.count == 1 && choice.candidate(at: 5) == nil)
    let search = ChangeSearch(summary: timeline, settings: SelectionSettings())
    let window = search.window(around: 5)
    let changes = search.changes(for: window, settable: ["selection.minimumLength"])
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

  @Test("a threshold that can be set is told with the nearest value that would choose")
  func threshold() throws {
    let timeline = crowd(reacting: 2, gathered: 14)
    // Two of so many are too few in other ways, too: here one threshold alone is in the way.
    var alone = SelectionSettings()
    alone.leastScore = 0
    alone.leastReactingViewers = 1
    #expect(choose(timeline, alone).candidate(at: 65) == nil)
    let search = ChangeSearch(summary: timeline, settings: alone)
    func told(_ settable: Set<String>) -> [SettingChange] {
      search.changes(for: stretch, settable: settable).compactMap { change in
        if case .setting(let setting) = change { setting } else { nil }
      }
    }
    // What nobody can set is not spoken of.
    #expect(told([]).isEmpty)
    let setting = try #require(told(["selection.leastReaction"]).first)
    let value = try #require(Double(setting.value))
    #expect(setting.name == "selection.leastReaction" && setting.now == "0.11")
    var settings = alone
    settings.leastReaction = value
    #expect(choose(timeline, settings).candidate(at: 65) != nil)
    settings.leastReaction = value + 0.01
    #expect(choose(timeline, settings).candidate(at: 65) == nil)
  }

  @Test("what a wish keeps out needs no other audience, and with it nothing else is advised")
  func wished() throws {
    let wishes: [Wish] = [.always(180...190), .never(60...75)]
    let timeline = TimelineSummary(
      MadeUp.timeline(
        seconds: 240, viewers: 20, reacting: { (60..<75).contains($0) ? 14 : 0 },
        gathered: { (60..<75).contains($0) ? 14 : 0 }))
    let free = ChangeSearch(summary: timeline, settings: SelectionSettings())
    #expect(free.changes(for: stretch).isEmpty)
    let bound = ChangeSearch(summary: timeline, settings: SelectionSettings(), wishes: wishes)
    #expect(bound.changes(for: stretch) == [.wish("never 1:00-1:15")])
    // Where the evidence is missing as well, no number of viewers is told that the wish makes vain.
    let dull = TimelineSummary(
      MadeUp.timeline(seconds: 240, viewers: 20, reacting: { _ in 0 }, gathered: { _ in 0 }))
    let vain = ChangeSearch(summary: dull, settings: SelectionSettings(), wishes: wishes)
      .changes(for: stretch)
    #expect(vain.allSatisfy { if case .blocked = $0 { true } else { false } }, "\(vain)")
  }

  @Test("where nothing alone would do, what would still stand in the way is told")
  func blocked() throws {
    // Nothing on either side, and no room after a moment that nothing can be better than; what is
    // beside it is to be no part of it.
    var apart = SelectionSettings()
    apart.changeCost = 0
    var timeline = MadeUp.timeline(
      seconds: 40, viewers: 20, reacting: { (9.5..<29.5).contains($0) ? 20 : 0 },
      gathered: { (9.5..<29.5).contains($0) ? 20 : 0 })
    for bin in 19..<59 { timeline.bins[bin].agreement?.value = 1 }
    let changes = ChangeSearch(summary: TimelineSummary(timeline), settings: apart)
      .changes(for: 32..<38.5)
    guard case .blocked(let reason) = changes.first, changes.count == 1 else {
      Issue.record("\(changes)")
      return
    }
    #expect(reason.contains("of room beside better moments"))
  }

  @Test("another emotion's weight, or one side alone, is found where it would choose")
  func emotionsAndEvidence() throws {
    let timeline = TimelineSummary(
      MadeUp.timeline(
        seconds: 240, viewers: 20, emotion: .fear,
        reacting: { (60..<75).contains($0) ? 14 : 0 },
        gathered: { (60..<75).contains($0) ? 14 : 0 }))
    #expect(choose(timeline).candidates.isEmpty)
    let changes = ChangeSearch(summary: timeline, settings: SelectionSettings())
      .changes(for: stretch, settable: ["selection.emotions", "selection.evidence"])
    let settings = changes.compactMap { change in
      if case .setting(let setting) = change { setting } else { nil }
    }
    let weight = try #require(settings.first { $0.name == "selection.emotions" })
    let value = try #require(Double(weight.value.dropFirst("fear=".count)))
    var fearful = SelectionSettings()
    fearful.emotions[.fear] = value
    #expect(choose(timeline, fearful).candidate(at: 65) != nil)
    fearful.emotions[.fear] = value - 0.1
    #expect(choose(timeline, fearful).candidate(at: 65) == nil)
    #expect(settings.contains { $0.name == "selection.evidence" && $0.value == "gaze" })
  }

  @Test("what is chosen needs no change")
  func chosen() {
    let search = ChangeSearch(
      summary: TimelineSummary(MadeUp.delight([60..<75])), settings: SelectionSettings())
    #expect(search.changes(for: stretch, settable: ["selection.count"]).isEmpty)
  }

  @Test("the evidence of a window is what the chooser weighs")
  func evidence() {
    let chooser = MomentChooser()
    let timeline = TimelineSummary(MadeUp.delight([60..<75]))
    let inside = chooser.undisclosedEvidence(of: stretch, in: timeline)
    #expect(inside.reaction > inside.cost && inside.gathering > inside.cost)
    #expect(inside.viewers == 20 && inside.z > 2)
    #expect(inside.score == chooser.choose(from: timeline).candidate(at: 65)?.score)
    let outside = chooser.undisclosedEvidence(of: 100..<110, in: timeline)
    #expect(outside.reaction == 0 && outside.score == 0)
  }
}
