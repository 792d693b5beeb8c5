import Foundation
import TestMaterial
import Testing

/// Programs that a test starts always end.
@Suite struct ChildProcessTests {
  @Test func hangingProgramIsKilledAndItsLastOutputPrinted() throws {
    let overdue = #expect(throws: ChildOverdue.self) {
      // The background process hangs, too, and is killed with the shell.
      try ExternalProgram("sh").run(["-c", "echo here; sleep 1000 & sleep 1000"], limit: 0.2)
    }
    let message = try #require(overdue).description
    #expect(message.contains("/sh -c echo here; sleep 1000 & sleep 1000'"), "\(message)")
    #expect(message.contains("had not ended after 0.2 s and was killed; its last words: here"))
  }

  @Test func allProcessesOfTheGroupAreKilled() throws {
    let child = try ChildProcess(
      .init(try ExternalProgram("sh").path, ["-c", "sleep 1000 & sleep 1000"]), limit: 0.2)
    #expect(throws: ChildOverdue.self) { try child.wait() }
    // The group exists until the system has reaped its last process.
    for _ in 0..<200 where kill(-child.identifier, 0) == 0 { usleep(50_000) }
    #expect(kill(-child.identifier, 0) != 0)
  }

  @Test func exitStatusSignalAndOutputAreReturned() throws {
    let shell = try ExternalProgram("sh")
    let done = try shell.run(["-c", "read -r line || echo out; echo err >&2; exit 7"])
    #expect((done.status, done.wasSignalled) == (7, false))
    #expect((done.output, done.errors) == ("out\n", "err\n"))
    let killed = try shell.run(["-c", "kill -TERM $$"])
    #expect((killed.status, killed.wasSignalled) == (SIGTERM, true))
  }

  /// An inherited descriptor could keep a pipe of another test open.
  @Test func childHasNoTerminalAndNoInheritedDescriptors() throws {
    let pipe = Pipe()
    let inherited = pipe.fileHandleForWriting.fileDescriptor
    _ = fcntl(inherited, F_SETFD, 0)
    let outcome = try ExternalProgram("sh").run(
      ["-c", "test -e /proc/self/fd/\(inherited) || (: </dev/tty) || echo none"])
    #expect(outcome.output == "none\n", "\(outcome.errors)")
  }

  @Test func startingAMissingProgramThrows() {
    #expect(throws: POSIXError.self) { try ChildProcess(.init("/nope", [])) }
  }
}
