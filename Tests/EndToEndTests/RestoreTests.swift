import EditDecisions
import Foundation
import Support
import TestMaterial
import Testing

/// Archived clips are listed with a reason and restored as overrides.
@Suite(.waitsForPrograms) struct RestoreTests {
  private struct Clips: Decodable {
    struct Current: Decodable { var id, path: String }
    struct Retired: Decodable {
      var id: String
      var start, end: Double
      var reason, replacedBy: String?
    }
    var clips: [Current]
    var retired: [Retired]
  }

  private static let schema = Result { try Program.run(["schema", "clips"]).output }

  private func clips(_ library: TestLibrary) throws -> Clips {
    let text = try library.gazecut("status", "walk", "--format", "json").output
    #expect(try SchemaChecker(Self.schema.get()).problems(in: text) == [])
    return try JSONDecoder().decode(Clips.self, from: Data(text.utf8))
  }

  private func expectCurrentNames(in library: TestLibrary) throws {
    let moments = try library.decisions(of: "walk").moments
    #expect(try library.index(of: "walk").clips.map(\.id) == moments.map(\.id))
    let links = try library.links(of: "walk").filter { $0.key.hasSuffix(".mp4") }
    #expect(Set(links.values) == Set(moments.map { "../\($0.id).mp4" }))
  }

  /// Damage of an archived clip is noticed when the clip is used again.
  @Test func damagedArchivedClipIsRenderedAgain() throws {
    let library = try TestLibrary.afterFirstRun()
    let name = try #require(try library.decisions(of: "walk").moments.first).id + ".mp4"
    let published = try Data(
      contentsOf: URL(fileURLWithPath: library.path("shorts/walk/\(name)")))
    try library.gazecut("wish", "walk", "never", "0:13-0:30")
    try library.gazecut("run")
    let retired = library.path("shorts/walk/.retired/\(name)")
    var damaged = try Data(contentsOf: URL(fileURLWithPath: retired))
    #expect(damaged == published)
    damaged[damaged.count / 2] ^= 1
    try damaged.write(to: URL(fileURLWithPath: retired))
    try library.gazecut("wish", "walk", "--undo")
    #expect(try library.gazecut("run").status == 0)
    let again = try Data(contentsOf: URL(fileURLWithPath: library.path("shorts/walk/\(name)")))
    #expect(again == published)
  }

  @Test func clipArchivedByANeverOverrideIsRestored() throws {
    let library = try TestLibrary.afterFirstRun()
    let before = try #require(try library.decisions(of: "walk").moments.first)
    let span = PlayTime.text(before.start...before.end)
    let listed = try library.gazecut("status", "walk").output
    #expect(listed.contains(span) && listed.contains("shorts/walk/\(before.id).mp4"), "\(listed)")
    #expect(
      try library.gazecut("status", "walk", "--retired").output.contains("no clip is archived"))
    let there = try library.gazecut("restore", "walk", before.id)
    #expect(there.status == 65 && there.errors.contains("is not archived"), "\(there.errors)")
    try library.gazecut("wish", "walk", "never", "0:13-0:30")
    let night = try library.gazecut("run").output
    #expect(night.contains("1 clip archived"), "\(night)")
    #expect(try library.index(of: "walk").clips.isEmpty && !library.exists("shorts/walk/latest"))
    let gone = try #require(try clips(library).retired.first)
    #expect(gone.id == before.id && gone.start == before.start && gone.end == before.end)
    #expect(gone.reason?.hasPrefix("override: never 0:13-0:30") == true && gone.replacedBy == nil)
    let retired = try library.gazecut("status", "walk", "--retired").output
    #expect(retired.contains(span) && retired.contains("override: never 0:13-0:30"), "\(retired)")
    // The error names the override that excludes the clip and how to undo it.
    let refused = try library.gazecut("restore", "walk", before.id)
    #expect(refused.status == 65)
    #expect(refused.errors.contains("`gazecut wish walk --undo 1`"), "\(refused.errors)")
    let typo = String(before.id.dropLast()) + "x"
    let unknown = try library.gazecut("restore", "walk", typo)
    #expect(unknown.status == 66 && unknown.errors.contains("did you mean '\(before.id)'?"))
    #expect(try library.gazecut("wish", "walk", "--undo").status == 0)
    let wishes = library.exists("wishes/walk.json")
    let dry = try library.gazecut("restore", "walk", before.id, "--dry-run")
    #expect(dry.status == 0 && dry.output.contains("Nothing was written."), "\(dry.errors)")
    #expect(!wishes && !library.exists("wishes/walk.json"))
    // The digits of the ID are enough.
    let restored = try library.gazecut("restore", "walk", String(before.id.dropFirst(5)))
    #expect(restored.status == 0, "\(restored.errors)")
    #expect(restored.output.contains("1. always \(span)"), "\(restored.output)")
    #expect(restored.output.contains("The next run"))
    #expect(try library.gazecut("run").status == 0)
    let back = try #require(try library.decisions(of: "walk").moments.first)
    #expect(back.start == before.start && back.end == before.end && back.why.chosenBy == "wish")
    try expectCurrentNames(in: library)
    #expect(try library.gazecut("status", "walk").output.contains("wished: always"))
  }

  @Test func movedClipIsRestoredUnchanged() throws {
    let library = try TestLibrary.afterFirstRun()
    // Without movement, so that overrides can describe it.
    try library.gazecut("wish", "walk", "frame", "1", "--layout", "fit")
    try library.gazecut("run")
    let still = try #require(try library.decisions(of: "walk").moments.first)
    let bytes = FileManager.default.contents(
      atPath: library.path("shorts/walk/\(still.id).mp4"))
    try library.gazecut("wish", "walk", "--undo")
    try library.gazecut("wish", "walk", "move", "1", "--start", "-2")
    try library.gazecut("run")
    let moved = try #require(try library.decisions(of: "walk").moments.first)
    let gone = try #require(try clips(library).retired.first { $0.id == still.id })
    #expect(gone.replacedBy == moved.id && gone.reason?.hasPrefix("wished: move") == true)
    try expectCurrentNames(in: library)
    let restored = try library.gazecut("restore", "walk", still.id)
    #expect(restored.status == 0 && restored.output.contains("layout fit"), "\(restored.errors)")
    // Only the reel is rendered; the archived clip is used again.
    #expect(
      try library.gazecut("run").output.contains("1 clip kept as it was"), "\(restored.output)")
    let back = try #require(try library.decisions(of: "walk").moments.first)
    #expect(back.id == still.id)
    #expect(
      FileManager.default.contents(atPath: library.path("shorts/walk/\(still.id).mp4")) == bytes
    )
    #expect(try clips(library).retired.contains { $0.id == moved.id })
    try expectCurrentNames(in: library)
    // An erasure also deletes the reason, which contains figures.
    #expect(try library.gazecut("forget", "viewer-3").status == 0)
    #expect(try clips(library).retired.allSatisfy { $0.reason == nil && $0.end > $0.start })
  }

  @Test func restoreNamesTheOverrideToUndo() throws {
    let library = try TestLibrary.afterFirstRun()
    let old = try #require(try library.decisions(of: "walk").moments.first)
    try library.gazecut("wish", "walk", "frame", "1", "--layout", "fit")
    try library.gazecut("run")
    let refused = try library.gazecut("restore", "walk", old.id)
    #expect(refused.status == 65 && refused.errors.contains("framed by"), "\(refused)")
    #expect(refused.errors.contains("`gazecut wish walk --undo 1`"), "\(refused.errors)")
    try library.gazecut("wish", "walk", "--undo", "1")
    try library.gazecut("run")
    #expect(try library.decisions(of: "walk").moments.first?.id == old.id)
  }

  @Test func clipOfOtherSettingsCannotBeRestored() throws {
    let library = try TestLibrary.afterFirstRun()
    let old = try #require(try library.decisions(of: "walk").moments.first)
    try library.write(
      "gazecut.yaml", TestLibrary.quickSettings.replacing("crf: 24", with: "crf: 40"))
    try library.gazecut("run")
    let new = try #require(try library.decisions(of: "walk").moments.first)
    #expect(new.id != old.id)
    let outcome = try library.gazecut("restore", "walk", old.id)
    #expect(outcome.status == 65 && outcome.errors.contains(new.id), "\(outcome.errors)")
    #expect(!library.exists("wishes/walk.json"))
  }

  @Test func retiredListAndRestoreNeedAKnownVideo() throws {
    let library = try TestLibrary.afterFirstRun()
    #expect(try library.gazecut("status", "--retired").status == 64)
    #expect(try library.gazecut("status", "wlak").errors.contains("did you mean 'walk'?"))
    #expect(try library.gazecut("restore", "wlak", "x").status == 66)
  }
}
