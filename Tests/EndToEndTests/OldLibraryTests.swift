import CSQLite
import Foundation
import TestMaterial
import Testing

/// A library of another version of gazecut: audiences are aggregated again; decisions and clips
/// stay.
@Suite(.waitsForPrograms) struct OldLibraryTests {
  private func execute(_ statement: String, in library: TestLibrary) {
    var database: OpaquePointer?
    #expect(sqlite3_open(library.path("gazecut.sqlite"), &database) == SQLITE_OK)
    #expect(sqlite3_exec(database, statement, nil, nil, nil) == SQLITE_OK)
    #expect(sqlite3_close(database) == SQLITE_OK)
  }

  @Test func audienceOfAnotherVersionIsAggregatedAgain() throws {
    let library = try TestLibrary()
    try library.add(TestVideo.silent, as: "walk")
    try library.importAudience(.walk(), prefix: "viewer")
    let decided = try library.gazecut("explain", "walk")
    #expect(decided.status == 0, "\(decided.errors)")
    let first = try library.gazecut("run")
    #expect(first.status == 0 && !first.errors.contains("again"), "\(first.errors)")
    let stored = try library.rows("SELECT key FROM audience")
    let decisions = try library.text("shorts/walk/decisions.json")
    execute("UPDATE audience SET key = 'input 11 of another version'", in: library)
    let again = try library.gazecut("regenerate", "walk")
    #expect(again.status == 0, "\(again.errors)")
    #expect(try library.rows("SELECT key FROM audience") == stored)
    #expect(try library.text("shorts/walk/decisions.json") == decisions)
  }

  /// Every clip and reel with its size and time.
  private func clips(of library: TestLibrary) throws -> [String: String] {
    try library.snapshot().filter { $0.key.hasSuffix(".mp4") }
  }

  /// Another version would frame the clip slightly differently.
  ///
  /// A clip that is as good is kept; other settings replace it.
  @Test func newRendererIsReportedAndUnchangedClipsAreKept() throws {
    let library = try TestLibrary.afterFirstRun()
    let made = try clips(of: library)
    execute("UPDATE videoState SET fingerprint = replace(fingerprint, '/', '/1')", in: library)
    #expect(
      try library.gazecut("status").output.contains("due: another version of gazecut rendered it"))
    let dry = try library.gazecut("run", "--dry-run").output
    #expect(dry.contains("walk is due: another version of gazecut rendered it"), "\(dry)")
    #expect(!dry.contains("to render"), "\(dry)")
    let night = try library.gazecut("run")
    #expect(night.status == 0 && night.output.contains("1 clip kept"), "\(night.output)")
    #expect(try clips(of: library) == made)
  }

  @Test func clipOfAnotherVersionIsKeptUnlessSettingsChange() throws {
    let library = try TestLibrary.withAudience()
    let slower = "framing.maximumSpeed=0.1"
    try #require(try library.gazecut("regenerate", "walk", "--set", slower).status == 0)
    let made = try clips(of: library)
    execute("UPDATE videoState SET fingerprint = '1 ' || fingerprint", in: library)
    let night = try library.gazecut("run")
    #expect(night.status == 0, "\(night.errors)")
    #expect(try clips(of: library) == made)
    #expect(try library.text("shorts/walk/decisions.json").contains(#""since": "#))

    try #require(try library.gazecut("regenerate", "walk", "--set", slower).status == 0)
    execute(
      "UPDATE videoState SET fingerprint = rtrim(fingerprint, '0123456789abcdef') || 'another'",
      in: library)
    try #require(try library.gazecut("run").status == 0)
    #expect(try clips(of: library) != made)
  }
}
