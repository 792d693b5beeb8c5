import EditDecisions
import Foundation
import TestMaterial
import Testing

/// What was posted is told wherever clips are, so that nobody posts the same seconds twice.
@Suite(.waitsForPrograms) struct MarkTests {
  private func published(_ library: TestLibrary) throws -> [ClipIndex.Entry.Published] {
    try #require(try library.index(of: "walk").clips.first).published ?? []
  }

  @Test func aPublishedClipIsToldOfUntilItIsTakenBack() throws {
    let library = try TestLibrary.afterItsNight()
    #expect(try library.gazecut("report", "walk").status == 0)
    let id = try #require(try library.decisions(of: "walk").moments.first).id
    let place = "https://example.org/watch/1"
    let marked = try library.gazecut("mark", id, "published", "--where", place)
    #expect(marked.status == 0 && marked.output == "\(id) is published: \(place).\n")
    #expect(try published(library).map(\.place) == [place])
    // The database is as sound as before.
    #expect(try library.gazecut("check").status == 0)
    #expect(try library.text("report/walk.html").contains(place))
    #expect(try library.gazecut("status", "walk").output.contains(place))
    let json = try library.gazecut("status", "walk", "--format", "json").output
    let schema = try SchemaChecker(library.gazecut("schema", "clips").output)
    #expect(try schema.problems(in: json) == [] && json.contains(id))
    // A place is noted once; the reel and what is no clip are refused.
    let again = try library.gazecut("mark", id, "published", "--where", place)
    #expect(again.output.contains("already"))
    #expect(try published(library).count == 1)
    #expect(try library.gazecut("mark", "walk-0", "published").status == 66)
    #expect(try library.gazecut("mark", id, "unpublished", "--where", place).status == 64)
    #expect(try library.gazecut("mark", id, "unpublished").status == 0)
    #expect(try published(library).isEmpty)
    #expect(try !library.text("report/walk.html").contains(place))
  }

  /// A clip that a person moved has another id and most of the same seconds.
  @Test func whatComesInItsPlaceSaysThatItWasPosted() throws {
    let library = try TestLibrary.afterItsNight()
    let id = try #require(try library.decisions(of: "walk").moments.first).id
    #expect(try library.gazecut("mark", id, "published").status == 0)
    #expect(try library.gazecut("wish", "walk", "move", "1", "--end", "-2").status == 0)
    #expect(try library.gazecut("run").status == 0)
    let now = try #require(try library.decisions(of: "walk").moments.first).id
    #expect(now != id)
    #expect(try published(library).map(\.clip) == [id])
    let second = try library.gazecut("mark", now, "published", "--where", "elsewhere")
    #expect(second.output.contains("Most of its seconds were published as \(id)"))
    #expect(try published(library).map(\.clip) == [id, now])
    // It is forgotten with the video.
    #expect(try library.gazecut("remove", "walk").status == 0)
    #expect(try library.gazecut("mark", id, "unpublished").output.contains("was not marked"))
  }
}
