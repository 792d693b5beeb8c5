import EditDecisions
import Foundation
import TestMaterial
import Testing

/// Exports of a run are read by other programs.
///
/// `make test-exports` does so for samples, real films and every kind of source, with melt and
/// Chromium.
@Suite(.waitsForPrograms) struct ExportReadersTests {
  private static let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().appendingPathComponent("Exports/run").path

  @Test(
    .enabled(
      if: ExternalProgram.isInstalled("otioconvert"),
      Comment(rawValue: ExternalProgram.absence(of: "otioconvert"))))
  func exportsAreReadByOtherPrograms() throws {
    let library = try TestLibrary.afterFirstRun()
    let call = [Program.path, "--library", library.folder, "--video", "walk", "--quick"]
    let said = try ExternalProgram("bash").run([Self.script] + call)
    #expect(said.status == 0, "\(said.output)\(said.errors)")
    // One line for the clip and one for the reel, each read as Resolve and Premiere would.
    let lines = said.output.split(separator: "\n").filter { $0.contains("  otio ") }
    #expect(lines.count == 2 && lines.allSatisfy { $0.contains("edl same") }, "\(said.output)")

    // A crop that differs from the decision is detected.
    var document = try library.decisions(of: "walk")
    for index in document.moments[0].framing.shots.indices {
      guard case .crop(var keys) = document.moments[0].framing.shots[index].layout else { continue }
      for key in keys.indices { keys[key].x += keys[key].x > 10 ? -0.5 : 0.5 }
      document.moments[0].framing.shots[index].layout = .crop(keys)
    }
    try library.write("shorts/walk/decisions.json", document.json)
    let moved = try ExternalProgram("bash").run([Self.script] + call)
    #expect(moved.status == 1 && moved.output.contains("windows off by 0.5"), "\(moved.output)")
  }
}
