import Audience
import EditDecisions
import Selection
import Testing

@Suite("Choosing moments")
struct MomentChooserTests {
  private func choose(
    _ timeline: TimelineSummary, _ change: (inout SelectionSettings) -> Void = { _ in }
  ) -> Choice {
    var settings = SelectionSettings()
    change(&settings)
    return MomentChooser(settings: settings).choose(from: timeline)
  }

  @Test("the minimum length is filled with seconds in which viewers look at something")
  func filledLength() throws {
    func clip(seen: @escaping (Double) -> Bool) throws -> Candidate {
      let core = 60.0..<68.0
      return try #require(
        choose(
          MadeUp.summary(
            seconds: 120, reacting: { core.contains($0) ? 14 : 0 }, held: { seen($0) ? 18 : 4 })
        ).candidates.first)
    }
    // Everything is watched: two thirds of the missing 7 s are added before the core.
    let all = try clip { _ in true }
    #expect(all.start < 56 && all.end > 69 && abs(all.end - all.start - 15) < 1e-6)
    // If the subject enters or leaves with the reaction, only half a second is added on that side.
    let enters = try clip { $0 >= 60 }
    #expect(enters.start >= 59.5 && abs(enters.end - enters.start - 15) < 1e-6)
    let leaves = try clip { $0 < 68 }
    #expect(leaves.end <= 69 && abs(leaves.end - leaves.start - 15) < 1e-6)
  }

  @Test("a core that the clip of a better moment covers is rejected as taken")
  func coveredByABetterMoment() {
    let choice = choose(
      MadeUp.summary(
        seconds: 120, reacting: { (0..<6).contains($0) ? 18 : (9..<14).contains($0) ? 12 : 0 },
        held: { _ in 18 }))
    #expect(choice.candidates.map(\.coreStart) == [0])
    #expect(choice.rejected.first?.reason.contains("another moment contains these seconds") == true)
  }

  @Test("reactions and gaze in the same seconds give a moment with figures")
  func reactionsWithSharedGaze() throws {
    let choice = choose(MadeUp.delight([60..<72, 150..<170]))
    #expect(choice.candidates.count == 2)
    #expect(choice.reason == nil)
    let first = try #require(choice.candidates.min { $0.start < $1.start })
    #expect(abs(first.coreStart - 60) <= 0.5 && abs(first.coreEnd - 72) <= 0.5)
    #expect(first.why.emotion == "happy")
    // The same 14 of 20 viewers react and look there.
    #expect(first.why.reactingShare == 0.7 && first.why.held == 0.7 && first.score == 0.7)
    #expect(first.why.reactingViewers == 14)
    #expect(first.why.viewers == 20)
    #expect(abs((first.why.sustainedSeconds ?? 0) - 12) <= 1)
    // A range that a person chose can contain several reactions, and all their seconds count.
    let own = MomentChooser().candidate(
      from: 0, to: 240, in: MadeUp.delight([60..<72, 150..<170]))
    #expect(abs((own.why.sustainedSeconds ?? 0) - 32) <= 1)
    let dull = MomentChooser().candidate(
      from: 80, to: 140, in: MadeUp.delight([60..<72, 150..<170]))
    #expect(dull.why.sustainedSeconds == nil)
    // The clip has pre-roll, post-roll and an allowed length.
    #expect(first.start <= first.coreStart - 1.5 && first.end >= first.coreEnd + 0.5)
    #expect(first.end - first.start >= 15 && first.end - first.start <= 60)
  }

  @Test("a short video with constant gaze coverage and one long laugh gives a moment")
  func constantGazeCoverage() throws {
    // Viewers laugh for two thirds of the video and always look at one place, for example a talking
    // head.
    let choice = choose(
      MadeUp.summary(
        seconds: 12, viewers: 40, reacting: { (2..<10).contains($0) ? 28 : 0 },
        held: { _ in 36 }))
    let moment = try #require(choice.candidates.first, "\(choice.reason ?? "")")
    #expect(moment.coreStart == 2 && moment.coreEnd == 10)
  }

  @Test("two moments with five dull seconds between them stay two")
  func dullSeconds() {
    #expect(choose(MadeUp.delight([60..<70, 75..<85])).candidates.count == 2)
  }

  @Test("the decay of a reaction belongs to the core while enough viewers react")
  func decayOfAReaction() throws {
    func end(_ reacting: Int) throws -> Double {
      let summary = MadeUp.summary(
        seconds: 240,
        reacting: { (60..<68).contains($0) ? 14 : (68..<75).contains($0) ? reacting : 0 },
        held: { (60..<75).contains($0) ? 14 : 6 })
      let choice = choose(summary)
      #expect(choice.candidates.count == 1)
      return try #require(choice.candidates.first).coreEnd
    }
    // Two reacting viewers outweigh eighteen others. One does not outweigh nineteen.
    #expect(try end(5) == 75)
    #expect(try end(2) == 75)
    #expect(try end(1) == 68)
  }

  @Test("a segment over 15 s is trimmed to its strongest part")
  func longSegmentIsTrimmed() {
    let summary = MadeUp.summary(
      seconds: 240,
      reacting: { (80..<90).contains($0) ? 14 : (60..<110).contains($0) ? 4 : 0 },
      held: { (60..<110).contains($0) ? 14 : 6 })
    let cores = choose(summary).candidates.map { $0.coreStart..<$0.coreEnd }
    #expect(cores == [80..<90])
  }

  @Test("reactions without shared gaze, and gaze without reactions, are rejected")
  func onlyReactionsOrOnlyGaze() throws {
    let laugh = MadeUp.summary(
      seconds: 240, reacting: { (60..<75).contains($0) ? 14 : 0 }, held: { _ in 6 })
    let choice = choose(laugh)
    #expect(choice.candidates.isEmpty)
    let reason =
      "scattered gaze: one vertical window holds 0.30 of the gaze points, 0.60 needed"
    #expect(choice.rejected.map(\.reason) == [reason])
    #expect(
      choice.reason == "no segment meets all thresholds; nearest at 60.0 s: \(reason)")
    // If nobody reacts, there is no segment to reject.
    let stare = MadeUp.summary(
      seconds: 240, reacting: { _ in 0 }, held: { (60..<75).contains($0) ? 18 : 6 })
    #expect(choose(stare).candidates.isEmpty && choose(stare).rejected.isEmpty)
    #expect(choose(stare).reason?.hasPrefix("no moment") == true)
    let few = MadeUp.summary(
      seconds: 240, reacting: { (60..<80).contains($0) ? 2 : 0 }, held: { _ in 18 })
    #expect(
      choose(few).rejected.map(\.reason) == [
        "too few viewers react: 10 % at a time (needed 15 %)"
      ])
  }

  @Test("a reaction next to shared gaze is not a moment")
  func reactionNextToSharedGaze() {
    let timeline = MadeUp.summary(
      seconds: 240, reacting: { (60..<75).contains($0) ? 14 : 0 },
      held: { (75..<90).contains($0) ? 14 : 6 })
    #expect(choose(timeline).candidates.isEmpty)
  }

  @Test("one of eight viewers is too few, three of four and seventy of a hundred are enough")
  func shareOfViewers() throws {
    let lone = MadeUp.delight([60..<75], viewers: 8, of: 1)
    #expect(choose(lone).candidates.isEmpty)
    let small = try #require(
      choose(MadeUp.delight([60..<75], viewers: 4, of: 3)) { $0.minimumViewers = 3 }
        .candidates.first)
    let large = try #require(
      choose(MadeUp.delight([60..<75], viewers: 100, of: 70)).candidates.first)
    #expect((large.why.reactingViewers ?? 0) > 10 * (small.why.reactingViewers ?? 9))
  }

  @Test("selection.count is a maximum, and the best moments are kept")
  func countIsAMaximum() throws {
    let windows = [20..<32, 70..<82, 120..<132, 170..<182].map {
      Double($0.lowerBound)..<Double($0.upperBound)
    }
    let timeline = MadeUp.summary(
      seconds: 240,
      reacting: { time in
        (windows.firstIndex { $0.contains(time) }).map { 8 + 3 * $0 } ?? 0
      }, held: { time in windows.contains { $0.contains(time) } ? 18 : 6 })
    let choice = choose(timeline) { $0.count = 2 }
    #expect(choice.candidates.map { ($0.coreStart / 50).rounded() } == [3, 2])
    #expect(choice.rejected.contains { $0.reason.contains("selection.count") })
    #expect(choose(timeline).candidates.count == 4)
    #expect(choose(timeline) { $0.count = 0 }.candidates.isEmpty)
  }

  @Test("clips never overlap, keep their length and stay in the video", arguments: 0..<30)
  func clipsNeverOverlap(step: Int) {
    let shift = Double(step)
    let timeline = MadeUp.delight(
      [1..<8, (10 + shift / 3)..<(18 + shift / 3), 40..<(47 + shift / 2), 88..<95],
      seconds: 96)
    let candidates = choose(timeline).candidates.sorted { $0.start < $1.start }
    #expect(candidates.count >= 2)
    for (one, next) in zip(candidates, candidates.dropFirst()) { #expect(one.end <= next.start) }
    for candidate in candidates {
      #expect(candidate.start >= 0 && candidate.end <= 96)
      #expect((15 - 1e-6...60).contains(candidate.end - candidate.start))
      #expect(candidate.start <= candidate.coreStart && candidate.coreEnd <= candidate.end)
    }
  }

  @Test("a range that a person chose gets figures without thresholds")
  func chosenByAPerson() {
    let chooser = MomentChooser()
    let summary = MadeUp.delight([60..<72])
    let own = chooser.candidate(from: 58.04, to: 73, in: summary)
    #expect(own.start == 58.04 && own.end == 73)
    #expect(own.why.chosenBy == "person" && own.why.viewers == 20)
    let dull = chooser.candidate(from: 100, to: 103, in: summary)
    // Nobody reacts, which is published as one of twenty.
    #expect(dull.why.reactingShare == 0.05 && dull.score < own.score)
    let outside = chooser.candidate(from: 900, to: 905, in: summary)
    #expect(outside.why.viewers == 0 && outside.score == 0)
  }
}
