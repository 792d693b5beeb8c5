import CSpawn
import Foundation
import Synchronization

/// A program that a test starts; after a timeout it is killed with its child processes.
///
/// Foundation's `Process` waits forever for processes that inherited its socket. Here the child has
/// a session of its own without a terminal, no input and no descriptors of the tests. It writes
/// into files, because two pipes can block each other.
package final class ChildProcess: Sendable {
  package struct Outcome: Sendable {
    /// Its exit code, or the number of the signal that ended it.
    package var status: Int32
    package var wasSignalled: Bool
    package var output: String
    package var errors: String
    /// Its duration in seconds.
    package var seconds: Double
  }

  package struct Call: Sendable {
    package var path: String
    /// Its arguments without the program name.
    package var arguments: [String]
    /// The complete environment; `nil` for that of the test.
    package var environment: [String: String]?
    /// The working directory; `nil` for that of the test.
    package var folder: String?

    package init(
      _ path: String, _ arguments: [String], environment: [String: String]? = nil,
      in folder: String? = nil
    ) {
      (self.path, self.arguments) = (path, arguments)
      (self.environment, self.folder) = (environment, folder)
    }
  }

  /// Default timeout in seconds: 100 times the slowest program, because many tests may run at once.
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
  /// The ID of its process, session and process group.
  package let identifier: Int32

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
    // A separate thread, so that it is ended even if no test waits for it.
    Thread { [self] in watch() }.start()
  }

  package var isRunning: Bool { state.withLock { $0.status == nil } }

  package func signal(_ number: Int32) {
    // Holds the lock, because another process may get the ID after it was reaped.
    state.withLock { if $0.status == nil { kill(identifier, number) } }
  }

  /// Waits for its end.
  ///
  /// - Throws: `ChildOverdue` if it was killed after the timeout.
  package func wait() throws -> Outcome {
    // `watch` kills it at the timeout; this limit applies only if that fails.
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

  /// Waits for its end, and kills it after the timeout.
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
    // WNOWAIT does not reap it, so its ID stays reserved until the lock is held.
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

/// The error if a program did not end before its timeout.
package struct ChildOverdue: Error, CustomStringConvertible {
  package var call: ChildProcess.Call
  /// The timeout in seconds.
  package var limit: Double
  package var said: String

  package var description: String {
    let name = ([call.path] + call.arguments).joined(separator: " ")
    let last = said.isEmpty ? "it said nothing" : "its last words: \(said.suffix(2000))"
    return "'\(name)' had not ended after \(limit) s and was killed; \(last)"
  }
}

extension ChildProcess {
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
    // Resets signals that the test process blocks or ignores.
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

  /// Converts strings to a null-terminated array of C strings.
  private static func withStrings(
    _ texts: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Int32
  ) -> Int32 {
    let copies = texts.map { strdup($0) }
    defer { copies.forEach { free($0) } }
    return body(copies + [nil])
  }
}
