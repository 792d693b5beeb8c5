import EditDecisions
import Foundation
import TestMaterial
import Testing

/// Typical mistakes of editors, and the messages that gazecut prints.
@Suite struct DecisionDocumentMistakesTests {
  static let text = ExampleDocument.document.json

  func errorMessage(_ text: String) throws -> String {
    let problems = #expect(throws: DecisionErrors.self) {
      try DecisionDocument(json: Data(text.utf8))
    }
    return try #require(problems).description
  }

  func edited(_ right: String, _ wrong: String) throws -> String {
    let text = Self.text.replacing(right, with: wrong, maxReplacements: 1)
    try #require(text != Self.text)
    return try errorMessage(text)
  }

  @Test func misspelledKeysGetASuggestion() throws {
    #expect(
      try edited(#""gazeKept""#, #""gazekept""#)
        == "moments[0].framing.gazekept: is not known; did you mean 'gazeKept'?")
    #expect(
      try edited(#""coreStart""#, #""corestrat""#)
        == "moments[0].corestrat: is not known; did you mean 'coreStart'?")
    #expect(try edited(#""at": "#, #""remark!": "nice", "at": "#).contains("use one of moment"))
  }

  @Test(arguments: ["rank", #"r\u0061nk"#])
  func duplicateKeyIsReportedWithLineAndColumn(key: String) throws {
    let text = Self.text.replacing(
      #""rank": 1"#, with: #""rank": 1,\#n    "\#(key)": 2"#, maxReplacements: 1)
    let line = try #require(
      text.split(separator: "\n", omittingEmptySubsequences: false).firstIndex {
        $0.hasPrefix(#"    "\#(key)": 2"#)
      })
    #expect(
      try errorMessage(text)
        == #"line \#(line + 1), column 5: "rank" occurs twice in this object; write it once"#)
  }

  @Test func reportListsAtMostEightProblems() throws {
    let text = Self.text.replacing(#""start""#, with: #""strat""#)
    let lines = try errorMessage(text).split(separator: "\n")
    #expect(lines.contains("moments[0].strat: is not known; did you mean 'start'?"))
    #expect(lines.contains("moments[0].start: is missing"))
    #expect(lines.count == 9)
    #expect(lines.last == "there are more problems; correct these first")
  }

  @Test(arguments: [
    ("", "line 1, column 1: the file is empty"),
    ("[1,\n 2,\n]", "line 3, column 1: a comma before ']'; remove it"),
    ("{\"a\": 1,}", "line 1, column 9: a comma before '}'; remove it"),
    ("{\"a\": 1\n \"b\": 2}", "line 2, column 2: expected ',' or '}', found '\"'"),
    ("{\"ä\": tru}", "line 1, column 7: 'tru' is not a JSON value"),
    ("{\"a\": NaN}", "line 1, column 7: 'NaN' is not a JSON value"),
    ("{\"a\": -Infinity}", "line 1, column 7: '-' is not a number; write 0.5, not .5, 05 or 5."),
    ("{\"a\": 01}", "line 1, column 7: '01' is not a number; write 0.5, not .5, 05 or 5."),
    ("{\"a\": 1e400}", "line 1, column 7: 1e400 is too large a number"),
    ("{'a': 1}", "column 2: expected a key in double quotes, found a single quote"),
    ("{“a”: 1}", "found “; JSON uses straight double quotes"),
    ("{\"a\": 1} // done", "found a comment; JSON has no comments after the document's end"),
    ("{\"a\": 1}\n{\"a\": 2}", "line 2, column 1: a second document begins"),
    ("{\"a\": \"x", "line 1, column 7: text without its closing quote"),
    ("{\"a\": \"x\ny\"}", "line 1, column 9: a line break"),
    ("{\"a\": \"C:\\videos\"}", "is not an escape; write a backslash as \\\\"),
    ("{\"a\": \"\\ud800x\"}", "half a surrogate pair"),
    (
      "{\"a\": [1, 2",
      "line 1, column 12: expected ',' or ']', found the end of the file, which is incomplete"
    ),
  ])
  func brokenJSONIsReportedWithLineAndColumn(text: String, words: String) throws {
    #expect(try errorMessage(text).contains(words))
  }

  @Test func fileWithBOMAndWindowsLineEndsIsRead() throws {
    let text = "\u{FEFF}" + Self.text.replacing(", \"", with: ",\r\n\"")
    #expect(try DecisionDocument(json: Data(text.utf8)) == ExampleDocument.document)
  }

  @Test func tooLargeDocumentsAreRejectedWhileReading() throws {
    let deep = String(repeating: "[", count: 1_000_000)
    #expect(try errorMessage(deep).contains("more than 32 levels"))
    let long = "{\"schema\": \"" + String(repeating: "x", count: DecisionLimits.bytes)
    #expect(try errorMessage(long).contains("the limit is \(DecisionLimits.bytes)"))
    // Values are counted while they are read.
    let many = "[" + String(repeating: "0,", count: 1_100_000) + "0]"
    #expect(try errorMessage(many).contains("more than 1000000 values"))
    let frame = #"{"t": 87.000, "x": 411.0, "y": 0.0, "width": 405.0, "height": 720.0}"#
    let frames = Array(repeating: frame, count: 10_001).joined(separator: ", ")
    #expect(
      try edited(frame, frames)
        == "moments[0].framing.shots[0].keyframes: has 10002 elements; at most 10000 are allowed")
  }

  /// Numbers on both sides of 2^53, from where doubles are not exact, and of the 64-bit limits.
  @Test(arguments: [
    "9007199254740992", "-9007199254740993", "9223372036854775807", "9223372036854775808",
    "-9223372036854775808", "-9223372036854775809", "-9.223372036854775809e18", "1e18", "-1e300",
    "99999999999999999999999",
  ])
  func inexactNumbersAreReportedWithTheirLine(number: String) throws {
    let lines = Self.text.replacing(", \"", with: ",\n\"")
    let places = lines.matches(of: try Regex("\": -?[0-9][0-9.]*"))
    // Replaces every number of the document in turn.
    try #require(places.count > 40)
    for place in places {
      let line = lines[..<place.range.lowerBound].count { $0 == "\n" } + 1
      let words = try errorMessage(
        lines.replacingCharacters(in: place.range, with: "\": \(number)"))
      #expect(
        words.hasPrefix("line \(line), column ") && words.hasSuffix(" is too large a number"),
        "\(words)")
    }
  }

  @Test func largestExactNumberIsPrintedExactly() throws {
    #expect(
      try edited(#""rank": 1"#, #""rank": -9007199254740991"#)
        == "moments[0].rank: is -9007199254740991; must be from 0 to 1000000000")
  }

  @Test(arguments: ["gazecut.clip/1", "gazecut.decisions/1"])
  func unknownSchemaIsTheOnlyProblemReported(schema: String) throws {
    let words = try errorMessage(#"{"schema": "\#(schema)", "video": "bbb", "moment": {}}"#)
    #expect(
      words == "schema: '\(schema)' is not known; this version reads 'gazecut.decisions/2'")
  }

  @Test func nullIsAllowedForOptionalFields() throws {
    let text = Self.text.replacing(#""coreStart": 88.500"#, with: #""coreStart": null"#)
    #expect(try DecisionDocument(json: Data(text.utf8)).moments[0].coreStart == 87)
    #expect(try edited(#""start": 87.000"#, #""start": null"#).contains("start: is null; must be"))
  }
}
