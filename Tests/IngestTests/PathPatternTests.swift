import Foundation
import Importers
import Testing
@testable import Ingest

/// Video, viewer, session and date that a pattern reads from a path.
@Suite struct PathPatternTests {
  private func metadata(_ pattern: String, _ path: String) throws -> PathMetadata? {
    try PathPattern(pattern).match(path)?.words()
  }

  @Test func valuesAreReadFromThePath() throws {
    let plain = try metadata("{video}/{viewer}", "trip/anna.jsonl.gz")
    #expect(plain == PathMetadata(video: "trip", viewer: "anna", session: "anna"))
    let dated = try #require(try metadata("{video}/{date}/{viewer}", "trip/2026-11-19/anna.json"))
    #expect((dated.video, dated.viewer) == ("trip", "anna"))
    // The session contains the date, so that one viewer can have several sessions.
    #expect(dated.session == "2026-11-19_anna")
    #expect(dated.recordedAt == Date(timeIntervalSince1970: 1_795_046_400))
  }

  @Test func oneNameCanContainSeveralValues() throws {
    let both = try metadata("{date}/{video}-by-{viewer}", "20261119/trip-by-j.doe.csv")
    #expect(both?.video == "trip" && both?.viewer == "j.doe")
    #expect(both?.session == "20261119_j.doe")
    let free = try metadata("*/{video}_*", "batch7/trip_004.csv")
    #expect(free == PathMetadata(video: "trip", session: "batch7_004"))
    let alone = try metadata("{video}", "trip.npy")
    #expect(alone == PathMetadata(video: "trip"))
  }

  /// Everything before the end matches in millions of ways, which must not all be tried.
  @Test(.timeLimit(.minutes(1))) func nameOfManySeparatorsIsMatchedQuickly() throws {
    let pattern = try PathPattern("{video}_*_*_*_*_{viewer}_face.csv")
    #expect(pattern.match(String(repeating: "_", count: 250) + ".csv") == nil)
    let fits = pattern.match("trip_1_2_3_4_anna_face_face.csv")
    #expect(try fits?.words().viewer == "anna_face")
    #expect(pattern.match("trip_1_2_3_4_face.csv") == nil)
  }

  /// Viewers whose names differ only after a dot must stay separate.
  @Test func onlyOneExtensionIsRemoved() throws {
    #expect(try metadata("{video}/{viewer}", "trip/j.doe.jsonl.gz")?.viewer == "j.doe")
    #expect(try metadata("{video}/{viewer}", "trip/j.roe.jsonl")?.viewer == "j.roe")
    #expect(try metadata("{video}/{viewer}", "trip/anna")?.viewer == "anna")
  }

  @Test func extensionInThePatternIsRequired() throws {
    let pattern = try PathPattern("{video}/{viewer}.csv")
    #expect(pattern.match("trip/anna.csv") != nil && pattern.match("trip/anna.csv.gz") != nil)
    #expect(pattern.match("trip/anna.json") == nil && pattern.excludesByExtension("anna.json"))
    #expect(!pattern.excludesByExtension("anna.csv.gz"))
    #expect(try !PathPattern("{video}/{viewer}").excludesByExtension("anna.json"))
  }

  @Test(arguments: ["trip.json", "a/trip/anna.json", "trip/2026/anna.json"])
  func pathsAtAnotherDepthDoNotMatch(path: String) throws {
    #expect(try PathPattern("{video}/{viewer}").match(path) == nil)
  }

  @Test func labelContainsNoNames() throws {
    let match = try #require(
      try PathPattern("{video}/{date}/{viewer}_{session}-*").match("trip/20261119/anna_s1-x.json"))
    #expect(match.label == "{video}/*/*_*-*")
    #expect(
      try PathPattern("{video}/{viewer}.csv").match("trip/anna.csv")?.label == "{video}/*.csv")
  }

  @Test func errorsDoNotRepeatTheInvalidValue() throws {
    let dated = try #require(try PathPattern("{date}/{video}").match("anna/trip.json"))
    #expect { try dated.words() } throws: {
      "\($0)".contains("date in its path") && !"\($0)".contains("anna")
    }
    #expect(dated.label == "*/{video}")
    let named = try #require(try PathPattern("{video}/{viewer}").match("Anna Berg/trip.json"))
    #expect { try named.words() } throws: {
      "\($0)".contains("not a valid ID") && !"\($0)".contains("Anna")
    }
    #expect(named.label == "{video}/*")
  }

  @Test(arguments: [
    ("", "empty name"), ("/x", "empty name"), ("../{video}", "leads out"),
    ("{video}/{video}", "{video} twice"), ("{vidoe}", "is unknown"),
    ("{video", "without a }"), ("{video}{viewer}", "without a character"),
    ("{video}*", "without a character"),
  ])
  func invalidPatternsAreReported(pattern: String, words: String) {
    #expect { try PathPattern(pattern) } throws: { "\($0)".contains(words) }
  }
}
