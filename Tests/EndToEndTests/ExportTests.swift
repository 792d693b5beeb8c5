import EditDecisions
import Foundation
import TestMaterial
import Testing

/// Export formats for video editors.
@Suite(.waitsForPrograms) struct ExportTests {
  @Test func exportFilesAreReplacedAndArchivedWithTheirClips() throws {
    let library = try TestLibrary.withAudience(
      TestLibrary.quickSettings + "\n  exports: [otio, edl]\n")
    let run = try library.gazecut("regenerate", "walk", "--moment", "16-22")
    #expect(run.status == 0, "\(run.errors)")
    let id = try library.decisions(of: "walk").moments[0].id
    let names = library.files("shorts/walk")
    for name in ["\(id).otio", "\(id).edl", "highlights.otio", "highlights.edl"] {
      #expect(names.contains(name), "\(name)")
    }
    #expect(!names.contains { $0.hasSuffix(".mlt") })
    #expect(try library.text("shorts/walk/\(id).edl").contains("00:00:16:00 00:00:22:00"))
    // The same decisions with another export format: clips stay, old export files are deleted.
    let before = try library.snapshot()
    try library.write("same.json", try library.text("shorts/walk/decisions.json"))
    try library.gazecut(
      "regenerate", "walk", "--decisions", "same.json", "--set", "render.exports=mlt")
    #expect(library.files("shorts/walk").contains("\(id).mlt"))
    #expect(!library.files("shorts/walk").contains("\(id).otio"))
    let clip = "shorts/walk/\(id).mp4"
    #expect(try library.snapshot()[clip] == before[clip])
    // Another moment archives the clip with its export file.
    try library.gazecut(
      "regenerate", "walk", "--moment", "17-23", "--set", "render.exports=mlt")
    #expect(library.files("shorts/walk/.retired").contains("\(id).mlt"))
  }

  @Test func exportMatchesTheDryRunAndKeepsEditedFiles() throws {
    let library = try TestLibrary.withAudience()
    let early = try library.gazecut("export", "walk", "--format", "otio")
    #expect(early.status == 66 && early.errors.contains("gazecut run"))
    let dry = try library.gazecut(
      "regenerate", "walk", "--moment", "16-22", "--dry-run", "--format", "edl")
    #expect(dry.status == 0, "\(dry.errors)")
    try library.gazecut("regenerate", "walk", "--moment", "16-22")
    let recorded = try library.gazecut("export", "walk", "--format", "edl")
    #expect(recorded.output == dry.output && recorded.output.contains("TITLE: highlights"))
    #expect(recorded.errors.contains("crops and layouts are written as comments"))
    let files = try library.gazecut("export", "walk", "--format", "mlt", "--to", "out")
    let id = try library.decisions(of: "walk").moments[0].id
    #expect(files.output == "out/\(id).mlt\nout/walk-highlights.mlt\n")
    // Exporting again succeeds; a file edited by hand is kept.
    #expect(try library.gazecut("export", "walk", "--format", "mlt", "--to", "out").status == 0)
    try library.write("out/\(id).mlt", "mine")
    #expect(try library.gazecut("export", "walk", "--format", "mlt", "--to", "out").status == 73)
    #expect(try library.text("out/\(id).mlt") == "mine")
    let one = try library.gazecut("export", "walk", "--format", "csv", "--moment", "1")
    #expect(one.output.contains("walk,\(id),1,16.000,22.000"))
    let none = try library.gazecut("export", "walk", "--format", "csv", "--moment", "9")
    #expect(none.status == 66 && none.errors.contains(id))
  }
}
