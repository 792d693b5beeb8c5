import CSQLite
import TestMaterial
import Testing

/// What an older gazecut folded is folded anew once, and the command says so.
@Suite(.waitsForPrograms) struct OldLibraryTests {
  private func change(_ library: TestLibrary, _ statement: String) {
    var database: OpaquePointer?
    #expect(sqlite3_open(library.path("gazecut.sqlite"), &database) == SQLITE_OK)
    #expect(sqlite3_exec(database, statement, nil, nil, nil) == SQLITE_OK)
    #expect(sqlite3_close(database) == SQLITE_OK)
  }

  @Test func foldingAnewIsSaid() throws {
    let library = try TestLibrary()
    try library.add(TestVideo.silent, as: "walk")
    try library.importAudience(.walk(), prefix: "viewer")
    let decided = try library.gazecut("explain", "walk")
    #expect(decided.status == 0, "\(decided.errors)")
    let first = try library.gazecut("run")
    #expect(first.status == 0 && !first.errors.contains("anew"), "\(first.errors)")
    // As the step that brings an old library up to date leaves what it folded.
    change(library, "UPDATE audience SET key = ''")
    let again = try library.gazecut("regenerate", "walk", "--dry-run", "--format", "json")
    #expect(
      again.errors.contains("folding the audience anew: an older gazecut kept it in another form"),
      "\(again.errors)")
    #expect(again.output == (try library.text("shorts/walk/decisions.json")))
  }
}
