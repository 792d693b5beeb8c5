import Foundation
import TestMaterial
import Testing

/// What a test starts comes to an end.
@Suite struct ChildProcessTests {
  @Test func whatHangsIsKilledAndNamedWithItsLastWords() throws {
    let overdue = #expect(throws: ChildOverdue.self) {
      // What it started hangs as well, and is killed with it.
      try ExternalProgram("sh").run(["-c", "echo here; sleep 1000 & sleep 1000"], limit: 0.2)
    }
    let told = try #require(overdue).description
    #expect(told.contains("/sh -c echo here; sleep 1000 & sleep 1000'"), "\(told)")
    #expect(told.contains("had not ended after 0.2 s and was killed; its last words: here"))
  }

  @Test func theWholeGroupIsKilled() throws {
    let child = try ChildProcess(
      .init(try ExternalProgram("sh").path, ["-c", "sleep 1000 & sleep 1000"]), limit: 0.2)
    #expect(throws: ChildOverdue.self) { try child.wait() }
    // Nobody of its group is left once the last of them was buried by the system.
    for _ in 0..<200 where kill(-child.identifier, 0) == 0 { usleep(50_000) }
    #expect(kill(-child.identifier, 0) != 0)
  }

  @Test func anEndIsToldAsItWas() throws {
    let shell = try ExternalProgram("sh")
    let done = try shell.run(["-c", "read -r line || echo out; echo err >&2; exit 7"])
    #expect((done.status, done.wasSignalled) == (7, false))
    #expect((done.output, done.errors) == ("out\n", "err\n"))
    let killed = try shell.run(["-c", "kill -TERM $$"])
    #expect((killed.status, killed.wasSignalled) == (SIGTERM, true))
  }

  /// No terminal to ask, no descriptor that could keep a pipe of another test open.
  @Test func itHasNothingOfTheTests() throws {
    let pipe = Pipe()
    let inherited = pipe.fileHandleForWriting.fileDescriptor
    _ = fcntl(inherited, F_SETFD, 0)
    let said = try ExternalProgram("sh").run(
      ["-c", "test -e /proc/self/fd/\(inherited) || (: </dev/tty) || echo none"])
    #expect(said.output == "none\n", "\(said.errors)")
  }

  @Test func whatCannotBeStartedIsAnError() {
    #expect(throws: POSIXError.self) { try ChildProcess(.init("/nope", [])) }
  }
}
