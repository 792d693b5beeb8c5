import Foundation
import TestMaterial
import Testing

/// What a night survives; `make test-faults` tries all of it, and this a few of each kind.
@Suite(.waitsForPrograms) struct FaultTests {
  /// A kill, a call that fails, and a worker that the kernel ended for its memory: who dies of
  /// SIGKILL is tried once more, alone, and the night ends as if nothing had been.
  @Test func runSurvivesKillsAndFailedCalls() throws {
    #expect(try attackCount("kills", "calls", "memory") == 3)
  }

  /// Whoever writes to a plan's folder runs, writes and learns nothing by it: fields are hostile,
  /// names are links and pipes, and plans are another library's or older.
  @Test func tamperedPlansDoNoHarm() throws {
    #expect(try attackCount("plans", sample: 12) == 12)
  }

  /// A folder, link, pipe, socket or device under the name of any file that gazecut opens ends in a
  /// sentence: it holds up no command, and nothing behind it is touched.
  @Test(.enabled(if: getuid() == 0, "SKIPPED: making a device takes root"))
  func specialFilesDoNoHarm() throws {
    #expect(try attackCount("specials", sample: 24) == 24)
  }

  /// What a night wrote under a clock that was wrong by centuries is read under the right one, and
  /// the reverse.
  @Test func clocksWrongByCenturiesDoNoHarm() throws {
    #expect(try attackCount("clocks", sample: 3) == 3)
  }

  /// A mount that does not answer holds nobody for longer than half a minute, which this one waits.
  ///
  /// Nor does one that answers everything but a read: who reads is a process that may be left.
  @Test(.enabled(if: Self.mayMount, "SKIPPED: a dead mount takes root and /dev/fuse"))
  func runContinuesWhenAMountDoesNotAnswer() throws {
    #expect(try attackCount("mounts", sample: 3) == 3)
  }

  private static let mayMount =
    getuid() == 0 && FileManager.default.fileExists(atPath: "/dev/fuse")

  /// Tries some of each part; how many attacks there were, if nothing was lost in any.
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
