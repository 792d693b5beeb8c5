import EditDecisions
import Foundation
import TestMaterial
import Testing

/// `gazecut backup`, and libraries restored from its copies.
@Suite(.waitsForPrograms) struct BackupTests {
  /// Follows the steps of the manual.
  @Test func restoredBackupIsIntactAndHasNothingToRender() throws {
    let library = try TestLibrary.afterFirstRun()
    let outcome = try library.gazecut("backup", library.path("copy.sqlite"))
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(!library.files(".").contains { $0.hasPrefix(".tmp") })
    try FileManager.default.createDirectory(
      atPath: library.path("new"), withIntermediateDirectories: true)
    for (from, to) in [
      ("copy.sqlite", "gazecut.sqlite"), ("gazecut.key", "gazecut.key"),
      ("gazecut.yaml", "gazecut.yaml"), ("videos", "videos"), ("shorts", "shorts"),
    ] {
      try FileManager.default.copyItem(
        atPath: library.path(from), toPath: library.path("new/" + to))
    }
    let moved = ["GAZECUT_LIBRARY": library.path("new")]
    let check = try library.gazecut("check", environment: moved)
    #expect(check.status == 0, "\(check.output)\(check.errors)")
    let night = try library.gazecut("run", environment: moved)
    #expect(night.status == 0 && night.output.contains("nothing new"), "\(night.output)")
    // The key was copied too, so viewers have the same pseudonyms.
    #expect(try library.gazecut("forget", "viewer-0", environment: moved).status == 0)
  }

  /// A database restored from an older backup does not bring erased viewers back.
  @Test func viewersErasedAfterABackupStayErased() throws {
    let library = try TestLibrary.withAudience()
    try #require(try library.gazecut("backup", library.path("before.sqlite")).status == 0)
    try #require(try library.gazecut("forget", "viewer-3").status == 0)
    let files = FileManager.default
    try files.removeItem(atPath: library.path("gazecut.sqlite"))
    try files.moveItem(
      atPath: library.path("before.sqlite"), toPath: library.path("gazecut.sqlite"))
    let night = try library.gazecut("run")
    #expect(night.status == 0, "\(night.errors)")
    #expect(try library.decisions(of: "walk").audience.viewers == 11)
    let held = try library.gazecut("disclose", "viewer-3")
    #expect(held.output.contains(#""isRefusedAtImport": true"#), "\(held.output)")
    #expect(held.output.contains(#""sessions": []"#), "\(held.output)")
    let paths = try SimpleAudience.walk().write(into: library.path("again"))
    let again = try Program.run(
      ["import", "timeline"] + paths, environment: ["GAZECUT_LIBRARY": library.folder])
    #expect(again.status == 0, "\(again.errors)")
    #expect(again.output.contains("left out 1 session of 1 viewer who was erased"))
    #expect(try library.gazecut("run").output.contains("nothing new"))
  }

  @Test func backupRejectsExistingFilesAndMissingFolders() throws {
    let library = try TestLibrary.withAudience()
    try library.write("mine.sqlite", "mine")
    #expect(try library.gazecut("backup", library.path("mine.sqlite")).status == 73)
    #expect(try library.text("mine.sqlite") == "mine")
    #expect(try library.gazecut("backup", library.path("nowhere/x.sqlite")).status == 73)
    #expect(!library.files(".").contains { $0.hasPrefix(".tmp") })
  }

  /// A run locks the library and writes to it; the copy is still consistent.
  @Test func backupWorksDuringARun() throws {
    // The run is paused and continues after SIGCONT.
    let (library, night) = try TestLibrary.duringRun()
    let outcome = try library.gazecut("backup", library.path("copy.sqlite"))
    let holder = try library.gazecut("status").output
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(holder.contains("A run is under way") && holder.contains("at 'walk'"), "\(holder)")
    night.signal(SIGCONT)
    #expect(try night.wait().status == 0)
  }
}
