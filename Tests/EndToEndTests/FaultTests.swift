import Foundation
import TestMaterial
import Testing

/// What a night survives; `make test-faults` tries all of it, and this a few of each kind.
@Suite(.waitsForPrograms) struct FaultTests {
  @Test func nothingIsLostByAKillOrACallThatFails() throws {
    let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("Faults/run").path
    let said = try ExternalProgram("bash").run(
      [script, Program.path, "--quick", "--sample", "1", "--only", "kills", "calls"])
    #expect(said.status == 0, "\(said.output)\(said.errors)")
    #expect(said.output.contains("2 attacks, nothing lost in 2"), "\(said.output)")
  }
}
