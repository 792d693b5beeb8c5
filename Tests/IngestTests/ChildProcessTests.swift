import Foundation
import Testing
@testable import Ingest

@testable import Rendering
@testable import Support

/// A worker that does not do its work is a failure of its video, told as what it is.
@Suite struct ChildProcessTests {
  /// How a script fails that stands in for a worker.
  private func failure(
    _ script: String, _ patience: ChildProcess.Patience = .init(), sending text: String = ""
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

  @Test func deathBeforeTheJobIsReadIsNoSignalToTheRun() async throws {
    // More than a pipe holds, so that the writing meets the closed end for certain.
    let failure = try await failure("exit 1", sending: String(repeating: "x", count: 1 << 20))
    #expect(failure.status == .bug)
    #expect(
      failure.message.contains("the worker of 'walk' died (exit status 1)"), "\(failure.message)")
  }

  @Test func aStoppedWorkerIsEnded() async throws {
    let failure = try await failure(
      "kill -STOP $$", .init(standstill: 0.1, windingUp: 0.05))
    #expect(failure.status == .inputOutputFailed)
    #expect(failure.message.contains("no sign of life"), "\(failure.message)")
  }

  /// It says nothing and computes: that is no disk which hangs.
  @Test func whoComputesIsNotStandingStill() async throws {
    let failure = try await failure(
      "while :; do :; done", .init(standstill: 2, silence: 4, windingUp: 0.05))
    // The longer of the two ends it; a busy machine gives it its turn within the shorter.
    #expect(failure.message.contains("no sign of life for 4 s"), "\(failure.message)")
  }

  /// It speaks, and would never be done.
  @Test func aWorkerHasADeadline() async throws {
    let failure = try await failure(
      "while :; do echo '{\"alive\":{}}'; sleep 0.01; done", .init(whole: 0.1))
    #expect(failure.status == .inputOutputFailed)
    #expect(failure.message.contains("took longer than"), "\(failure.message)")
  }

  /// What is known of a machine tells when to lose patience with it.
  @Test func deadlinesFollowWhatOthersTook() {
    let pace = RenderTimeEstimator()
    #expect(pace.deadline(of: 60) == 60 * 1200)
    // A minute in half of one: then half an hour is patience enough.
    pace.note(60, took: 30)
    #expect(pace.deadline(of: 60) == 1800)
    // The slowest counts, and by it a minute takes ten.
    pace.note(60, took: 600)
    pace.note(60, took: 20)
    #expect(pace.deadline(of: 60) == 12_000)
  }

  /// As the kernel ends a process where memory is out: it may go well with the machine to itself.
  @Test func aKilledWorkerWantsForTheMachine() async throws {
    let failure = try await failure("kill -KILL $$")
    #expect(failure.scope == .machine && failure.message.contains("memory"), "\(failure)")
    #expect(try await self.failure("exit 1").scope == .video)
  }

  /// Words keep it alive for longer than silence is waited for.
  @Test func aWorkerThatSpeaksIsLeftAlone() async throws {
    let loop = "i=0; while [ $i -lt 30 ]; do i=$((i+1)); sleep 0.1; echo '{\"alive\":{}}'; done\n"
    let last = #"echo '{"failed":{"status":65,"message":"its own words"}}'"#
    let failure = try await failure(loop + last, .init(standstill: 2, silence: 2))
    #expect(failure == CommandFailure(.badData, "its own words"))
  }

  /// A program of a person's is given its words, its folder and something to read.
  @Test func aPersonsProgramIsHeardToItsEnd() async throws {
    let folder = FileManager.default.temporaryDirectory.path
    func ended(_ script: String, limit: Double = 10) async throws -> String? {
      try await HookProgram(words: ["sh", "-c", script], limit: limit, folder: folder)
        .run(input: "an event")
    }
    #expect(try await ended("read line && [ \"$line\" = 'an event' ] && cd .") == nil)
    #expect(try await ended("[ \"$(pwd -P)\" = \"$(cd '\(folder)' && pwd -P)\" ]") == nil)
    let why = try await ended("echo no such bucket >&2; exit 2")
    #expect(why == "ended with exit status 2: no such bucket")
    #expect(try await ended("sleep 10", limit: 0.1) == "took longer than 0.1 s and was ended")
    let missing = HookProgram(words: ["/nowhere/at-all"], limit: 1, folder: folder)
    #expect(try await missing.run()?.contains("cannot be started") == true)
  }
}
