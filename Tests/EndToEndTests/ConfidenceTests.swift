import EditDecisions
import Foundation
import TestMaterial
import Testing

/// The confidence of moments.
@Suite(.waitsForPrograms) struct ConfidenceTests {
  private func dryRun(_ library: TestLibrary, _ more: String...) throws -> DecisionDocument {
    let outcome =
      more.isEmpty
      ? try library.gazecut("regenerate", "walk", "--dry-run", "--format", "json")
      : try library.gazecut("regenerate", "walk", "--dry-run", "--format", "json", "--set", more[0])
    try #require(outcome.status == 0, "\(outcome.errors)")
    return try DecisionDocument(json: Data(outcome.output.utf8))
  }

  @Test func everyMomentHasAStableConfidence() throws {
    let library = try TestLibrary.withAudience()
    // Nothing is aggregated yet, so resampling uses the same pass.
    let first = try dryRun(library)
    let sure = try #require(first.moments.first?.why.sure)
    // Twelve viewers all smile at one thing for ten seconds, so nearly every resampled audience
    // does.
    #expect(sure >= 0.8)
    #expect(first.moments.allSatisfy { ($0.why.resamples ?? 0) == 40 })
    try #require(try library.gazecut("run").status == 0)
    let decided = try library.decisions(of: "walk")
    #expect(decided.moments.map(\.why) == first.moments.map(\.why))
    // The stored aggregates give the same result, and other settings are aggregated again.
    #expect(try dryRun(library).moments.map(\.why) == first.moments.map(\.why))
    let other = try dryRun(library, "selection.count=3")
    #expect(other.moments.first?.why.sure != nil)
    let table = try library.gazecut("regenerate", "walk", "--dry-run").output
    #expect(table.contains("conf."))
    let told = try library.gazecut("explain", "walk").output
    #expect(told.contains("resampled audiences)"), "\(told)")
    let json = try library.gazecut("explain", "walk", "--format", "json").output
    #expect(json.contains(#""sure": "#) && json.contains(#""resamples": "#))
    try #require(try library.gazecut("report", "walk").status == 0)
    #expect(try library.text("report/walk.html").contains(#/<b>\d+ %</b> repeatable/#))
  }

  @Test func manualMomentsHaveNoConfidence() throws {
    let library = try TestLibrary.withAudience()
    let outcome = try library.gazecut(
      "regenerate", "walk", "--dry-run", "--format", "json", "--moment", "0:15-0:30")
    try #require(outcome.status == 0, "\(outcome.errors)")
    #expect(!outcome.output.contains(#""sure""#) && outcome.output.contains("chosenBy"))
  }
}
