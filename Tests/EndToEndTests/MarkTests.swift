import EditDecisions
import Foundation
import TestMaterial
import Testing

/// Published clips are shown as such, so that nobody publishes the same seconds twice.
@Suite(.waitsForPrograms) struct MarkTests {
  private func published(_ library: TestLibrary) throws -> [ClipIndex.Entry.Publication] {
    try #require(try library.index(of: "walk").clips.first).published ?? []
  }

  @Test func publishedMarkIsShownUntilItIsRemoved() throws {
    let library = try TestLibrary.afterFirstRun()
    #expect(try library.gazecut("report", "walk").status == 0)
    let id = try #require(try library.decisions(of: "walk").moments.first).id
    let place = "https://example.org/watch/1"
    #expect(try library.gazecut("mark", id, "published").status == 0)
    let marked = try library.gazecut("mark", id, "published", "--where", place)
    #expect(marked.status == 0 && marked.output == "\(id) is published: \(place).\n")
    #expect(try published(library).map(\.place) == [place])
    // The database is still intact.
    #expect(try library.gazecut("check").status == 0)
    #expect(try library.text("report/walk.html").contains(place))
    #expect(try library.gazecut("status", "walk").output.contains(place))
    let json = try library.gazecut("status", "walk", "--format", "json").output
    let schema = try SchemaChecker(library.gazecut("schema", "clips").output)
    #expect(try schema.problems(in: json) == [] && json.contains(id))
    // A URL is stored once. The reel and unknown IDs are rejected.
    let again = try library.gazecut("mark", id, "published", "--where", place)
    #expect(again.output.contains("already"))
    #expect(try published(library).count == 1)
    #expect(try library.gazecut("mark", "walk-0", "published").status == 66)
    // A wrong URL is removed alone and replaced.
    let right = "https://example.org/watch/2"
    #expect(try library.gazecut("mark", id, "published", "--where", right).status == 0)
    let wrong = try library.gazecut("mark", id, "unpublished", "--where", place)
    #expect(wrong.output == "\(id) is not published any more: \(place).\n", "\(wrong.errors)")
    #expect(try published(library).map(\.place) == [right])
    let unknown = try library.gazecut("mark", id, "unpublished", "--where", place)
    #expect(unknown.status == 66 && unknown.errors.contains(right), "\(unknown.errors)")
    #expect(try library.gazecut("mark", id, "unpublished").status == 0)
    #expect(try published(library).isEmpty)
    #expect(try !library.text("report/walk.html").contains(place))
  }

  /// If the report cannot show a mark, it is not stored.
  @Test func markFailsIfTheReportCannotBeWritten() throws {
    let library = try TestLibrary.afterFirstRun()
    #expect(try library.gazecut("report", "walk").status == 0)
    let id = try #require(try library.decisions(of: "walk").moments.first).id
    #expect(try library.gazecut("mark", id, "published", "--where", "here").status == 0)
    // A folder with content cannot be replaced by a file.
    try FileManager.default.removeItem(atPath: library.path("report/index.html"))
    try FileManager.default.createDirectory(
      atPath: library.path("report/index.html/x"), withIntermediateDirectories: true)
    for words in [["published", "--where", "there"], ["unpublished"]] {
      let outcome = try Program.run(
        ["mark", id] + words, environment: ["GAZECUT_LIBRARY": library.folder])
      #expect(outcome.status != 0 && outcome.errors.contains("index.html"), "\(outcome.errors)")
      #expect(outcome.errors.contains("nothing was marked"), "\(outcome.errors)")
      #expect(try published(library).map(\.place) == ["here"])
      #expect(try library.gazecut("status", "walk").output.contains("here"))
      #expect(try !library.gazecut("status", "walk").output.contains("there"))
    }
  }

  /// A moved clip has a new ID and most of the same seconds.
  @Test func replacementClipKeepsThePublishedMark() throws {
    let library = try TestLibrary.afterFirstRun()
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
    // Removing the video removes the mark.
    #expect(try library.gazecut("remove", "walk").status == 0)
    #expect(try library.gazecut("mark", id, "unpublished").output.contains("was not marked"))
  }
}
