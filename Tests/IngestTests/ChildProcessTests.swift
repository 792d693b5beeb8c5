import Foundation
import Testing
@testable import Ingest

@testable import Rendering
@testable import Support

/// How the failure of a worker or hook process is reported.
@Suite struct ChildProcessTests {
  /// The failure of a shell script that runs in place of a worker.
  private func failure(
    _ script: String, _ patience: ChildProcess.Timeouts = .init(), sending text: String = ""
  ) async throws -> CommandFailure {
    StandardStreams.prepare()
    do {
      _ = try await BlockingCallThread.run { isCancelled in
        let child = try ChildProcess("/bin/sh", ["sh", "-c", script])
        child.send(text)
        return try child.answer(of: "the worker of 'walk'", patience, isCancelled, hear: { _ in })
      }
      return CommandFailure(.done, "it did its work")
    } catch let failure as CommandFailure {
      return failure
    }
  }

  @Test func workerThatDiesBeforeReadingItsJobIsReported() async throws {
    // The job is larger than the buffer of a pipe, so writing it always fails.
    let failure = try await failure("exit 1", sending: String(repeating: "x", count: 1 << 20))
    #expect(failure.status == .bug)
    #expect(
      failure.message.contains("the worker of 'walk' died (exit status 1)"), "\(failure.message)")
  }

  @Test func stoppedWorkerIsKilledAfterTheTimeout() async throws {
    let failure = try await failure(
      "kill -STOP $$", .init(inactivityTimeout: 0.1, killDelay: 0.05))
    #expect(failure.status == .inputOutputFailed)
    #expect(failure.message.contains("did not respond"), "\(failure.message)")
  }

  /// A worker that uses CPU time does not hang on a disk.
  @Test func busyWorkerGetsTheLongerTimeout() async throws {
    let failure = try await failure(
      "while :; do :; done", .init(inactivityTimeout: 2, silence: 4, killDelay: 0.05))
    // The longer timeout applies. Even on a busy machine the worker gets CPU time within 2 s.
    #expect(failure.message.contains("did not respond for 4 s"), "\(failure.message)")
  }

  /// The worker sends messages, but never ends.
  @Test func workerThatNeverEndsIsKilledAtItsDeadline() async throws {
    let failure = try await failure(
      "while :; do echo '{\"alive\":{}}'; sleep 0.01; done", .init(whole: 0.1))
    #expect(failure.status == .inputOutputFailed)
    #expect(failure.message.contains("took longer than"), "\(failure.message)")
  }

  /// The deadline is estimated from the speed of earlier renderings.
  @Test func deadlineFollowsTheSpeedOfEarlierRenderings() {
    let pace = RenderTimeEstimator()
    #expect(pace.deadline(of: 60) == 60 * 1200)
    // One minute was rendered in 30 s, so the minimum of 30 minutes applies.
    pace.note(60, took: 30)
    #expect(pace.deadline(of: 60) == 1800)
    // The slowest rendering counts: one minute took ten.
    pace.note(60, took: 600)
    pace.note(60, took: 20)
    #expect(pace.deadline(of: 60) == 12_000)
  }

  /// The kernel kills a worker like this if memory runs out, so a retry alone may succeed.
  @Test func killedWorkerIsAFailureOfTheMachine() async throws {
    let failure = try await failure("kill -KILL $$")
    #expect(failure.scope == .machine && failure.message.contains("memory"), "\(failure)")
    #expect(try await self.failure("exit 1").scope == .video)
  }

  /// The worker runs longer than the timeout, and each message restarts the timeout.
  @Test func workerThatSendsMessagesIsNotKilled() async throws {
    let loop = "i=0; while [ $i -lt 30 ]; do i=$((i+1)); sleep 0.1; echo '{\"alive\":{}}'; done\n"
    let last = #"echo '{"failed":{"status":65,"message":"its own words"}}'"#
    let failure = try await failure(loop + last, .init(inactivityTimeout: 2, silence: 2))
    #expect(failure == CommandFailure(.badData, "its own words"))
  }

  /// A hook gets its arguments, a working folder and an event on standard input.
  @Test func failureOfAHookIsReported() async throws {
    let folder = FileManager.default.temporaryDirectory.path
    func failureOfHook(_ script: String, limit: Double = 10) async throws -> String? {
      try await HookProgram.run(
        ["sh", "-c", script], limit: limit, in: folder, input: "an event")
    }
    #expect(try await failureOfHook("read line && [ \"$line\" = 'an event' ] && cd .") == nil)
    #expect(try await failureOfHook("[ \"$(pwd -P)\" = \"$(cd '\(folder)' && pwd -P)\" ]") == nil)
    let reason = try await failureOfHook("echo no such bucket >&2; exit 2")
    #expect(reason == "ended with exit status 2: no such bucket")
    #expect(
      try await failureOfHook("sleep 10", limit: 0.1) == "took longer than 0.1 s and was ended")
    let missing = try await HookProgram.run(["/nowhere/at-all"], limit: 1, in: folder)
    #expect(missing?.contains("cannot be started") == true)
  }
}
