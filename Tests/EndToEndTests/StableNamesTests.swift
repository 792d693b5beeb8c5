import EditDecisions
import Foundation
import TestMaterial
import Testing

/// Links by rank and the index point to the current clips.
@Suite(.waitsForPrograms) struct StableNamesTests {
  @Test func linksAndIndexFollowTheCurrentClips() throws {
    let library = try TestLibrary.afterFirstRun()
    let first = try #require(library.clips(of: "walk").first)
    #expect(try library.links(of: "walk")["1.mp4"] == "../\(first)")
    let index = try library.index(of: "walk")
    #expect(index.clips.map(\.file) == [first] && !index.isPinned)
    #expect(index.reel == "highlights.mp4" && index.clips[0].latest == "latest/1.mp4")
    let made = try #require(index.clips[0].since)
    #expect(made.wholeMatch(of: /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/) != nil)
    let schema = try SchemaChecker(library.gazecut("schema", "index").output)
    #expect(try schema.problems(in: library.text("shorts/walk/index.json")) == [])
    // Deleted links and index are written again by the next run, although nothing is pending.
    try FileManager.default.removeItem(atPath: library.path("shorts/walk/index.json"))
    try FileManager.default.removeItem(atPath: library.path("shorts/walk/latest"))
    #expect(try library.gazecut("run").output.contains("nothing was rendered"))
    #expect(try library.index(of: "walk") == index)
    #expect(try library.links(of: "walk")["1.json"] != nil)
    // A manual moment gives two clips and locks the video.
    try library.gazecut("regenerate", "walk", "--moment", "4-9", "--add")
    let both = try library.index(of: "walk")
    #expect(both.isPinned && both.clips.map(\.rank) == [1, 2])
    #expect(both.clips[0].since == made && both.clips[1].chosenBy == "person")
    #expect(try library.links(of: "walk")["2.mp4"] == "../\(both.clips[1].file)")
    #expect(try library.gazecut("check").output.contains("all as they were published"))
    let dry = try library.snapshot()
    #expect(try library.gazecut("remove", "walk", "--dry-run").status == 0)
    #expect(
      try library.snapshot().filter { $0.key.contains("shorts") }
        == dry.filter { $0.key.contains("shorts") })
    #expect(try library.gazecut("remove", "walk").status == 0)
    #expect(!library.exists("shorts/walk/index.json") && !library.exists("shorts/walk/latest"))
  }
}
