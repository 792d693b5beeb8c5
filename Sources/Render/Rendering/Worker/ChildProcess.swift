import CProcess
import EditDecisions
import Foundation
package import Support
import Synchronization

/// A process of this program, or of a person's, that is heard line by line.
///
/// Whoever waits for it does so on a thread of its own (`BlockingCallThread`). Not for more than
/// one thread at a time.
package final class ChildProcess {
  /// This program's own file: a worker is the same program.
  ///
  /// The link itself is started and not what it names: it leads to the running program also after
  /// an upgrade has put another file in its place.
  package static let itself = "/proc/self/exe"

  /// How long a child may be silent, and how long it may take, in seconds.
  struct Patience: Sendable {
    /// Without a word and without using the processor, as where a disk does not answer.
    var standstill = 120.0
    /// Without a word: one frame of the slowest encoder takes minutes.
    var silence = 1200.0
    /// In all; `nil` has no end as long as it speaks.
    var whole: Double?
    /// From SIGTERM to SIGKILL.
    var windingUp = 10.0

    /// A span in the language of the other messages, whatever the user's own is.
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
  /// Whether nothing more will be sent.
  private var isInputWhole = false
  /// What was sent, as far as it was not taken yet.
  private var unsent: [UInt8] = []
  /// How it ended, as waitpid(2) tells.
  private var status: Int32?
  /// Of the processor, when that was asked last.
  private var ticks = 0

  /// Bytes of what it said last on standard error that are kept.
  private static let longestWord = 2000
  /// Seconds from one look at whether to go on to the next.
  private static let step = 0.2
  /// Seconds that it has to end once nobody asks any more.
  private static let leaving = 1.0
  /// Files that a process has to be allowed to have open: its library, and the pipes of its
  /// children.
  static let leastOpenFiles: UInt64 = 64

  /// Those that have not ended, which end with this program: one that was stopped (SIGSTOP) does
  /// not see that its input was closed.
  private static let living = Mutex<Set<pid_t>>([])
  private static let endsWithThis: Void = {
    atexit { for process in ChildProcess.living.withLock(\.self) { kill(process, SIGKILL) } }
  }()

  /// Starts a worker, with the environment that a cage lets it have.
  ///
  /// - Parameter program: whose worker; this one's.
  /// - Throws: `CommandFailure` where it cannot be started.
  convenience init(_ program: String = itself) throws(CommandFailure) {
    try self.init(
      program, ["gazecut", "worker"],
      environment: Sandbox.environment(of: ProcessInfo.processInfo.environment))
  }

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - program: the program's file, or its name where `PATH` leads to it.
  ///   - arguments: what it is given, its own name first.
  ///   - folder: where it begins; `nil` for here.
  ///   - environment: all of its environment.
  /// - Throws: `CommandFailure` where it cannot be started.
  package init(
    _ program: String, _ arguments: [String], in folder: String? = nil,
    environment: [String: String] = ProcessInfo.processInfo.environment
  ) throws(CommandFailure) {
    try Self.requireOpenFiles()
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
    Self.endsWithThis
    if code == 0 { code = gazecut_spawn(program, words, variables, theirs, folder, &process) }
    identifier = process
    if code == 0 { Self.living.withLock { _ = $0.insert(process) } }
    for word in words + variables { free(word) }
    for end in theirs where end >= 0 { close(end) }
    guard code == 0 else {
      status = 0
      throw CommandFailure(
        .inputOutputFailed, "a process cannot be started: " + String(cString: strerror(code)),
        scope: .machine)
    }
  }

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

  /// Nobody will ask again: it ends when it sees that, and at the latest now.
  deinit {
    unsent = []
    endInput()
    if !hasEnded(within: Self.leaving) { kill(identifier, SIGKILL) }
    _ = hasEnded(within: Self.leaving)
    close(output)
    close(errors)
  }

  /// Whether it has not ended.
  var isThere: Bool { !hasEnded(within: 0) }

  /// Sends a line; one that has died meanwhile is known by its silence.
  ///
  /// What a pipe does not hold is given while it is waited for: one that was stopped takes nothing.
  package func send(_ line: String) {
    unsent += Array((line + "\n").utf8)
    give()
  }

  /// Nothing more will be sent.
  package func endInput() {
    isInputWhole = true
    give()
  }

  /// Gives it what it takes without waiting.
  private func give() {
    while !unsent.isEmpty {
      let count = write(input, unsent, unsent.count)
      if count < 0, errno == EAGAIN { return }
      if count < 0, errno == EINTR { continue }
      unsent.removeFirst(count < 0 ? unsent.count : count)
    }
    guard isInputWhole, isInputOpen else { return }
    close(input)
    isInputOpen = false
  }

  /// Waits for what a worker answers; one that dies, hangs or is no longer wanted is ended.
  ///
  /// Time is counted in short steps and not by a clock: a run that was stopped for an hour, or a
  /// machine that slept, must not take that hour for its child's silence.
  ///
  /// - Parameters:
  ///   - subject: what the child is called in a failure: "the worker of 'walk'".
  ///   - patience: how long it may be silent, and take.
  ///   - isCancelled: asked several times a second.
  ///   - hear: told what it says meanwhile.
  /// - Returns: its answer, as JSON.
  /// - Throws: `CommandFailure` as the worker told it; 74 for one that hangs; of the machine where
  ///   the kernel killed it; as a cancelled task's.
  func answer(
    of subject: String, _ patience: Patience, _ isCancelled: () -> Bool,
    hear: (WorkerEvent) -> Void
  ) throws(CommandFailure) -> String {
    var (standstill, silence, whole) = (0.0, 0.0, 0.0)
    while true {
      while let line = takeLine() {
        (standstill, silence) = (0, 0)
        guard let event = try? JSONLine.decode(WorkerEvent.self, from: line) else { continue }
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
        end(within: patience.windingUp)
        throw CommandFailure(describing: CancellationError())
      }
      guard open.contains(output) else {
        let (isKilled, words) = ending()
        throw CommandFailure(death: "\(subject) died (\(words))", isKilled: isKilled)
      }
      let passed = fill()
      (standstill, silence, whole) = (standstill + passed, silence + passed, whole + passed)
      if standstill > patience.standstill, hasWorked() { standstill = 0 }
      guard standstill <= patience.standstill, silence <= patience.silence else {
        end(within: patience.windingUp)
        let span = silence > patience.silence ? patience.silence : patience.standstill
        throw CommandFailure(
          .inputOutputFailed,
          "\(subject) gave no sign of life for \(Patience.words(span)) and was ended; "
            + "a disk that does not answer, or a stopped process, looks like this")
      }
      guard whole <= patience.whole ?? .infinity else {
        end(within: patience.windingUp)
        throw CommandFailure(
          .inputOutputFailed,
          "\(subject) took longer than \(Patience.words(patience.whole ?? 0)), many times what "
            + "others of its length take, and was ended")
      }
    }
  }

  /// Waits until it says nothing more and has ended; what it writes to standard output is dropped.
  ///
  /// - Parameters:
  ///   - seconds: how long that may take; it is ended then.
  ///   - isCancelled: asked several times a second; where it says so, the child is ended.
  /// - Returns: whether it took too long.
  package func outlasts(_ seconds: Double, _ isCancelled: () -> Bool) -> Bool {
    var whole = 0.0
    while !open.isEmpty || status == nil {
      guard whole <= seconds, !isCancelled() else {
        end(within: Self.leaving)
        return whole > seconds
      }
      let isDeaf = open.isEmpty && unsent.isEmpty
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

  /// Takes what has come on either pipe and gives what is to be sent, or waits a step for that; the
  /// seconds that it waited.
  private func fill() -> Double {
    let began = ContinuousClock.now
    var waiting = open.sorted().map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    if !unsent.isEmpty { waiting.append(pollfd(fd: input, events: Int16(POLLOUT), revents: 0)) }
    let isReady = poll(&waiting, nfds_t(waiting.count), Int32(Self.step * 1000)) > 0
    let waited = min(Self.step, began.duration(to: .now) / .seconds(1))
    guard isReady else { return waited }
    for one in waiting where one.revents != 0 {
      guard one.fd != input else {
        give()
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

  /// Whether it has used the processor since this was asked last (proc_pid_stat(5), utime, stime).
  private func hasWorked() -> Bool {
    let text = try? String(contentsOfFile: "/proc/\(identifier)/stat", encoding: .utf8)
    // The name of the program, in brackets, may hold spaces; after it utime is the twelfth field.
    let fields = text?.split(separator: ")").last?.split(separator: " ") ?? []
    let now = fields.dropFirst(11).prefix(2).compactMap { Int($0) }.reduce(0, +)
    defer { ticks = now }
    return now > ticks
  }

  /// Asks it to stop, and ends it where it does not.
  private func end(within seconds: Double) {
    guard status == nil else { return }
    kill(identifier, SIGTERM)
    if !hasEnded(within: seconds) { kill(identifier, SIGKILL) }
    _ = hasEnded(within: Self.leaving)
  }

  /// Whether it ends within some seconds; waitpid(2) has taken its status then.
  private func hasEnded(within seconds: Double) -> Bool {
    let begun = ContinuousClock.now
    while status == nil {
      // Under the lock: what is reaped may be another process's number at once.
      let identifier = identifier
      status = Self.living.withLock { living in
        var how: Int32 = 0
        let one = waitpid(identifier, &how, WNOHANG)
        guard one != 0, one > 0 || errno != EINTR else { return nil }
        living.remove(identifier)
        return one > 0 ? how : 0
      }
      guard status == nil else { break }
      guard begun.duration(to: .now) < .seconds(seconds) else { return false }
      usleep(1000)
    }
    return true
  }

  /// How it ended, once it says nothing more.
  ///
  /// - Returns: whether the kernel killed it, and a few words with the last that it said; no words
  ///   where it ended well.
  package func ending() -> (isKilled: Bool, words: String) {
    // What inherited its standard error may hold that open for good.
    let begun = ContinuousClock.now
    while open.contains(errors), begun.duration(to: .now) < .seconds(Self.leaving) { _ = fill() }
    _ = hasEnded(within: Self.leaving)
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
  package var onceMore: String { message + "; once more when nothing else is rendered" }
}
