import Audience
import EditDecisions
import TestMaterial
import Testing

@testable import Selection

@Suite("The worked example of the specification")
struct WorkedExampleTests {
  private static let summary: TimelineSummary = {
    var folder = TimelineFolder(duration: 12.5, aspect: 16.0 / 9)
    for (reacts, x) in [(true, 0.50), (true, 0.55), (false, 0.90)] {
      folder.add(viewer: [
        SampleColumns(
          (0..<125).map { step in
            let time = Double(step) / 10
            // A face shows its reaction 0.7 s after the event.
            let isUp = reacts && (27..<77).contains(step)
            return Sample(
              time: time,
              gaze: .at(PicturePoint(x: x, y: 0.5), confidence: .full, movement: .unknown),
              face: .scores(FaceScores(known: [.happy: isUp ? 0.9 : 0.1])))
          })
      ])
    }
    return folder.folded().summary
  }()

  @Test func evidenceOfEachBinMatchesTheManual() {
    for (index, bin) in Self.summary.bins.enumerated() {
      let isUp = (4..<14).contains(index)
      let wanted = index == 24 ? 0 : isUp ? 0.866 : -0.808
      #expect(abs(bin.evidence - wanted) < 0.01, "bin \(index): \(bin.evidence)")
      #expect(bin.withFace == (index == 24 ? 0 : 3))
      #expect(bin.reacting == (isUp ? 2 : 0))
      #expect(bin.held == 2)
    }
  }

  @Test func segmentOfTheManualBecomesAMoment() throws {
    var settings = SelectionSettings()
    settings.minimumViewers = 1
    let choice = MomentChooser(settings: settings).choose(from: Self.summary)
    let moment = try #require(choice.candidates.first, "\(choice.reason ?? "")")
    #expect(choice.candidates.count == 1)
    #expect(moment.coreStart == 2 && moment.coreEnd == 7)
    #expect(abs(moment.evidence - 8.66) < 0.1)
    #expect(moment.why.reactingShare == 0.67 && moment.why.reactingViewers == 2)
    #expect(moment.why.held == 0.67 && moment.score == 0.67)
  }
}
