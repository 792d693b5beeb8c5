import CProcess
import EditDecisions
import Foundation
package import Support
import Synchronization

/// A child process, of this program or another, whose output is read line by line.
///
/// Its methods block, so call them on a thread of its own (`BlockingCallThread`). Not thread-safe.
package final class ChildProcess {
  /// The path of this program, which is also the worker.
  ///
  /// The link is started, not its target: it still leads to the running program after an upgrade
  /// has replaced the file.
  package static let ownExecutable = "/proc/self/exe"

  /// Timeouts in seconds.
  struct Timeouts: Sendable {
    /// Time without output and without CPU use, for example because a disk does not answer.
    var inactivityTimeout = 120.0
    /// Time without output; one frame of the slowest encoder takes minutes.
    var silence = 1200.0
    /// Total time; `nil` for no limit.
    var whole: Double?
    /// Time between SIGTERM and SIGKILL.
    var killDelay = 10.0

    /// Formats a duration in English, regardless of the user's language.
    static func words(_ seconds: Double) -> String {
      seconds < 120 ? "\(Int(seconds)) s" : "\(Int(seconds / 60)) min"
    }
  }

  private let identifier: pid_t
  private let input: Int32
  private let output: Int32
  private let errors: Int32
  private var buffers: [Int32: [UInt8]] = [:]
  private var open: Set<Int32>
  private var isInputOpen = true
  /// Whether standard input is closed after what is in `pendingInput`.
  private var isInputComplete = false
  /// Bytes that the process has not read yet.
  private var pendingInput: [UInt8] = []
  private var status: Int32?
  /// CPU time in clock ticks when it was last read.
  private var ticks = 0

  /// Maximum number of bytes of standard error that are kept.
  private static let longestWord = 2000
  /// Seconds between checks for cancellation.
  private static let step = 0.2
  /// Seconds that the process has to end after its input was closed.
  private static let exitTimeout = 1.0
  /// Minimum limit of open files, for the library and the pipes of child processes.
  static let minimumOpenFiles: UInt64 = 64

  /// Running processes, which are killed when this program exits.
  ///
  /// A process that was stopped by SIGSTOP does not notice that its input was closed.
  private static let runningProcesses = Mutex<Set<pid_t>>([])
  private static let killProcessesAtExit: Void = {
    atexit {
      for process in ChildProcess.runningProcesses.withLock(\.self) { kill(process, SIGKILL) }
    }
  }()

  /// Starts a worker, by default of this program, with the environment that the sandbox allows.
  convenience init(_ program: String = ownExecutable) throws(CommandFailure) {
    try self.init(
      program, ["gazecut", "worker"],
      environment: Sandbox.environment(of: ProcessInfo.processInfo.environment))
  }

  /// Starts a program by its path, or by its name in `PATH`; `arguments` begin with its own name.
  package init(
    _ program: String, _ arguments: [String], in folder: String? = nil,
    environment: [String: String] = ProcessInfo.processInfo.environment
  ) throws(CommandFailure) {
    try Self.requireFileDescriptorLimit()
    var code: Int32 = 0
    let pipes = (0..<3).map { _ in
      var ends: [Int32] = [-1, -1]
      if pipe2(&ends, O_CLOEXEC) != 0 { code = errno }
      return ends
    }
    let theirs = [pipes[0][0], pipes[1][1], pipes[2][1]]
    (input, output, errors) = (pipes[0][1], pipes[1][0], pipes[2][0])
    open = [pipes[1][0], pipes[2][0]]
    _ = fcntl(input, F_SETFL, O_NONBLOCK)
    let words = arguments.map { strdup($0) } + [nil]
    let variables = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
    var process: pid_t = -1
    Self.killProcessesAtExit
    if code == 0 { code = gazecut_spawn(program, words, variables, theirs, folder, &process) }
    identifier = process
    if code == 0 { Self.runningProcesses.withLock { _ = $0.insert(process) } }
    for word in words + variables { free(word) }
    for end in theirs where end >= 0 { close(end) }
    guard code == 0 else {
      status = 0
      throw CommandFailure(
        .inputOutputFailed, "a process cannot be started: " + String(cString: strerror(code)),
        scope: .machine)
    }
  }

  /// Throws `CommandFailure` 69 with the scope of the run, since every video would fail, if too few
  /// files may be opened.
  private static func requireFileDescriptorLimit() throws(CommandFailure) {
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0,
      limit.rlim_cur < minimumOpenFiles
    else { return }
    throw CommandFailure(
      .missingComponent,
      "only \(limit.rlim_cur) files may be open at once here (`ulimit -n`); "
        + "\(minimumOpenFiles) are needed",
      scope: .run)
  }

  /// Closes the input, and kills the process if it does not end in time.
  deinit {
    pendingInput = []
    endInput()
    if !hasEnded(within: Self.exitTimeout) { kill(identifier, SIGKILL) }
    _ = hasEnded(within: Self.exitTimeout)
    close(output)
    close(errors)
  }

  var isThere: Bool { !hasEnded(within: 0) }

  /// Sends a line; if the process has died, reading its answer reports that.
  ///
  /// Bytes that do not fit into the pipe are sent later, while waiting for output.
  package func send(_ line: String) {
    pendingInput += Array((line + "\n").utf8)
    writePendingInput()
  }

  /// Closes standard input after the lines that were sent.
  package func endInput() {
    isInputComplete = true
    writePendingInput()
  }

  /// Writes as many bytes as the pipe accepts without blocking.
  private func writePendingInput() {
    while !pendingInput.isEmpty {
      let count = write(input, pendingInput, pendingInput.count)
      if count < 0, errno == EAGAIN { return }
      if count < 0, errno == EINTR { continue }
      pendingInput.removeFirst(count < 0 ? pendingInput.count : count)
    }
    guard isInputComplete, isInputOpen else { return }
    close(input)
    isInputOpen = false
  }

  /// Waits for the answer of a worker, and ends a worker that hangs or is no longer needed.
  ///
  /// The timeouts count short waiting steps instead of a clock. Otherwise a run that was suspended
  /// for an hour would count that hour as silence of its child.
  ///
  /// - Parameters:
  ///   - subject: the name of the child in messages: "the worker of 'walk'".
  ///   - patience: the timeouts.
  ///   - isCancelled: called several times per second.
  ///   - hear: receives progress, notices and requests until the answer.
  /// - Returns: the answer as JSON.
  /// - Throws: `CommandFailure`: the failure that the worker reported; 74 if it hangs; with scope
  ///   `machine` if the kernel killed it; the status of a cancelled task.
  func answer(
    of subject: String, _ patience: Timeouts, _ isCancelled: () -> Bool, hear: (WorkerEvent) -> Void
  ) throws(CommandFailure) -> String {
    var (inactiveSeconds, silence, whole) = (0.0, 0.0, 0.0)
    while true {
      while let line = takeLine() {
        (inactiveSeconds, silence) = (0, 0)
        guard let event = try? SingleLineJSON.decode(WorkerEvent.self, from: line) else { continue }
        switch event {
        case .answer(let answer): return answer
        case .failed(let code, let message, let scope):
          throw CommandFailure(
            ExitStatus(rawValue: code) ?? .bug, TerminalText.escaped(message),
            scope: scope ?? .video)
        case .notice(let text): hear(.notice(TerminalText.escaped(text)))
        case .progress, .alive, .wants: hear(event)
        }
      }
      guard !isCancelled() else {
        end(within: patience.killDelay)
        throw CommandFailure(describing: CancellationError())
      }
      guard open.contains(output) else {
        let (isKilled, words) = waitForExit()
        throw CommandFailure(death: "\(subject) died (\(words))", isKilled: isKilled)
      }
      let passed = fill()
      (inactiveSeconds, silence, whole) = (
        inactiveSeconds + passed, silence + passed, whole + passed
      )
      if inactiveSeconds > patience.inactivityTimeout, hasUsedCPUTime() { inactiveSeconds = 0 }
      guard inactiveSeconds <= patience.inactivityTimeout, silence <= patience.silence else {
        end(within: patience.killDelay)
        let span = silence > patience.silence ? patience.silence : patience.inactivityTimeout
        throw CommandFailure(
          .inputOutputFailed,
          "\(subject) did not respond for \(Timeouts.words(span)) and was ended; "
            + "a disk may not respond, or the process was stopped")
      }
      guard whole <= patience.whole ?? .infinity else {
        end(within: patience.killDelay)
        throw CommandFailure(
          .inputOutputFailed,
          "\(subject) took longer than \(Timeouts.words(patience.whole ?? 0)), many times the usual "
            + "time for its length, and was ended")
      }
    }
  }

  /// Waits for the end of a process, ignores its standard output, and returns whether it timed out.
  ///
  /// The process is ended after a timeout in seconds, or if `isCancelled` returns `true`.
  package func waitForEnd(_ seconds: Double, _ isCancelled: () -> Bool) -> Bool {
    var whole = 0.0
    while !open.isEmpty || status == nil {
      guard whole <= seconds, !isCancelled() else {
        end(within: Self.exitTimeout)
        return whole > seconds
      }
      let isDeaf = open.isEmpty && pendingInput.isEmpty
      whole += isDeaf ? (hasEnded(within: Self.step) ? 0 : Self.step) : fill()
      buffers[output] = []
    }
    return false
  }

  private func takeLine() -> String? {
    guard let end = buffers[output]?.firstIndex(of: UInt8(ascii: "\n")) else { return nil }
    let text = String(decoding: buffers[output]?.prefix(end) ?? [], as: UTF8.self)
    buffers[output]?.removeFirst(end + 1)
    return text
  }

  /// Reads and writes pipes, or waits one step for them; returns the seconds that it waited.
  private func fill() -> Double {
    let began = ContinuousClock.now
    var waiting = open.sorted().map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    if !pendingInput.isEmpty {
      waiting.append(pollfd(fd: input, events: Int16(POLLOUT), revents: 0))
    }
    let isReady = poll(&waiting, nfds_t(waiting.count), Int32(Self.step * 1000)) > 0
    let waited = min(Self.step, began.duration(to: .now) / .seconds(1))
    guard isReady else { return waited }
    for one in waiting where one.revents != 0 {
      guard one.fd != input else {
        writePendingInput()
        continue
      }
      var bytes = [UInt8](repeating: 0, count: 1 << 16)
      let count = read(one.fd, &bytes, bytes.count)
      if count > 0 {
        buffers[one.fd, default: []] += bytes[..<count]
      } else if count == 0 || errno != EINTR {
        open.remove(one.fd)
      }
    }
    buffers[errors] = buffers[errors]?.suffix(Self.longestWord)
    return waited
  }

  /// Whether the process has used CPU time since the last call (utime, stime of proc_pid_stat(5)).
  private func hasUsedCPUTime() -> Bool {
    let text = try? String(contentsOfFile: "/proc/\(identifier)/stat", encoding: .utf8)
    // The program name in parentheses may contain spaces; `utime` is the 12th field after it.
    let fields = text?.split(separator: ")").last?.split(separator: " ") ?? []
    let now = fields.dropFirst(11).prefix(2).compactMap { Int($0) }.reduce(0, +)
    defer { ticks = now }
    return now > ticks
  }

  /// Sends SIGTERM, and SIGKILL after a timeout.
  private func end(within seconds: Double) {
    guard status == nil else { return }
    kill(identifier, SIGTERM)
    if !hasEnded(within: seconds) { kill(identifier, SIGKILL) }
    _ = hasEnded(within: Self.exitTimeout)
  }

  /// Waits for the end of the process, with a timeout.
  private func hasEnded(within seconds: Double) -> Bool {
    let begun = ContinuousClock.now
    while status == nil {
      // Holds the lock, because another process may get this ID as soon as it is reaped.
      let identifier = identifier
      status = Self.runningProcesses.withLock { runningProcesses in
        var how: Int32 = 0
        let one = waitpid(identifier, &how, WNOHANG)
        guard one != 0, one > 0 || errno != EINTR else { return nil }
        runningProcesses.remove(identifier)
        return one > 0 ? how : 0
      }
      guard status == nil else { break }
      guard begun.duration(to: .now) < .seconds(seconds) else { return false }
      usleep(1000)
    }
    return true
  }

  /// Waits for the end of a process that closed its output, and returns whether the kernel killed
  /// it, and its last error output, which is empty if it succeeded.
  package func waitForExit() -> (isKilled: Bool, words: String) {
    // A descendant that inherited standard error may keep it open forever.
    let begun = ContinuousClock.now
    while open.contains(errors), begun.duration(to: .now) < .seconds(Self.exitTimeout) {
      _ = fill()
    }
    _ = hasEnded(within: Self.exitTimeout)
    let said = String(decoding: buffers[errors] ?? [], as: UTF8.self)
    let last =
      said.split(separator: "\n").last.map { ": " + TerminalText.escaped(String($0)) } ?? ""
    let how = status ?? SIGKILL
    let number = how & 0x7F
    let code = how >> 8 & 0xFF
    let words = number == 0 ? "exit status \(code)" : "signal \(number)"
    return (number == SIGKILL, how == 0 ? "" : words + last)
  }
}

extension CommandFailure {
  /// The failure of a process that died without reporting one; `isKilled` if SIGKILL ended it.
  ///
  /// gazecut sends SIGKILL only to processes that hang; the kernel does so when memory is out.
  init(death words: String, isKilled: Bool) {
    self.init(
      .bug, words + (isKilled ? "; the kernel does this when memory runs out" : ""),
      scope: isKilled ? .machine : .video)
  }

  /// The message of a failure after which the job is repeated alone.
  package var retryMessage: String { message + "; trying again when nothing else is rendered" }
}
