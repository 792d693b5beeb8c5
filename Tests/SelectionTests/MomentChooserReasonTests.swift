import Audience
import EditDecisions
import Testing

@testable import Selection

@Suite("Reasons for choosing nothing")
struct MomentChooserReasonTests {
  private func reason(
    _ timeline: TimelineSummary, _ change: (inout SelectionSettings) -> Void = { _ in }
  ) -> String {
    var settings = SelectionSettings()
    change(&settings)
    let choice = MomentChooser(settings: settings).choose(from: timeline)
    #expect(choice.candidates.isEmpty)
    return choice.reason ?? ""
  }

  private let nothing = { (_: Double) in 0 }

  @Test("lengths just under the minimum are printed with enough digits")
  func slightlyTooShort() {
    let short = { (seconds: Double) in
      MadeUp.summary(seconds: seconds, reacting: { _ in 14 }, held: { _ in 14 })
    }
    #expect(
      reason(short(4.96)) == "the video is 4.96 s long (a moment needs at least 5)")
    #expect(reason(short(0.4)) == "the video is 0.4 s long (a moment needs at least 5)")
  }

  @Test("a video without reactions has nothing that stands out")
  func withoutReactions() {
    let timeline = MadeUp.summary(seconds: 120, reacting: nothing, held: nothing)
    #expect(
      reason(timeline) == "no moment: in no segment do enough people react together")
    #expect(
      reason(timeline) { $0.evidence = .gaze }
        == "no moment: in no segment is the gaze coverage far enough above the usual"
    )
  }

  @Test("a library with only faces or only gaze gets the setting that helps")
  func onlyFacesOrOnlyGaze() throws {
    let inside = { (time: Double) in (60..<75).contains(time) ? 14 : 0 }
    let faces = MadeUp.summary(
      seconds: 240, reacting: inside, held: { 6 + inside($0) }, withGaze: false)
    #expect(reason(faces).contains("selection.evidence: emotion"))
    let gaze = MadeUp.summary(
      seconds: 240, reacting: inside, held: { 6 + inside($0) }, withFace: false)
    #expect(reason(gaze).contains("selection.evidence: gaze"))
    var settings = SelectionSettings()
    settings.evidence = .emotion
    let byFace = MomentChooser(settings: settings).choose(from: faces)
    #expect(byFace.candidates.count == 1)
    #expect(byFace.candidates.first?.why.reactingViewers != nil)
    settings.evidence = .gaze
    let byGaze = MomentChooser(settings: settings).choose(from: gaze)
    #expect(byGaze.candidates.count == 1)
    #expect(byGaze.candidates.first?.why.reactingShare == nil)
    #expect(byGaze.candidates.first?.why.reactingViewers == nil)
  }

  @Test("reasons name the emotions of selection.emotions")
  func otherEmotions() throws {
    let few = MadeUp.summary(
      seconds: 240, reacting: { (60..<80).contains($0) ? 2 : 0 }, held: { _ in 14 })
    #expect(reason(few).contains("too few viewers react: 10 %"))
    #expect(
      reason(few) { $0.emotions = [.fear: 1, .surprise: 0.5, .happy: 0] }
        .contains("too few viewers react (fear, surprise): 10 %"))
  }

  @Test("with evidence: gaze, no reason mentions reactions")
  func gazeEvidence() throws {
    var settings = SelectionSettings()
    settings.evidence = .gaze
    // Half of the gaze points for 12 s, a quarter otherwise: more than usual, but too few.
    let laugh = MadeUp.summary(
      seconds: 240, reacting: { (60..<75).contains($0) ? 14 : 0 },
      held: { (100..<112).contains($0) ? 10 : 5 })
    let choice = MomentChooser(settings: settings).choose(from: laugh)
    #expect(choice.rejected.count == 1)
    for reason in choice.rejected.map(\.reason) + [choice.reason ?? ""] {
      #expect(!reason.contains("react") && !reason.contains("face"), "\(reason)")
    }
  }

  @Test("too few viewers, no viewers and too short videos have their own reasons")
  func tooFewViewersOrTooShort() {
    let three = MadeUp.delight([60..<75], viewers: 3, of: 3)
    #expect(reason(three) == "fewer than 5 viewers (selection.minimumViewers)")
    var nobody = MadeUp.delight([], viewers: 0, of: 0)
    #expect(reason(nobody) == "no sessions of this video are imported")
    nobody.excluded = [
      TimelineSummary.Exclusion(viewers: 3, reason: "no samples inside the video")
    ]
    #expect(reason(nobody) == "no session could be used")
    #expect(reason(MadeUp.delight([0..<4], seconds: 4.5)).contains("4.5 s long"))
    #expect(reason(TimelineSummary(duration: 0)).contains("0.0 s long"))
  }

  @Test("faces without the wanted emotions are reported with the emotions they have")
  func missingEmotions() {
    var timeline = MadeUp.summary(
      seconds: 240, reacting: { _ in 0 }, held: { _ in 14 }, withFace: false)
    #expect(reason(timeline).hasPrefix("no session contains faces"))
    timeline.reportedEmotions = EmotionSet([.happy])
    let found = reason(timeline) { $0.emotions = [.fear: 1] }
    #expect(found.contains("selection.emotions has fear, the sessions report happy"))
    #expect(reason(timeline) { $0.emotions = [:] }.hasPrefix("no emotion counts"))
  }

  @Test("viewers who left do not count for a core")
  func leavingViewers() {
    var timeline = MadeUp.delight([60..<75])
    for index in 122..<150 {
      timeline.bins[index] = MadeUp.bin(viewers: 4, reacting: 4, held: 4)
    }
    #expect(reason(timeline).contains("fewer than 5 viewers with usable"))
  }

  @Test("short videos have a smaller minimum length")
  func minimumLength() {
    let settings = SelectionSettings()
    #expect(settings.minimumLength(forDuration: 600) == 15)
    #expect(settings.minimumLength(forDuration: 30) == 7.5)
    #expect(settings.minimumLength(forDuration: 8) == 5)
    let choice = MomentChooser().choose(from: MadeUp.delight([10..<17], seconds: 30))
    #expect(choice.candidates.count == 1)
  }

  @Test("a rejection is found by its play time")
  func rejectionByTime() {
    let choice = MomentChooser().choose(from: MadeUp.delight([60..<75]))
    #expect(choice.candidate(at: 65) != nil)
    #expect(choice.candidate(at: 5) == nil)
    #expect(choice.rejection(at: 5) == nil)
  }

  /// The figure and its minimum are printed with enough digits to differ.
  @Test(arguments: [
    (0.1086, 0.11, "0.109 of them, 0.110 needed"), (0.05, 0.11, "0.05 of them, 0.11 needed"),
    (0.46995, 0.47, "0.46995 of them, 0.47000 needed"),
    // One of five can mean zero, so it counts as too small.
    (0.2, 0.15, "under 0.15 of them"), (0.15, 0.15, "under 0.15 of them"),
  ])
  func missedThresholdIsPrintedBelowTheMinimum(found: Double, asked: Double, text: String) {
    #expect(missedThresholdText(found, below: asked, "of them") == text)
  }
}
