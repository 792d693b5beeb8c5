import EditDecisions
import Foundation
import Support
import TestMaterial
import Testing

/// Moments of a document in further aspect ratios.
@Suite struct FurtherAspectRatioTests {
  /// The example, with its first moment also as a square.
  private var document: DecisionDocument {
    var document = ExampleDocument.document
    var shown = document.moments[0]
    shown.id = "bbb-5a5a5a5a5a"
    shown.why.replaces = "bbb-0: it would keep 0.80 of the looks, this keeps 0.93"
    shown.framing = Framing(
      gazeKept: 0.93,
      shots: [ClipShot(start: shown.start, end: shown.end, cut: .source, layout: .fit)])
    document.shapes = [
      FurtherAspectRatio(
        profile: "square", settings: "sha256:2", width: 1080, height: 1080,
        moments: [ReframedMoment(of: document.moments[0].id, shown: shown)])
    ]
    return document
  }

  @Test func furtherAspectRatiosAreRestored() throws {
    #expect(try DecisionDocument(json: Data(document.json.utf8)) == document.rounded())
    let schema = try SchemaChecker(DocumentSchema.decisions.text)
    #expect(try schema.problems(in: document.json) == [])
  }

  /// Documents without further aspect ratios have the same bytes as before.
  @Test func documentWithOneAspectRatioHasNoShapes() {
    #expect(!ExampleDocument.document.json.contains("shapes"))
  }

  @Test func furtherAspectRatioShowsMomentsInItsOwnFraming() {
    let shown = document.shown(in: document.shapes[0])
    #expect(shown.moments.map(\.id) == ["bbb-5a5a5a5a5a"])
    #expect(shown.moments[0].framing.gazeKept == 0.93)
    #expect(shown.moments[0].start == document.moments[0].start)
    #expect(shown.settings == "sha256:2" && shown.reel.isEmpty && shown.shapes.isEmpty)
    #expect(document.clips == document.moments.map(\.id) + ["bbb-5a5a5a5a5a"])
  }

  @Test func tableNamesTheProfileOfTheAspectRatio() {
    let text = DecisionTable(document).text
    #expect(text.contains(/square +fit, 1 shot; 93 %/), "\(text)")
  }

  /// Forgetting a viewer removes the figures of all aspect ratios.
  @Test func withoutEvidenceRemovesFiguresOfAllAspectRatios() {
    let bare = document.withoutEvidence.json
    #expect(!bare.contains("0.93") && !bare.contains("replaces") && bare.contains("square"))
  }
}
