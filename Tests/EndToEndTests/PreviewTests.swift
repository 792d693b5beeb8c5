import EditDecisions
import Foundation
import TestMaterial
import Testing

/// `regenerate --preview` writes small, fast clips and changes nothing else.
@Suite(.waitsForPrograms) struct PreviewTests {
  private func previews(_ library: TestLibrary) -> [String] {
    library.files("shorts/walk").filter { $0.hasSuffix(".preview.mp4") }
  }

  @Test func previewChangesNothingElse() throws {
    let library = try TestLibrary()
    try library.add(TestVideo.landscape, as: "walk")
    try library.importAudience(
      SimpleAudience(
        video: "walk", duration: 40, smiles: [31...38], subject: { _ in (x: 0.4, y: 0.5) }))
    try library.gazecut("run")
    let before = try library.snapshot().filter { $0.key.hasPrefix("shorts/walk/") }
    let outcome = try library.gazecut("regenerate", "walk", "--moment", "33-38", "--preview")
    #expect(outcome.status == 0, "\(outcome.errors)")
    let name = try #require(previews(library).first)
    #expect(previews(library).count == 1)
    #expect(outcome.output.contains("1 preview written"), "\(outcome.output)")
    #expect(outcome.output.contains("\(name): 180x320"), "\(outcome.output)")
    let after = try library.snapshot().filter { $0.key.hasPrefix("shorts/walk/") }
    #expect(after.filter { !$0.key.hasSuffix(".preview.mp4") } == before)
    // Nothing is locked, and nothing new is pending.
    #expect(try library.gazecut("run").output.contains("nothing was rendered"))
    #expect(!(try library.gazecut("status").output.contains("locked")))

    let clip = try FFmpeg.probe(library.path("shorts/walk/\(name)"))
    #expect(clip.width == 180 && clip.height == 320 && clip.frames == 125)
    #expect(clip.hasSound && abs(clip.duration - 5) < 0.05)
    #expect(try FFmpeg.decodingErrors(library.path("shorts/walk/\(name)")) == "")
  }

  @Test func nextRenderingDeletesPreviews() throws {
    let library = try TestLibrary.withAudience()
    try library.gazecut("regenerate", "walk", "--moment", "31-36", "--preview")
    // Previews of other times replace the earlier ones.
    let first = previews(library)
    try library.gazecut("regenerate", "walk", "--moment", "32-37", "--preview")
    #expect(previews(library).count == 1 && previews(library) != first)
    try library.gazecut("run")
    #expect(previews(library).isEmpty)
    #expect(library.clips(of: "walk").count == 1)
  }

  /// The preview was framed on gaze of the forgotten viewer.
  @Test func forgetDeletesPreviews() throws {
    let library = try TestLibrary.withAudience()
    try library.gazecut("regenerate", "walk", "--moment", "31-36", "--preview")
    #expect(previews(library).count == 1)
    let forgotten = try library.gazecut("forget", "viewer-3")
    #expect(forgotten.status == 0, "\(forgotten.errors)")
    #expect(previews(library).isEmpty)
  }

  @Test func previewRejectsDryRunAndUnpin() throws {
    let library = try TestLibrary.withAudience()
    #expect(try library.gazecut("regenerate", "walk", "--preview", "--dry-run").status == 64)
    #expect(try library.gazecut("regenerate", "walk", "--preview", "--unpin").status == 64)
  }
}
