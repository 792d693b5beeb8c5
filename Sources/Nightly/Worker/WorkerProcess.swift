import CProcess
import Foundation
import Subprocess
import Synchronization

#if canImport(System)
  import System
#else
  import SystemPackage
#endif

/// A worker, seen from the run that started it.
struct WorkerProcess {
  /// This program's own file: a worker is the same program.
  ///
  /// The link itself is started and not what it names: it leads to the running program also after
  /// an upgrade has put another file in its place.
  static let itsPath = "/proc/self/exe"
  static let itself = FilePath(itsPath)

  /// How long a worker may be silent, and how long it may take to wind up then.
  struct Patience: Sendable {
    var silence: Duration
    var windingUp: Duration
    /// How long it may take in all; `nil` has no end as long as it speaks.
    var whole: Duration?

    /// Folding a large audience tells nothing for minutes; a stopped process tells nothing ever.
    static let usual = Patience(silence: .seconds(1800), windingUp: .seconds(10))
    /// A file is rendered frame by frame and tells of it; whoever waits for it must not be the
    /// first to lose patience.
    static let render = Patience(silence: .seconds(1200), windingUp: .seconds(10))

    /// A span in the language of the other messages, whatever the user's own is.
    static func words(_ span: Duration) -> String {
      let seconds = span.components.seconds
      return seconds < 120 ? "\(seconds) s" : "\(seconds / 60) min"
    }
  }

  var task: WorkerTask
  var program = itself
  var patience = Patience.usual
  var onEvent: @Sendable (WorkerEvent) -> Void

  /// Runs the job to its end.
  ///
  /// - Throws: `CommandFailure` as the worker told it; a worker that dies without a word, or says
  ///   nothing for too long, is a failure of its own. Cancelling the task stops the worker, first
  ///   gently.
  func run() async throws -> WorkerResult {
    try Self.requireOpenFiles()
    var options = PlatformOptions()
    let ending = [TeardownStep.gracefulShutDown(allowedDurationToNextStep: patience.windingUp)]
    options.teardownSequence = ending
    // A session of its own: Ctrl-C reaches the run alone, which then stops its workers.
    options.createSession = true
    let line = try JSONLine.encode(task) + "\n"
    let (silence, time) = (WorkerSilence(), WorkerSilence())
    let outcome = try await Subprocess.run(
      .path(program),
      arguments: Arguments(executablePathOverride: "gazecut", remainingValues: ["worker"]),
      platformOptions: options,
      input: .inputWriter, output: .sequence, error: .sequence
    ) { execution in
      async let said = Self.lastLine(of: execution.standardError)
      let watch = Task {
        guard await silence.outlasts(patience.silence) else { return }
        await execution.teardown(using: ending)
      }
      let deadline = Task {
        guard let whole = patience.whole, await time.outlasts(whole) else { return }
        await execution.teardown(using: ending)
      }
      // The pipe stays open while the worker works: when it closes, the run has died. A worker
      // that dies before it has read its job is known by how it ended.
      _ = try? await execution.standardInputWriter.write(line)
      let last = try await listen(execution.standardOutput, silence)
      for task in [watch, deadline] {
        task.cancel()
        await task.value
      }
      try? await execution.standardInputWriter.finish()
      return (last, await said)
    }
    try Task.checkCancellation()
    guard !silence.wasTooLong else {
      throw CommandFailure(
        .inputOutputFailed,
        "the worker of '\(task.video)' gave no sign of life for "
          + "\(Patience.words(patience.silence)) and was ended; a disk that does "
          + "not answer, or a stopped process, looks like this")
    }
    guard !time.wasTooLong else {
      throw CommandFailure(
        .inputOutputFailed,
        "'\(task.video)' took longer than "
          + "\(Patience.words(patience.whole ?? .zero)), many times what others "
          + "of its length take, and was ended")
    }
    return try result(
      outcome.closureResult.0, outcome.terminationStatus, said: outcome.closureResult.1)
  }

  /// Files that a process has to be allowed to have open: its library, and the pipes of its
  /// workers.
  static let leastOpenFiles: UInt64 = 64

  /// Without enough descriptors starting a process fails in ways that nobody can heal.
  ///
  /// - Throws: `CommandFailure` 69, of the run: every other video would fail alike.
  private static func requireOpenFiles() throws(CommandFailure) {
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0,
      limit.rlim_cur < leastOpenFiles
    else { return }
    throw CommandFailure(
      .missingComponent,
      "only \(limit.rlim_cur) files may be open at once here (`ulimit -n`); "
        + "\(leastOpenFiles) are needed",
      scope: .run)
  }

  /// Bytes of the last line that are kept.
  private static let longestLine = 2000

  /// The last line that a worker wrote to standard error, which is read for as long as it writes:
  /// drivers and libraries may chatter without end.
  private static func lastLine(of output: SubprocessOutputSequence) async -> String {
    var tail: [UInt8] = []
    do {
      for try await buffer in output {
        buffer.withUnsafeBytes { tail += $0.suffix(longestLine) }
        tail.removeFirst(max(0, tail.count - longestLine))
      }
    } catch {
      // What a dying worker said last is a hint and no more.
    }
    return tail.split(separator: UInt8(ascii: "\n")).last.map {
      String(decoding: $0, as: UTF8.self)
    } ?? ""
  }

  private func listen(
    _ output: SubprocessOutputSequence, _ silence: WorkerSilence
  ) async throws -> WorkerEvent? {
    var last: WorkerEvent?
    let lines = output.strings(
      separatedBy: .unicodeScalarSequence(["\n"]), bufferingPolicy: .unbounded)
    for try await line in lines {
      silence.isBroken()
      let text = line.trimmingCharacters(in: .newlines)
      guard !text.isEmpty, let event = try? JSONLine.decode(WorkerEvent.self, from: text)
      else { continue }
      onEvent(event)
      last = event
    }
    return last
  }

  private func result(
    _ last: WorkerEvent?, _ status: TerminationStatus, said: String
  ) throws -> WorkerResult {
    switch last {
    case .finished(let result) where status.isSuccess: return result
    case .failed(let code, let message, let scope):
      throw CommandFailure(ExitStatus(rawValue: code) ?? .bug, message, scope: scope ?? .video)
    default:
      let words = said.isEmpty ? "" : ": " + said
      throw CommandFailure(
        death: "the worker of '\(task.video)' died (\(status))\(words)",
        isKilled: status == .signaled(SIGKILL))
    }
  }
}

extension CommandFailure {
  /// A process that died without a word of its own.
  ///
  /// - Parameters:
  ///   - words: which, and how.
  ///   - isKilled: whether by SIGKILL: nobody here sends that to one that speaks, and the kernel
  ///     does where memory is out.
  init(death words: String, isKilled: Bool) {
    self.init(
      .bug, words + (isKilled ? "; the kernel ends processes so when memory is out" : ""),
      scope: isKilled ? .machine : .video)
  }

  /// What is said of a failure that may go well alone.
  var onceMore: String { message + "; once more when nothing else is rendered" }
}

/// How long a worker has said nothing, or has lasted.
///
/// It is counted in short steps and not by a clock: a run that was stopped for an hour, or a
/// machine that slept, must not take that hour for its workers' silence.
private final class WorkerSilence: Sendable {
  private static let steps = 20
  private let stepsPassed = Atomic<Int>(0)
  private let isOver = Atomic<Bool>(false)

  /// Whether it lasted too long, and the worker was ended for it.
  var wasTooLong: Bool { isOver.load(ordering: .relaxed) }

  /// A word was heard.
  func isBroken() { stepsPassed.store(0, ordering: .relaxed) }

  /// Waits until it has lasted for `duration`.
  ///
  /// - Returns: `true` then; `false` when the task was cancelled before.
  func outlasts(_ duration: Duration) async -> Bool {
    while stepsPassed.load(ordering: .relaxed) < Self.steps {
      do { try await Task.sleep(for: duration / Self.steps) } catch { return false }
      stepsPassed.add(1, ordering: .relaxed)
    }
    isOver.store(true, ordering: .relaxed)
    return true
  }
}
