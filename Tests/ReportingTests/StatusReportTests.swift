import EditDecisions
import Ingest
import LibraryFixture
import Testing

@testable import Reporting

@Suite struct StatusReportTests {
  @Test func sessionLengthsAreCheckedAgainIfTheDurationChanges() throws {
    let folder = try OwnedFolder()
    // Samples of ten seconds, and a source of four.
    try folder.face("a.csv")
    _ = try folder.take("a.csv")
    let database = folder.database
    let words = try #require(try SessionLengthCheck.run("walk", duration: 4, in: database))
    #expect(words.contains("1 of 1 session ends after the end of the video"))
    let status = try StatusReport(library: folder.library).sessions(of: "walk")
    #expect(status.contains("odd: the times run to 9.8 s but the video lasts 4 s"), "\(status)")
    #expect(try SessionLengthCheck.run("walk", duration: 10, in: database) == nil)
    let after = try StatusReport(library: folder.library).sessions(of: "walk")
    #expect(!after.contains("odd: the times run to"))
  }

  /// For example if `selection.minimumViewers` was raised after the last run.
  @Test func methodsWithholdTheViewersOfTooSmallAnAudience() throws {
    let folder = try OwnedFolder()
    try folder.decide(MomentReasons(viewers: 3), score: 1)
    let report = try StatusReport(library: folder.library)
    #expect(try report.methods(of: "walk", defines: false).contains(#""viewers":3"#))
    #expect(try !report.methods(of: "walk", defines: true).contains(#""viewers" : 3"#))
    try folder.decide(MomentReasons(viewers: 7), score: 1)
    #expect(try report.methods(of: "walk", defines: true).contains(#""viewers" : 7"#))
  }
}
