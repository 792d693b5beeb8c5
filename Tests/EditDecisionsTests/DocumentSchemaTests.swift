import EditDecisions
import Foundation
import Support
import TestMaterial
import Testing

@Suite struct DocumentSchemaTests {
  let decisions: SchemaChecker

  init() throws { decisions = try SchemaChecker(DocumentSchema.decisions.text) }

  @Test func writtenDocumentsConformToTheSchema() throws {
    #expect(try decisions.problems(in: ExampleDocument.document.json) == [])
    #expect(try decisions.problems(in: RecordedDocument.text) == [])
    var rich = ExampleDocument.document
    rich.reason = "nothing"
    rich.moments[0].framing.active = FrameArea(x: 0, y: 60, width: 1280, height: 600)
    rich.moments[0].framing.shots[0].captions = .top
    rich.moments[0].why.chosenBy = "person"
    #expect(try decisions.problems(in: rich.json) == [])
  }

  @Test func sidecarsConformToTheirSchemas() throws {
    let document = ExampleDocument.document
    let clip = ClipSidecar.short(ExampleDocument.moment, of: document)
    #expect(try SchemaChecker(DocumentSchema.clip.text).problems(in: clip) == [])
    #expect(try ClipSidecar.moment(inShort: Data(clip.utf8)) == ExampleDocument.moment)
    let reel = ClipSidecar.reel(id: "bbb-reel", document, map: document.reel)
    #expect(try SchemaChecker(DocumentSchema.reel.text).problems(in: reel) == [])
  }

  @Test func indexConformsToItsSchemaAndIsRestored() throws {
    var moment = ExampleDocument.moment
    moment.why.replaces = "bbb-0011223344: its window keeps .81 of the looks, this one .86"
    (moment.why.chosenBy, moment.why.wish) = ("wish", "always 1:27-1:45.04")
    var entry = ClipIndex.Entry(moment, since: "2026-11-22T03:00:00Z")
    (entry.poster, entry.captions, entry.record) = ("a.jpg", "a.srt", "a.json")
    entry.latest = "latest/1.mp4"
    entry.published = [
      .init(clip: "bbb-0", at: "2026-11-23T09:00:00Z", place: "https://example.org/\"1\""),
      .init(clip: "bbb-1", at: "2026-11-24T09:00:00Z", place: nil),
    ]
    // Only the ID of the replaced clip is in the index. Its figures are in the sidecar, which
    // `forget` updates.
    #expect(entry.replaces == "bbb-0011223344" && entry.wish == "always 1:27-1:45.04")
    let bare = ClipIndex.Entry(ExampleDocument.moment, since: nil)
    for index in [
      ClipIndex(video: "bbb", isPinned: true, reel: "highlights.mp4", clips: [entry, bare]),
      ClipIndex(video: "bbb", isPinned: false, reel: nil, clips: []),
    ] {
      #expect(try SchemaChecker(DocumentSchema.index.text).problems(in: index.json) == [])
      #expect(try ClipIndex(json: Data(index.json.utf8)) == index)
      #expect(ClipIndex.isOne(Data(index.json.utf8)))
    }
    #expect(!ClipIndex.isOne(Data(#"{"mine": 1}"#.utf8)))
    #expect(!ClipIndex.isOne(Data(ExampleDocument.document.json.utf8)))
  }

  /// Invalid numbers come from faults elsewhere, and the output must still be JSON.
  @Test(arguments: [Double.nan, .infinity, -.infinity, 1e300, -0.0])
  func invalidNumbersAreWrittenAsValidJSON(_ odd: Double) throws {
    var document = ExampleDocument.document
    document.moments[0].score = odd
    document.moments[0].start = odd
    document.moments[0].why.reactingShare = odd
    document.rejected[0].end = odd
    document.reel[0].end = odd
    _ = try decisions.problems(in: document.json)
    _ = try decisions.problems(in: ClipSidecar.short(document.moments[0], of: document))
    _ = try decisions.problems(in: ClipSidecar.reel(id: "r", document, map: document.reel))
    #expect(!DecisionTable(document).text.isEmpty)
    #expect(document.rounded().json == document.json)
  }

  @Test(arguments: [
    (#""layout": "fit""#, #""layout": "fit", "keyframes": []"#),
    (#""score": 0.81"#, #""score": 1.81"#),
    (#""t": 87.000"#, #""t": -87.000"#),
    (#""t": 87.000"#, #""t": 360001"#),
    (#""width": 1280"#, #""width": 12.5"#),
    (#""rank": 1"#, #""rank": -1"#),
    (#""frameRate": "24/1""#, #""frameRate": "24/0""#),
    (#""cut": "framing""#, #""cut": "sudden""#),
    (#""cut": "framing""#, #""kut": "framing""#),
    (#""layout": "stack", "panes""#, #""layout": "stack", "keyframes""#),
    (#""source": "videos"#, #""source": "\#(String(repeating: "v", count: 5000))"#),
  ])
  func schemaRejectsWhatTheReaderRejects(right: String, wrong: String) throws {
    let text = ExampleDocument.document.json.replacing(right, with: wrong, maxReplacements: 1)
    #expect(text != ExampleDocument.document.json)
    #expect(try !decisions.problems(in: text).isEmpty)
    #expect(throws: DecisionErrors.self) { try DecisionDocument(json: .init(text.utf8)) }
  }
}
