import Foundation
import TestMaterial
import Testing

/// Runs, plans and reads with injected faults.
///
/// `make test-faults` tries all of them; these tests try a few of each kind.
@Suite(.waitsForPrograms) struct FaultTests {
  /// A kill, a failed system call, and a worker that the kernel ended for its memory.
  ///
  /// gazecut retries a job ended by SIGKILL once, alone.
  @Test func runSurvivesKillsAndFailedCalls() throws {
    #expect(try attackCount("kills", "calls", "memory") == 3)
  }

  /// Plans contain hostile fields, links and pipes, or belong to another library or an older state.
  ///
  /// None runs a program, writes outside, or reads data.
  @Test func tamperedPlansDoNoHarm() throws {
    #expect(try attackCount("plans", sample: 6) == 6)
  }

  /// A folder, link, pipe, socket or device replaces each file that gazecut opens.
  ///
  /// Every command ends with a message, and the target of a link is unchanged.
  @Test(.enabled(if: getuid() == 0, "SKIPPED: making a device takes root"))
  func specialFilesDoNoHarm() throws {
    #expect(try attackCount("specials", sample: 4) == 4)
  }

  /// The clock is wrong by centuries in one run and right in the next, and the reverse.
  @Test func clocksWrongByCenturiesDoNoHarm() throws {
    #expect(try attackCount("clocks") == 1)
  }

  /// Reads from a mount that does not answer block for at most half a minute, which this test
  /// waits.
  ///
  /// The same holds for a mount that answers everything except reads.
  @Test(.enabled(if: Self.mayMount, "SKIPPED: a dead mount takes root and /dev/fuse"))
  func runContinuesWhenAMountDoesNotAnswer() throws {
    #expect(try attackCount("mounts", sample: 3) == 3)
  }

  private static let mayMount =
    getuid() == 0 && FileManager.default.fileExists(atPath: "/dev/fuse")

  /// Tries some attacks of each part and returns their number, if nothing was lost in any.
  private func attackCount(_ parts: String..., sample: Int = 1) throws -> Int? {
    let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("Faults/run").path
    let said = try ExternalProgram("bash").run(
      [script, Program.path, "--quick", "--sample", "\(sample)", "--only"] + parts,
      limit: Program.limit)
    #expect(said.status == 0, "\(said.output)\(said.errors)")
    let sum = said.output.firstMatch(of: /(\d+) attacks, nothing lost in (\d+)/)
    #expect(sum?.1 == sum?.2)
    return sum.flatMap { Int($0.1) }
  }
}
