import EditDecisions
import Foundation
import TestMaterial
import Testing

/// Removed videos leave no figures, and archived files expire.
@Suite(.waitsForPrograms) struct RemovalTests {
  private static let keepNone = ["GAZECUT_LIBRARY_KEEP_RETIRED": "0"]

  private func allText(_ library: TestLibrary) throws -> String {
    let below = FileManager.default.enumerator(atPath: library.folder)
    var text = ""
    while let name = below?.nextObject() as? String {
      guard [".json", ".html", ".otio"].contains(where: name.hasSuffix) else { continue }
      text += try library.text(name)
    }
    return text
  }

  @Test func removeDeletesAllFiguresOfAVideo() throws {
    let library = try TestLibrary.afterFirstRun()
    try library.gazecut("report")
    #expect(try allText(library).contains("reactingShare"))
    #expect(try library.gazecut("remove", "walk", "--dry-run").status == 0)
    #expect(library.exists("shorts/walk/decisions.json") && library.exists("report/walk.html"))
    #expect(try library.gazecut("remove", "walk").status == 0)
    #expect(library.files("shorts/walk") == [".retired"])
    #expect(!library.exists("report/walk.html"))
    for figure in ["reactingShare", "gazeKept", #""score""#, #""held""#] {
      #expect(try !allText(library).contains(figure), "\(figure)")
    }
    let check = try library.gazecut("check")
    #expect(check.status == 0 && !check.output.contains("foreign"), "\(check.output)")
    // Nothing is pending, but archived files still expire.
    #expect(library.files("shorts/walk/.retired").count > 2)
    #expect(try library.gazecut("run").status == 0)
    #expect(library.files("shorts/walk/.retired").count > 2)
    #expect(try library.gazecut("run", environment: Self.keepNone).status == 0)
    #expect(!library.exists("shorts/walk"))
    #expect(try library.gazecut("check").output.contains("0 clip files checked"))
  }

  @Test func removeKeepsEditedDecisions() throws {
    let library = try TestLibrary.afterFirstRun()
    let edited = try library.text("shorts/walk/decisions.json") + "\n"
    try library.write("shorts/walk/decisions.json", edited)
    #expect(try library.gazecut("remove", "walk").status == 0)
    #expect(try library.text("shorts/walk/decisions.json") == edited)
  }

  @Test func archivedFilesExpireInARunWithNothingPending() throws {
    let library = try TestLibrary.afterFirstRun()
    #expect(try library.gazecut("regenerate", "walk", "--moment", "0:16-0:22").status == 0)
    #expect(library.files("shorts/walk/.retired").contains { $0.hasSuffix(".mp4") })
    let night = try library.gazecut("run", environment: Self.keepNone)
    #expect(night.status == 0 && night.output.contains("nothing new"), "\(night.output)")
    #expect(library.files("shorts/walk/.retired").isEmpty && library.clips(of: "walk").count == 1)
    #expect(try library.gazecut("check").status == 0)
  }

  @Test func backupIsPrivateAndDoctorReportsReadableDatabases() throws {
    let library = try TestLibrary.afterFirstRun()
    #expect(try library.gazecut("backup", library.path("copy.sqlite")).status == 0)
    var status = stat()
    #expect(stat(library.path("copy.sqlite"), &status) == 0 && status.st_mode & 0o777 == 0o600)
    #expect(try !library.gazecut("doctor").output.contains("chmod go="))
    chmod(library.path("gazecut.sqlite"), 0o644)
    let doctor = try library.gazecut("doctor")
    #expect(doctor.status == 77, "\(doctor.output)")
    let remedy = try #require(
      doctor.output.split(separator: "\n").first { $0.contains("chmod go=") })
    #expect(remedy.hasPrefix("  WRONG") && remedy.contains("gazecut.sqlite"))
    let command = try #require(remedy.range(of: "cd '")).lowerBound
    #expect(try Program.runTool("sh", ["-c", String(remedy[command...])]).status == 0)
    #expect(try library.gazecut("doctor").status == 0)
  }
}
