import Foundation
import TestMaterial
import Testing

/// Output that cannot be written never changes what is done, nor the exit code.
@Suite(.waitsForPrograms) struct OutputFailureTests {
  /// Runs `gazecut` with redirections, as a shell does them.
  private func shell(_ command: String, in library: TestLibrary? = nil) throws -> Program.Outcome {
    let environment = library.map { ["GAZECUT_LIBRARY": $0.folder] } ?? [:]
    return try Program.start(
      "/bin/sh", ["-c", "\"$0\" \(command)", Program.path], in: library?.folder,
      environment: environment
    ).wait()
  }

  @Test(arguments: ["2>/dev/full", "2>&-", "<&- >&- 2>&-", "2>&1 | true; exit 66"])
  func unwritableLogKeepsTheExitCode(redirection: String) throws {
    #expect(try shell("run --config /nope \(redirection)").status == 66)
    #expect(try shell("status --config /nope --json-log \(redirection)").status == 66)
  }

  @Test func usageErrorKeepsItsExitCode() throws {
    #expect(try shell("frobnicate 2>/dev/full").status == 64)
  }

  @Test(arguments: [">/dev/full", ">&-", "<&- >&-"])
  func unwritableOutputExitsWith74(redirection: String) throws {
    for command in ["--help", "--version", "formats"] {
      let outcome = try shell("\(command) \(redirection)")
      #expect(outcome.status == 74, "\(command)")
      #expect(outcome.errors.contains("standard output"))
    }
  }

  @Test func closedPipeIsNoError() throws {
    // The reader is gone before the program begins, so that every writing meets a closed pipe.
    let command = "exec 3>&1; { sleep 0; \"$0\" formats; echo $? >&3; } | true"
    let outcome = try Program.start(
      "/bin/bash", ["-c", command, Program.path], in: nil, environment: [:]
    ).wait()
    #expect(outcome.output == "0\n")
    #expect(outcome.errors.isEmpty)
  }

  /// A night works through and keeps its result, wherever its words go.
  @Test func runCompletesWithAllStreamsClosed() throws {
    let library = try TestLibrary.withAudience(viewers: 4)
    #expect(try shell("run >&- 2>&- <&-", in: library).status == 74)
    // Nothing was printed into a file that took the number of a closed stream.
    let standing = try library.gazecut("status")
    #expect(standing.status == 0, "\(standing.errors)")
    #expect(standing.output.contains("up to date"))
    #expect(standing.output.contains("exit 0"))
  }
}
