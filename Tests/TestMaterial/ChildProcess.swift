import CSpawn
import Foundation
import Synchronization

/// A program that a test started, and that ends: when its time is up it is killed with all that it
/// started, and whoever waits for it is told so.
///
/// Foundation's `Process` is not used: it waits for whoever inherited its socket, without end. Here
/// the child leads a session of its own, without a terminal, reads nothing, writes into files (two
/// pipes may fill up while one of them is read), and has no descriptor of the tests' own.
package final class ChildProcess: Sendable {
  /// What it said, and how it ended.
  package struct Outcome: Sendable {
    /// Its exit code; the signal's number where it was ended by one.
    package var status: Int32
    /// Whether a signal ended it.
    package var wasSignalled: Bool
    /// Its standard output.
    package var output: String
    /// Its standard error.
    package var errors: String
    /// How long it ran.
    package var seconds: Double
  }

  /// How a program is started.
  package struct Call: Sendable {
    /// Where the program lies.
    package var path: String
    /// Its arguments, without its own name.
    package var arguments: [String]
    /// All of its environment; the test's own where there is none.
    package var environment: [String: String]?
    /// The folder that it works in; the test's own where there is none.
    package var folder: String?

    /// A call of a program.
    package init(
      _ path: String, _ arguments: [String], environment: [String: String]? = nil,
      in folder: String? = nil
    ) {
      (self.path, self.arguments) = (path, arguments)
      (self.environment, self.folder) = (environment, folder)
    }
  }

  /// Seconds after which a program that a test starts has hung: a hundred times what the slowest
  /// takes alone, as many tests may run beside it on a machine that does other work as well.
  package static let usualLimit = 120.0

  private struct State {
    var status: Int32?
    var isOverdue = false
    var ended: Double?
  }

  private let call: Call
  private let limit: Double
  private let folder: String
  private let began = ProcessInfo.processInfo.systemUptime
  private let state = Mutex(State())
  private let ending = DispatchSemaphore(value: 0)
  /// Its number, which is that of its session and of its group, too.
  package let identifier: Int32

  /// Starts a program.
  ///
  /// - Throws: `POSIXError` where it cannot be started.
  package init(_ call: Call, limit: Double = usualLimit) throws {
    (self.call, self.limit) = (call, limit)
    folder = FileManager.default.temporaryDirectory.path + "/child-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    do {
      identifier = try Self.spawn(call, output: folder + "/out", errors: folder + "/err")
    } catch {
      try? FileManager.default.removeItem(atPath: folder)
      throw error
    }
    // A thread of its own: a child that nobody waits for is ended and buried as well.
    Thread { [self] in watch() }.start()
  }

  /// Whether it has not ended yet.
  package var isRunning: Bool { state.withLock { $0.status == nil } }

  /// Sends it a signal; one that has ended gets none.
  package func signal(_ number: Int32) {
    // Under the lock, as the number is another's once it was buried.
    state.withLock { if $0.status == nil { kill(identifier, number) } }
  }

  /// Waits until it ends.
  ///
  /// - Throws: `ChildOverdue` where it had to be killed.
  package func wait() throws -> Outcome {
    // The watch kills it at its limit; this end is for a system that cannot even do that.
    let isOver = ending.wait(timeout: .now() + limit + 30) == .success
    ending.signal()
    let (output, errors) = (said("out"), said("err"))
    let end = state.withLock { $0 }
    guard isOver, !end.isOverdue, let status = end.status else {
      throw ChildOverdue(call: call, limit: limit, said: output + errors)
    }
    try? FileManager.default.removeItem(atPath: folder)
    return Outcome(
      status: status & 0x7F == 0 ? status >> 8 & 0xFF : status & 0x7F,
      wasSignalled: status & 0x7F != 0, output: output, errors: errors,
      seconds: (end.ended ?? began) - began)
  }

  private func said(_ name: String) -> String {
    String(
      decoding: FileManager.default.contents(atPath: folder + "/" + name) ?? Data(), as: UTF8.self)
  }

  /// Waits for the end, and brings it about when the time is up.
  private func watch() {
    let guardian = DispatchWorkItem { [self] in
      state.withLock {
        guard $0.status == nil else { return }
        $0.isOverdue = true
        kill(-identifier, SIGKILL)
      }
    }
    DispatchQueue.global().asyncAfter(deadline: .now() + limit, execute: guardian)
    var info = siginfo_t()
    // It is not buried yet, so its number is not given to another before the lock is held.
    while waitid(P_PID, id_t(identifier), &info, WEXITED | WNOWAIT) != 0, errno == EINTR {}
    state.withLock {
      var status: Int32 = 0
      var usage = rusage()
      while wait4(identifier, &status, 0, &usage) < 0, errno == EINTR {}
      ChildCost.note(call, usage)
      ($0.status, $0.ended) = (status, ProcessInfo.processInfo.systemUptime)
    }
    guardian.cancel()
    ending.signal()
  }
}

/// A program that had not ended when its time was up.
package struct ChildOverdue: Error, CustomStringConvertible {
  /// What was called.
  package var call: ChildProcess.Call
  /// The seconds that it had.
  package var limit: Double
  /// All that it had said.
  package var said: String

  /// The program, its time, and its last words.
  package var description: String {
    let name = ([call.path] + call.arguments).joined(separator: " ")
    let last = said.isEmpty ? "it said nothing" : "its last words: \(said.suffix(2000))"
    return "'\(name)' had not ended after \(limit) s and was killed; \(last)"
  }
}

extension ChildProcess {
  /// Starts a program in a session of its own.
  private static func spawn(_ call: Call, output: String, errors: String) throws -> Int32 {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    for (descriptor, path) in [(Int32(1), output), (2, errors)] {
      posix_spawn_file_actions_addopen(
        &actions, descriptor, path, O_WRONLY | O_CREAT | O_APPEND, 0o600)
    }
    tests_close_from(&actions, 3)
    if let folder = call.folder { tests_change_folder(&actions, folder) }
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // No signal is held back or ignored in the child because it is in the tests.
    var (none, all) = (sigset_t(), sigset_t())
    sigemptyset(&none)
    sigfillset(&all)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setsigdefault(&attributes, &all)
    posix_spawnattr_setflags(
      &attributes,
      Int16(TESTS_SPAWN_SETSID) | Int16(POSIX_SPAWN_SETSIGMASK) | Int16(POSIX_SPAWN_SETSIGDEF))
    let environment = call.environment ?? ProcessInfo.processInfo.environment
    var number: pid_t = 0
    let code = withStrings([call.path] + call.arguments) { arguments in
      withStrings(environment.map { "\($0.key)=\($0.value)" }) { variables in
        posix_spawn(&number, call.path, &actions, &attributes, arguments, variables)
      }
    }
    guard code == 0 else { throw POSIXError(POSIXErrorCode(rawValue: code) ?? .EINVAL) }
    return number
  }

  /// Hands on texts as C takes them: a list that ends with nothing.
  private static func withStrings(
    _ texts: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Int32
  ) -> Int32 {
    let copies = texts.map { strdup($0) }
    defer { copies.forEach { free($0) } }
    return body(copies + [nil])
  }
}
