import EditDecisions
import Foundation
import TestMaterial
import Testing

/// `selection.viewers` restricts the audience to viewers with a label.
@Suite(.waitsForPrograms) struct AudienceSubsetTests {
  /// Eight children smile early and six adults smile late.
  ///
  /// Three seniors are fewer than the minimum group size.
  static func library() throws -> TestLibrary { try TestLibrary(copyOf: try template.get()) }

  private static let template = Result {
    let library = try TestLibrary()
    try library.add(TestVideo.silent, as: "walk")
    for (name, count, smiles) in [
      ("child", 8, 1.0...14), ("adult", 6, 24.0...38), ("senior", 3, 24.0...38),
    ] {
      var audience = SimpleAudience.walk(viewers: count, seed: UInt64(count))
      audience.smiles = [smiles]
      let outcome = try library.importAudience(audience, prefix: name, "--label", "age=\(name)")
      try #require(outcome.status == 0, "\(outcome.errors)")
    }
    return library
  }

  private func moments(_ library: TestLibrary, ofSubset subset: String) throws -> [Moment] {
    let outcome = try library.gazecut(
      "run", "--dry-run", "--format", "json", "--set", "selection.viewers=\(subset)")
    try #require(outcome.status == 0, "\(outcome.errors)")
    return try DecisionDocument(json: Data(outcome.output.utf8)).moments
  }

  @Test func momentsAreChosenByTheSelectedSubset() throws {
    let library = try Self.library()
    let children = try #require(try moments(library, ofSubset: "age=child").first)
    let adults = try #require(try moments(library, ofSubset: "age=adult").first)
    #expect(children.coreEnd < 18 && children.why.viewers <= 8)
    #expect(adults.coreStart > 20 && adults.why.viewers <= 6)
    // A setting of one video applies to that video.
    try library.write(
      "gazecut.yaml",
      TestLibrary.quickSettings + "\nvideos:\n  walk: {selection.viewers: {age: child}}\n")
    let own = try library.gazecut("run", "--dry-run", "--format", "json").output
    #expect(try DecisionDocument(json: Data(own.utf8)).moments.map(\.id) == [children.id])
  }

  @Test func statusListsOnlySubsetsOfMinimumSize() throws {
    let status = try Self.library().gazecut("status").output
    #expect(status.contains("age=child") && status.contains("age=adult"))
    #expect(status.contains("age: others") && status.contains("fewer than 5"))
    #expect(!status.contains("senior"), "\(status)")
  }

  @Test func runRejectsSubsetsBelowMinimumAndKeepsClips() throws {
    let library = try Self.library()
    try library.gazecut("run")
    let clips = library.clips(of: "walk")
    try #require(!clips.isEmpty)
    for part in ["age=senior", "age=nobody"] {
      try library.write(
        "gazecut.yaml", TestLibrary.quickSettings + "\nselection:\n  viewers: \(part)\n")
      let night = try library.gazecut("run")
      #expect(night.status == 65, "\(night.output)")
      #expect(
        night.errors.contains("fewer than 5 viewers of 'walk' are \(part)"), "\(night.errors)")
      // The error does not reveal whether any viewer has the label.
      #expect(!night.errors.contains("only"))
      #expect(night.errors.contains("age=adult, age=child") && !night.errors.contains("=senior,"))
      let explained = try library.gazecut("explain", "walk")
      #expect(explained.status == 65, "\(explained.output)")
    }
    #expect(library.clips(of: "walk") == clips)
    #expect(try library.gazecut("check").status == 0)
  }

  @Test func explainAcceptsSetOptions() throws {
    let library = try TestLibrary.withAudience()
    let usual = try library.gazecut("explain", "walk").output
    let strict = try library.gazecut("explain", "walk", "--set", "selection.leastHeld=1")
    #expect(strict.status == 0 && strict.output != usual, "\(strict.errors)")
    let wrong = try library.gazecut("explain", "walk", "--set", "selection.leastHel=1")
    #expect(wrong.status == 64 && wrong.errors.contains("selection.leastHeld"))
  }
}
