import Foundation
import TestMaterial
import Testing

/// Commands and settings in the documentation work as written.
@Suite(.waitsForPrograms) struct ReadmeTests {
  private let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  private func readme(_ name: String) throws -> String {
    try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
  }

  @Test func tutorialRenderLineMayBeAppendedOnce() throws {
    let tutorial = try readme("Sources/gazecut/Manual.docc/FirstClips.md")
    let advice = try #require(
      tutorial.firstMatch(of: /append this line to gazecut.yaml:\n`(render: \{[^`\n]+\})`/))
    let library = try TestLibrary(yaml: nil)
    try library.write("gazecut.yaml", library.text("gazecut.yaml") + advice.output.1 + "\n")
    try library.add(TestVideo.landscape, as: "walk")
    try library.importAudience(.walk())
    let outcome = try library.gazecut("run")
    #expect(outcome.status == 0, "\(outcome.errors)")
    let short = try #require(library.clips(of: "walk").first)
    let clip = try FFmpeg.probe(library.path("shorts/walk/\(short)"))
    #expect(clip.width == 180 && clip.height == 320)

    // A second copy gives one line that names both lines, not the long message of the parser.
    let lines = try library.text("gazecut.yaml").split(
      separator: "\n", omittingEmptySubsequences: false
    ).count
    try library.write("gazecut.yaml", library.text("gazecut.yaml") + advice.output.1 + "\n")
    let refused = try library.gazecut("run")
    #expect(refused.status == 78)
    #expect(
      refused.errors.contains(
        "gazecut.yaml:\(lines - 1): 'render' is set here and in line \(lines); remove one"))
    #expect(refused.errors.split(separator: "\n").count == 1, "\(refused.errors)")
  }

  /// Without the documented rename, no viewer would have both gaze and a face.
  @Test func bidsSamplesJoinFacesAsDocumented() throws {
    let page = try readme("samples/README.md")
    let loop = try #require(
      page.firstMatch(of: /\n    for one in bids[^\n]*\n[^;]*?\n    done\n/))
    let meadow = try MeadowLibrary("openface")
    let outcome = try Program.start(
      "/bin/bash", ["-ec", "gazecut() { \"$0\" \"$@\"; }\n" + loop.output, Program.path],
      in: folder.appendingPathComponent("samples").path,
      environment: ["GAZECUT_LIBRARY": meadow.library.folder]
    ).wait()
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(try meadow.cores().count == 3)
  }
}
