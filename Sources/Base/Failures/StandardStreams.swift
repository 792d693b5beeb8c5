import CProcess
import EditDecisions
import Foundation
import Synchronization

/// Standard input, output and error; that one of them fails never changes what is done.
package enum StandardStreams {
  /// Makes them safe to write to; the first thing that a process does.
  ///
  /// A reader that went away is an error of the call and no signal, and a stream that was closed
  /// is held by a file that cannot be written: else the next file that is opened, the database
  /// perhaps, would take its number and be printed into.
  package static func prepare() {
    signal(SIGPIPE, SIG_IGN)
    for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) < 0 {
      // The lowest free number is given: this one.
      _ = open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
    }
  }

  /// Whether a line stands at the end of standard error that the next one replaces.
  private static let hasLine = Mutex(false)

  /// Shows a line on the terminal of standard error until anything else is written.
  package static func show(_ line: String) {
    hasLine.withLock { $0 = true }
    send("\r\u{1B}[K" + TerminalText.escaped(line), to: STDERR_FILENO)
  }

  /// Takes off the line that is shown, if any is.
  package static func clearLine() {
    let hadLine = hasLine.withLock { line in
      defer { line = false }
      return line
    }
    if hadLine { send("\r\u{1B}[K", to: STDERR_FILENO) }
  }

  /// Writes to standard error, where the name of a file steers no terminal; a log that cannot be
  /// written is lost.
  package static func log(_ text: String) {
    clearLine()
    _ = send(TerminalText.lines(text), to: STDERR_FILENO)
  }

  /// Prints a result; on a terminal nothing in it steers that, and a file has it as it is.
  package static func print(_ text: String, terminator: String = "\n") {
    let isTerminal = isatty(STDOUT_FILENO) != 0
    clearLine()
    Swift.print(isTerminal ? TerminalText.lines(text) : text, terminator: terminator)
  }

  /// Writes the whole of a text.
  ///
  /// - Returns: 0, or the errno that stood in the way.
  @discardableResult
  package static func send(_ text: String, to descriptor: Int32) -> Int32 {
    let bytes = Array(text.utf8)
    var offset = 0
    while offset < bytes.count {
      let count = bytes.withUnsafeBytes { buffer in
        write(descriptor, buffer.baseAddress?.advanced(by: offset), buffer.count - offset)
      }
      if count >= 0 {
        offset += count
        continue
      }
      switch errno {
      case EINTR: continue
      case EAGAIN:
        var room = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        poll(&room, 1, -1)
      default: return errno
      }
    }
    return 0
  }

  /// Whether the result went where it was to go.
  ///
  /// Also what was printed long before may have failed, which nobody notices until the buffer is
  /// empty. A reader that took what it wanted and left, as `head` does, is no failure.
  ///
  /// - Throws: `CommandFailure` 74.
  package static func requireWrittenOutput() throws {
    errno = 0
    guard gazecut_output_failed() != 0 else { return }
    let code = errno
    var output = pollfd(fd: STDOUT_FILENO, events: Int16(POLLOUT), revents: 0)
    let hasNoReader = poll(&output, 1, 0) == 1 && output.revents & Int16(POLLERR) != 0
    guard !hasNoReader else { return }
    let reason = code == 0 ? "" : ": " + String(cString: strerror(code))
    throw CommandFailure(
      .inputOutputFailed,
      "the result could not be written to standard output\(reason); what was done is kept")
  }
}
