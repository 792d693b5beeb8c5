import CProcess
import Foundation

/// A process that is asked line by line, by whoever has to wait for its answers.
///
/// Not for more than one thread. Subprocess, by which other workers run, is for those who need not
/// wait; Foundation's `Process` waits for whoever inherited its socket.
final class ReadingProcess {
  private let identifier: pid_t
  private let input: Int32
  private let output: Int32
  private let errors: Int32
  private var buffers: [Int32: [UInt8]] = [:]
  private var open: Set<Int32>
  /// How it ended, as waitpid(2) tells.
  private var status: Int32?

  /// Bytes of what it said last on standard error that are kept.
  private static let longestWord = 2000
  /// Milliseconds from one look at whether to go on to the next.
  private static let step: Int32 = 200
  /// Seconds that it has for winding up.
  private static let windingUp = 1.0

  /// Starts it.
  ///
  /// - Parameters:
  ///   - program: the program's file.
  ///   - arguments: what it is given, its own name first.
  /// - Throws: `CommandFailure` where it cannot be started.
  init(_ program: String, _ arguments: [String]) throws(CommandFailure) {
    var code: Int32 = 0
    let pipes = (0..<3).map { _ in
      var ends: [Int32] = [-1, -1]
      if pipe2(&ends, O_CLOEXEC) != 0 { code = errno }
      return ends
    }
    let theirs = [pipes[0][0], pipes[1][1], pipes[2][1]]
    (input, output, errors) = (pipes[0][1], pipes[1][0], pipes[2][0])
    open = [pipes[1][0], pipes[2][0]]
    let words = arguments.map { strdup($0) } + [nil]
    var process: pid_t = -1
    if code == 0 { code = gazecut_spawn(program, words, environ, theirs, &process) }
    identifier = process
    for word in words { free(word) }
    for end in theirs { close(end) }
    guard code == 0 else {
      status = 0
      throw CommandFailure(
        .inputOutputFailed,
        "a process that reads sources cannot be started: " + String(cString: strerror(code)),
        scope: .machine)
    }
  }

  /// Nobody will ask again: it ends when it sees that, and at the latest now.
  deinit {
    close(input)
    if !hasEnded(within: Self.windingUp) {
      kill(identifier, SIGKILL)
      _ = hasEnded(within: Self.windingUp)
    }
    close(output)
    close(errors)
  }

  /// Sends a line; one that has died meanwhile is known by its silence.
  func send(_ line: String) { StandardStreams.send(line + "\n", to: input) }

  /// Waits for the next line that it says.
  ///
  /// - Parameter isCancelled: asked several times a second.
  /// - Returns: the line, without its end; `nil` when it has died, or when the wait was cancelled.
  func nextLine(_ isCancelled: () -> Bool) -> String? {
    while true {
      if let line = takeLine() { return line }
      guard open.contains(output), !isCancelled() else { return nil }
      fill()
    }
  }

  private func takeLine() -> String? {
    guard let end = buffers[output]?.firstIndex(of: UInt8(ascii: "\n")) else { return nil }
    let text = String(decoding: buffers[output]?.prefix(end) ?? [], as: UTF8.self)
    buffers[output]?.removeFirst(end + 1)
    return text
  }

  /// Takes what has come on either pipe, or waits for it a moment.
  private func fill() {
    var waiting = open.sorted().map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    guard poll(&waiting, nfds_t(waiting.count), Self.step) > 0 else { return }
    for one in waiting where one.revents != 0 {
      var bytes = [UInt8](repeating: 0, count: 1 << 16)
      let count = read(one.fd, &bytes, bytes.count)
      if count > 0 {
        buffers[one.fd, default: []] += bytes[..<count]
      } else if count == 0 || errno != EINTR {
        open.remove(one.fd)
      }
    }
    buffers[errors] = buffers[errors]?.suffix(Self.longestWord)
  }

  /// Asks it to stop.
  func stop() { if status == nil { kill(identifier, SIGTERM) } }

  /// Whether it ends within some seconds; it is buried then.
  private func hasEnded(within seconds: Double) -> Bool {
    let begun = ContinuousClock.now
    while status == nil {
      var how: Int32 = 0
      let one = waitpid(identifier, &how, WNOHANG)
      if one == identifier { status = how }
      if one < 0, errno != EINTR { status = 0 }
      guard status == nil else { break }
      guard begun.duration(to: .now) < .seconds(seconds) else { return false }
      usleep(1000)
    }
    return true
  }

  /// How it ended, once it says nothing more.
  ///
  /// - Returns: whether the kernel killed it, and a few words with the last that it said.
  func ending() -> (isKilled: Bool, words: String) {
    while open.contains(errors) { fill() }
    _ = hasEnded(within: Self.windingUp)
    let said = String(decoding: buffers[errors] ?? [], as: UTF8.self)
    let last = said.split(separator: "\n").last.map { ": " + $0 } ?? ""
    let how = status ?? 0
    let number = how & 0x7F
    let words = number == 0 ? "exit status \(how >> 8 & 0xFF)" : "signal \(number)"
    return (number == SIGKILL, words + last)
  }
}
