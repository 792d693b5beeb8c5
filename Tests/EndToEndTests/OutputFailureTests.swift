import Foundation
import TestMaterial
import Testing

/// The work is done even if output cannot be written.
///
/// A log that cannot be written keeps the exit code; a result that cannot be written exits with 74.
@Suite(.waitsForPrograms) struct OutputFailureTests {
  /// Runs `gazecut` in a shell with redirections.
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
    // The reader has ended before the program starts, so every write meets a closed pipe.
    let command = "exec 3>&1; { sleep 0; \"$0\" formats; echo $? >&3; } | true"
    let outcome = try Program.start(
      "/bin/bash", ["-c", command, Program.path], in: nil, environment: [:]
    ).wait()
    #expect(outcome.output == "0\n")
    #expect(outcome.errors.isEmpty)
  }

  /// A run completes and stores its result even if it cannot print.
  @Test func runCompletesWithAllStreamsClosed() throws {
    let library = try TestLibrary.withAudience(viewers: 4)
    #expect(try shell("run >&- 2>&- <&-", in: library).status == 74)
    // No output went into a file that received the number of a closed stream.
    let standing = try library.gazecut("status")
    #expect(standing.status == 0, "\(standing.errors)")
    #expect(standing.output.contains("up to date"))
    #expect(standing.output.contains("exit 0"))
  }
}
