import EditDecisions
import Foundation
import TestMaterial
import Testing

@Suite struct DecisionDocumentJSONTests {
  @Test func documentIsRestoredFromItsJSON() throws {
    let text = ExampleDocument.document.json
    let back = try DecisionDocument(json: Data(text.utf8))
    #expect(back == ExampleDocument.document)
    #expect(back.json == text)
  }

  @Test func keysKeepTheirOrderAndNumbersTheirDecimals() {
    let text = ExampleDocument.document.json
    let opening = #"{"schema": "gazecut.decisions/2", "video": {"id": "bbb", "#
    #expect(text.hasPrefix(opening + #""source": "videos/bbb.webm", "duration": 130.003"#))
    #expect(text.contains(#""start": 87.000, "end": 105.040, "coreStart": 88.500"#))
    #expect(text.contains(#"{"t": 87.000, "x": 411.0, "y": 0.0, "width": 405.0"#))
    #expect(!text.contains("\n"))
  }

  @Test func recordedDocumentIsWrittenUnchanged() throws {
    let document = try DecisionDocument(json: Data(RecordedDocument.text.utf8))
    #expect(document.moments.count == 3 && document.rounded() == document)
    #expect(document.json == RecordedDocument.text)
  }

  @Test func JSONEscapesOnlyWhatItMust() throws {
    let odd = "a \"quoted\" \\ path/with\nline\u{1}"
    var document = ExampleDocument.document
    document.rejected[0].reason = odd
    #expect(document.json.contains(#"path/with\nline\u0001"#))
    #expect(try DecisionDocument(json: Data(document.json.utf8)).rejected[0].reason == odd)
  }

  @Test func missingOptionalFieldsAreFilledIn() throws {
    let minimal = """
      {"schema": "gazecut.decisions/2",
       "video": {"id": "bbb", "source": "v", "duration": 60, "width": 1280, "height": 720,
                 "frameRate": "24/1"},
       "moments": [{"start": 20, "end": 30,
                    "framing": {"shots": [{"start": 20, "end": 30, "layout": "fit"}]}},
                   {"start": 5, "end": 9,
                    "framing": {"shots": [{"start": 5, "end": 9, "layout": "fit"}]}}]}
      """
    let document = try DecisionDocument(json: Data(minimal.utf8))
    #expect(document.reel.map(\.start) == [5, 20])
    #expect(document.reel.map(\.at) == [0, 4])
    #expect(document.moments[0].coreEnd == 30)
  }

  @Test(arguments: [
    (#""layout": "fit""#, #""layout": "round""#, "moments[0].framing.shots[1].layout"),
    (#""t": 87.000"#, #""t": "soon""#, "moments[0].framing.shots[0].keyframes[0].t"),
    (#""schema": "gazecut.decisions/2""#, #""schema": "gazecut.decisions/9""#, "schema"),
    (#""frameRate": "24/1""#, #""frameRate": "often""#, "video.frameRate"),
    (#""cut": "framing""#, #""cut": "sudden""#, "moments[0].framing.shots[1].cut"),
  ])
  func errorNamesTheInvalidField(right: String, wrong: String, field: String) throws {
    let text = ExampleDocument.document.json.replacing(right, with: wrong, maxReplacements: 1)
    #expect(text != ExampleDocument.document.json)
    let problems = #expect(throws: DecisionErrors.self) {
      try DecisionDocument(json: Data(text.utf8))
    }
    #expect(problems?.problems.first?.field == field)
  }

  @Test func roundedDocumentEqualsWhatIsWritten() throws {
    var document = ExampleDocument.document
    document.moments[0].start = 87.00049
    document.moments[0].framing.shots[0].layout = .crop([
      CropKeyframe(t: 87, x: 411.04999, y: 0, width: 405.0000001, height: 720)
    ])
    let rounded = document.rounded()
    #expect(rounded.json == document.json)
    #expect(try DecisionDocument(json: Data(rounded.json.utf8)) == rounded)
  }
}
