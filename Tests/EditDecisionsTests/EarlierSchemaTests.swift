import EditDecisions
import Foundation
import TestMaterial
import Testing

/// What gazecut wrote under `gazecut.decisions/1`, and beside clips then, is still read.
@Suite struct EarlierSchemaTests {
  /// Its figures that are written no more.
  private static let retired = [
    "reactingShareLow", "gatheredShare", "gatheredByChance", "startSpread", "endSpread",
  ]

  /// The recorded document with all that was ever written of how sure a moment is.
  private static let full = RecordedDocument.text.replacing(
    #""viewers": 26, "#,
    with: #""viewers": 26, "sure": 0.95, "startSpread": 0.5, "endSpread": 0.0, "#)

  private static func document(_ text: String) throws -> DecisionDocument {
    try DecisionDocument(json: Data(text.utf8))
  }

  @Test func whatIsStillSaidStaysToTheByte() throws {
    let document = try Self.document(RecordedDocument.text)
    #expect(document.rounded() == document && document.moments.count == 3)
    let without = try RecordedDocument.text
      .replacing("gazecut.decisions/1", with: "gazecut.decisions/2")
      .replacing(
        Regex(#""(reactingShareLow|gatheredShare|gatheredByChance)": [0-9.]+, "#), with: "")
    #expect(document.json == without)
    #expect(try Self.document(document.json) == document)
  }

  @Test func allRetiredFiguresArePassedOver() throws {
    for key in Self.retired { try #require(Self.full.contains("\"\(key)\"")) }
    let read = try Self.document(Self.full)
    #expect(read.moments.map(\.why.sure) == [0.95, nil, 0.95])
    #expect(read.moments.map(\.why.resamples) == [nil, nil, nil])
    for key in Self.retired { #expect(!read.json.contains("\"\(key)\""), "\(key)") }
    // Whatever a person made of them: they say nothing any more.
    let edited = Self.full.replacing(#""gatheredShare": 0.93"#, with: #""gatheredShare": null"#)
    #expect(try Self.document(edited) == read)
    #expect(try SchemaChecker(DocumentSchema.decisions.text).problems(in: Self.full) == [])
  }

  @Test func aMistakeInSuchADocumentIsOneStill() throws {
    let wrong = Self.full.replacing("gatheredShare", with: "gatheredShares")
    let problems = #expect(throws: DecisionProblems.self) { try Self.document(wrong) }
    // Nobody is advised to write what is read no more.
    let words = try #require(problems?.problems.first)
    #expect(words.field == "moments[0].why.gatheredShares")
    #expect(!words.message.contains("'gatheredShare'"), "\(words.message)")
  }

  @Test(arguments: retired)
  func inTheSchemaOfTodayTheyAreRefused(key: String) throws {
    let text = ExampleDocument.document.json.replacing(
      #""why": {"#, with: "\"why\": {\"\(key)\": 0.5, ")
    let problems = #expect(throws: DecisionProblems.self) { try Self.document(text) }
    #expect(
      problems?.problems == [
        DecisionProblem(
          field: "moments[0].why.\(key)",
          message: "is of an earlier schema and is read no more; take it out")
      ])
  }

  /// A record as it lies beside a clip that an earlier version made, and among the retired.
  private static let record = """
    {"schema": "gazecut.clip/1", "video": "free", "source": "videos/free.mp4", "settings": \
    "sha256:03fd", "moment": {"id": "free-156e8e9fc2", "rank": 1, "start": 18.320, "end": 33.320, \
    "coreStart": 20.500, "coreEnd": 32.000, "score": 0.92, "why": {"emotion": "happy", \
    "reactingShare": 1.00, "reactingShareLow": 0.92, "sustainedSeconds": 11.5, "gatheredShare": \
    1.00, "gatheredByChance": 0.30, "viewers": 12, "sure": 1.00, "startSpread": 0.0, "endSpread": \
    0.0, "startReason": "what led to the reaction", "endReason": "the reaction has decayed"}, \
    "framing": {"gazeKept": 0.90, "gazeKeptSpread": 0.01, "shots": [{"start": 18.320, "end": \
    33.320, "cut": "source", "layout": "crop", "keyframes": [{"t": 18.320, "x": 95.7, "y": 0.0, \
    "width": 202.5, "height": 360.0}]}]}}}

    """

  @Test func aClipsRecordIsRead() throws {
    let moment = try ClipRecord.moment(inShort: Data(Self.record.utf8))
    #expect(moment.id == "free-156e8e9fc2" && moment.why.sure == 1 && moment.why.viewers == 12)
    #expect(moment.framing.gazeKeptSpread == 0.01)
    // Records of both versions have one name, and fit one schema.
    let schema = try SchemaChecker(DocumentSchema.clip.text)
    #expect(try schema.problems(in: Self.record) == [])
    let now = ClipRecord.short(ExampleDocument.moment, of: ExampleDocument.document)
    #expect(try schema.problems(in: now) == [])
    #expect(try ClipRecord.moment(inShort: Data(now.utf8)) == ExampleDocument.moment)
  }
}
