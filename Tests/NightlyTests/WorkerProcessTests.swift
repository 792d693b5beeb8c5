import Foundation
import Testing

@testable import Nightly

#if canImport(System)
  import System
#else
  import SystemPackage
#endif

/// A worker that does not do its work is a failure of its video, told as what it is.
@Suite struct WorkerProcessTests {
  private func process(_ program: String, document: String = "") -> WorkerProcess {
    WorkerProcess(
      task: .video(
        WorkerJob(
          video: "walk", configuration: "/nope", flags: [], source: .document(document, name: "d"),
          dryRun: true)),
      program: FilePath(program), patience: .usual, onEvent: { _ in })
  }

  private func failure(_ process: WorkerProcess) async throws -> CommandFailure {
    do {
      _ = try await process.run()
      return CommandFailure(.done, "it did its work")
    } catch let failure as CommandFailure {
      return failure
    }
  }

  @Test func deathBeforeTheJobIsReadIsNoSignalToTheRun() async throws {
    StandardStreams.prepare()
    // More than a pipe holds, so that the writing meets the closed end for certain.
    let failure = try await failure(
      process("/bin/false", document: String(repeating: "x", count: 1 << 20)))
    #expect(failure.status == .bug)
    #expect(failure.message.contains("the worker of 'walk' died"), "\(failure.message)")
  }

  @Test func aStoppedWorkerIsEnded() async throws {
    StandardStreams.prepare()
    let script = FileManager.default.temporaryDirectory.path + "/gazecut-\(UUID().uuidString)"
    try Data("#!/bin/sh\nkill -STOP $$\n".utf8).write(to: URL(fileURLWithPath: script))
    defer { try? FileManager.default.removeItem(atPath: script) }
    chmod(script, 0o755)
    var stopped = process(script)
    stopped.patience = .init(silence: .milliseconds(100), windingUp: .milliseconds(50))
    let failure = try await failure(stopped)
    #expect(failure.status == .inputOutputFailed)
    #expect(failure.message.contains("no sign of life"), "\(failure.message)")
  }

  /// It speaks, and would never be done.
  @Test func aWorkerHasADeadline() async throws {
    StandardStreams.prepare()
    let script = FileManager.default.temporaryDirectory.path + "/gazecut-\(UUID().uuidString)"
    let text = "#!/bin/sh\nwhile :; do echo '{\"alive\":{}}'; sleep 0.01; done\n"
    try Data(text.utf8).write(to: URL(fileURLWithPath: script))
    defer { try? FileManager.default.removeItem(atPath: script) }
    chmod(script, 0o755)
    var endless = process(script)
    endless.patience.whole = .milliseconds(100)
    let failure = try await failure(endless)
    #expect(failure.status == .inputOutputFailed)
    #expect(failure.message.contains("took longer than"), "\(failure.message)")
  }

  /// What is known of a machine tells when to lose patience with it.
  @Test func deadlinesFollowWhatOthersTook() {
    let pace = RenderPace()
    #expect(pace.deadline(of: 60) == .seconds(60 * 1200))
    // A minute in half of one: then half an hour is patience enough.
    pace.note(60, took: 30)
    #expect(pace.deadline(of: 60) == .seconds(1800))
    // The slowest counts, and by it a minute takes ten.
    pace.note(60, took: 600)
    pace.note(60, took: 20)
    #expect(pace.deadline(of: 60) == .seconds(12_000))
  }

  /// As the kernel ends a process where memory is out: it may go well with the machine to itself.
  @Test func aKilledWorkerWantsForTheMachine() async throws {
    StandardStreams.prepare()
    let script = FileManager.default.temporaryDirectory.path + "/gazecut-\(UUID().uuidString)"
    try Data("#!/bin/sh\nkill -KILL $$\n".utf8).write(to: URL(fileURLWithPath: script))
    defer { try? FileManager.default.removeItem(atPath: script) }
    chmod(script, 0o755)
    let failure = try await failure(process(script))
    #expect(failure.scope == .machine && failure.message.contains("memory"), "\(failure)")
    #expect(try await self.failure(process("/bin/false")).scope == .video)
  }

  /// Words keep it alive, however long it takes: ten times the patience here.
  @Test func aWorkerThatSpeaksIsLeftAlone() async throws {
    StandardStreams.prepare()
    let script = FileManager.default.temporaryDirectory.path + "/gazecut-\(UUID().uuidString)"
    let loop = "for i in 1 2 3 4 5 6 7 8 9 10; do sleep 0.1; echo '{\"alive\":{}}'; done\n"
    let last = #"echo '{"failed":{"status":65,"message":"its own words"}}'"# + "\n"
    try Data(("#!/bin/sh\n" + loop + last).utf8).write(to: URL(fileURLWithPath: script))
    defer { try? FileManager.default.removeItem(atPath: script) }
    chmod(script, 0o755)
    var speaking = process(script)
    speaking.patience = .init(silence: .milliseconds(900), windingUp: .milliseconds(50))
    let failure = try await failure(speaking)
    #expect(failure == CommandFailure(.badData, "its own words"))
  }
}
