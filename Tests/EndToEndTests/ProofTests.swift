import EditDecisions
import Foundation
import TestMaterial
import Testing

/// `regenerate --proof`: look-alikes in a moment, and nothing else touched.
@Suite(.waitsForPrograms) struct ProofTests {
  private func proofs(_ library: TestLibrary) -> [String] {
    library.files("shorts/walk").filter { $0.hasSuffix(".proof.mp4") }
  }

  /// Viewers whose eyes stay on what stands still in the last shot, so that the window does too.
  private func calmLibrary() throws -> TestLibrary {
    let library = try TestLibrary()
    try library.add(TestVideo.landscape, as: "walk")
    try library.importAudience(
      SimpleAudience(
        video: "walk", duration: 40, smiles: [31...38], subject: { _ in (x: 0.4, y: 0.5) }))
    return library
  }

  @Test func proofsAreWrittenAndNothingElse() throws {
    let library = try calmLibrary()
    try library.gazecut("run")
    let before = try library.snapshot().filter { $0.key.hasPrefix("shorts/walk/") }
    // Till 32 s looks are on their way, and so is the window.
    let outcome = try library.gazecut("regenerate", "walk", "--moment", "33-38", "--proof")
    #expect(outcome.status == 0, "\(outcome.errors)")
    let name = try #require(proofs(library).first)
    #expect(proofs(library).count == 1)
    #expect(outcome.output.contains("1 proof written"), "\(outcome.output)")
    #expect(outcome.output.contains("\(name): copied, 102x180"), "\(outcome.output)")
    let after = try library.snapshot().filter { $0.key.hasPrefix("shorts/walk/") }
    #expect(after.filter { !$0.key.hasSuffix(".proof.mp4") } == before)
    // Nothing is pinned, and nothing is due that was not.
    #expect(try library.gazecut("run").output.contains("nothing was rendered"))
    #expect(!(try library.gazecut("status").output.contains("pinned")))

    let clip = try Witness.probe(library.path("shorts/walk/\(name)"))
    #expect(clip.width == 102 && clip.height == 180 && clip.frames == 125)
    #expect(clip.hasSound && abs(clip.duration - 5) < 0.05)
    #expect(try Witness.decodingErrors(library.path("shorts/walk/\(name)")) == "")
    let first = try Witness.greyFrame(
      library.path("shorts/walk/\(name)"), at: 0, width: 102, height: 180)
    let whole = try Witness.greyFrame(
      library.path("videos/walk.mp4"), at: 33, width: 320, height: 180)
    let fits = stride(from: 0, through: 218, by: 64).contains { x in
      (0..<180).allSatisfy { y in
        first[y * 102..<(y + 1) * 102] == whole[y * 320 + x..<y * 320 + x + 102]
      }
    }
    #expect(fits, "its first frame is no part of the source's frame at 33 s")
  }

  @Test func theNextRenderingTakesThemAway() throws {
    let library = try TestLibrary.watched()
    try library.gazecut("regenerate", "walk", "--moment", "31-36", "--proof")
    // Other seconds, other proofs: those of before are gone.
    let first = proofs(library)
    try library.gazecut("regenerate", "walk", "--moment", "32-37", "--proof")
    #expect(proofs(library).count == 1 && proofs(library) != first)
    try library.gazecut("run")
    #expect(proofs(library).isEmpty)
    #expect(library.shorts(of: "walk").count == 1)
  }

  /// What is watched goes from one edge of the picture to the other, two and a half windows wide:
  /// no window that stands still holds it.
  @Test func aMovingWindowIsEncodedSmallAndSaysSo() throws {
    let library = try TestLibrary()
    try library.add(TestVideo.silent, as: "walk")
    try library.importAudience(
      SimpleAudience(
        video: "walk", duration: 40, smiles: [13...23],
        subject: { (x: 0.1 + 0.1 * min(8, max(0, $0 - 14)), y: 0.5) }))
    let outcome = try library.gazecut("regenerate", "walk", "--moment", "14-22", "--proof")
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.output.contains("encoded small"), "\(outcome.output)")
    let name = try #require(proofs(library).first)
    #expect(try Witness.probe(library.path("shorts/walk/\(name)")).frames == 64)
  }

  @Test func aProofIsNoDryRunAndUnpinsNothing() throws {
    let library = try TestLibrary.watched()
    #expect(try library.gazecut("regenerate", "walk", "--proof", "--dry-run").status == 64)
    #expect(try library.gazecut("regenerate", "walk", "--proof", "--unpin").status == 64)
  }
}
