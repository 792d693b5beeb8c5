import Audience
import EditDecisions
import Selection
import Testing

@Suite("Choosing moments")
struct MomentChooserTests {
  private func choose(
    _ timeline: AudienceTimeline, _ change: (inout SelectionSettings) -> Void = { _ in }
  ) -> Choice {
    var settings = SelectionSettings()
    change(&settings)
    return MomentChooser(settings: settings).choose(from: timeline)
  }

  @Test("reaction and gathering in the same seconds: found, with figures")
  func found() throws {
    let choice = choose(MadeUp.delight([60..<72, 150..<170]))
    #expect(choice.candidates.count == 2)
    #expect(choice.reason == nil)
    let first = try #require(choice.candidates.min { $0.start < $1.start })
    #expect(abs(first.coreStart - 60) <= 0.5 && abs(first.coreEnd - 72) <= 0.5)
    #expect(first.why.emotion == "happy")
    #expect(abs((first.why.reactingShare ?? 0) - 0.7) < 0.02)
    #expect((first.why.reactingShareLow ?? 1) < (first.why.reactingShare ?? 0))
    #expect(abs((first.why.gatheredShare ?? 0) - 0.7) < 0.12)
    #expect(first.why.gatheredByChance == 0.3)
    #expect(first.why.viewers == 20)
    #expect(abs((first.why.sustainedSeconds ?? 0) - 12) <= 1)
    // A person's own seconds hold more than one reaction; only the longest of them is sustained.
    let own = MomentChooser().candidate(
      from: 0, to: 240, in: TimelineSummary(MadeUp.delight([60..<72, 150..<170])))
    #expect(abs((own.why.sustainedSeconds ?? 0) - 20) <= 1)
    let dull = MomentChooser().candidate(
      from: 80, to: 140, in: TimelineSummary(MadeUp.delight([60..<72, 150..<170])))
    #expect(dull.why.sustainedSeconds == 0)
    #expect(first.score == (first.score * 100).rounded() / 100)
    // The cause is in the window, and the length in bounds.
    #expect(first.start <= first.coreStart - 1.5 && first.end >= first.coreEnd + 0.5)
    #expect(first.end - first.start >= 15 && first.end - first.start <= 60)
  }

  @Test("a short video that holds the eye all along, and one long laugh: found")
  func eyesGatheredThroughout() throws {
    // Two thirds of the video are laughter and all of it is gathered, as on real footage: neither
    // may count as the baseline that hides it.
    let choice = choose(
      MadeUp.timeline(
        seconds: 12, viewers: 40, reacting: { (2..<10).contains($0) ? 28 : 0 },
        gathered: { _ in 18 }))
    let moment = try #require(choice.candidates.first, "\(choice.reason ?? "")")
    #expect(abs(moment.coreStart - 2) <= 1 && abs(moment.coreEnd - 10) <= 1)
  }

  @Test("two moments with five dull seconds between them are two")
  func dullSeconds() {
    #expect(choose(MadeUp.delight([60..<70, 75..<85])).candidates.count == 2)
  }

  @Test("the decay of a reaction, under half as strong, is no part of it and no moment")
  func decay() throws {
    let timeline = MadeUp.timeline(
      seconds: 240, viewers: 20,
      reacting: { (60..<72).contains($0) ? 14 : (72..<80).contains($0) ? 5 : 0 },
      gathered: { (60..<80).contains($0) ? 14 : 0 })
    let choice = choose(timeline)
    #expect(choice.candidates.count == 1)
    #expect(abs(try #require(choice.candidates.first).coreEnd - 72) <= 0.5)
  }

  @Test("each side alone is refused with its figures")
  func oneSide() throws {
    let laugh = MadeUp.timeline(
      seconds: 240, viewers: 20, reacting: { (60..<75).contains($0) ? 14 : 0 },
      gathered: { _ in 0 })
    let choice = choose(laugh)
    #expect(choice.candidates.isEmpty)
    #expect(try #require(choice.rejected.first).reason.hasPrefix("gaze scattered: 0."))
    #expect(choice.rejected[0].reason.hasSuffix("gathered, 0.30 by chance"))
    #expect(try #require(choice.reason).contains("gaze scattered"))
    let stare = MadeUp.timeline(
      seconds: 240, viewers: 20, reacting: { _ in 0 },
      gathered: { (60..<75).contains($0) ? 14 : 0 })
    #expect(try #require(choose(stare).rejected.first).reason.hasPrefix("hardly a reaction: 0.00"))
    #expect(choose(stare).candidates.isEmpty)
  }

  @Test("a laugh beside a stare is not a moment")
  func beside() {
    let timeline = MadeUp.timeline(
      seconds: 240, viewers: 20, reacting: { (60..<75).contains($0) ? 14 : 0 },
      gathered: { (75..<90).contains($0) ? 14 : 0 })
    #expect(choose(timeline).candidates.isEmpty)
  }

  @Test("one of five is not a crowd; three of four do not beat sixty of a hundred")
  func few() throws {
    let lone = MadeUp.delight([60..<75], viewers: 8, of: 1)
    #expect(choose(lone).candidates.isEmpty)
    let small = try #require(
      choose(MadeUp.delight([60..<75], viewers: 4, of: 3)) { $0.minimumViewers = 3 }
        .candidates.first)
    let large = try #require(
      choose(MadeUp.delight([60..<75], viewers: 100, of: 60)).candidates.first)
    #expect((large.why.reactingShareLow ?? 0) > (small.why.reactingShareLow ?? 1))
  }

  @Test("count is a ceiling, and keeps the best")
  func count() throws {
    let windows = [20..<32, 70..<82, 120..<132, 170..<182].map {
      Double($0.lowerBound)..<Double($0.upperBound)
    }
    let timeline = MadeUp.timeline(
      seconds: 240, viewers: 20,
      reacting: { time in
        (windows.firstIndex { $0.contains(time) }).map { 8 + 3 * $0 } ?? 0
      }, gathered: { time in windows.contains { $0.contains(time) } ? 15 : 0 })
    let choice = choose(timeline) { $0.count = 2 }
    #expect(choice.candidates.map { ($0.coreStart / 50).rounded() } == [3, 2])
    #expect(choice.rejected.contains { $0.reason.contains("selection.count") })
    #expect(choose(timeline).candidates.count == 4)
    #expect(choose(timeline) { $0.count = 0 }.candidates.isEmpty)
  }

  @Test("windows never overlap, keep their length and stay in the video", arguments: 0..<30)
  func disjoint(step: Int) {
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

  @Test("what counts as a reaction is for the settings to say")
  func emotions() {
    let fear = MadeUp.timeline(
      seconds: 240, viewers: 20, emotion: .fear, reacting: { (60..<75).contains($0) ? 14 : 0 },
      gathered: { (60..<75).contains($0) ? 14 : 0 })
    #expect(choose(fear).candidates.isEmpty)
    let horror = choose(fear) { $0.emotions = [.fear: 1] }
    #expect(horror.candidates.first?.why.emotion == "fear")
    #expect(choose(fear) { $0.emotions = [.fear: .nan] }.candidates.isEmpty)
  }

  @Test("a person's own window gets its figures, judged by nothing")
  func ownWindow() {
    let chooser = MomentChooser()
    let timeline = MadeUp.delight([60..<72])
    let summary = TimelineSummary(timeline)
    let own = chooser.candidate(from: 58.04, to: 73, in: summary)
    #expect(own.start == 58.04 && own.end == 73)
    #expect(own.why.chosenBy == "person" && own.why.viewers == 20)
    let dull = chooser.candidate(from: 100, to: 103, in: summary)
    #expect(dull.why.reactingShare == 0 && dull.score < own.score)
    let outside = chooser.candidate(from: 900, to: 905, in: summary)
    #expect(outside.why.viewers == 0 && outside.score == 0)
  }
}
