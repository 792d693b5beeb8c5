import CProcess
import Foundation
import Synchronization

/// Writes to standard output and standard error; failures of these do not affect a command's work.
package enum StandardStreams {
  /// Makes the standard streams safe to write to; must be called first in a process.
  ///
  /// SIGPIPE is ignored, so a closed pipe is an error of write(2). Closed streams are opened on
  /// /dev/null. Otherwise the next file that is opened, for example the database, would get the
  /// descriptor's number and receive the output.
  package static func prepare() {
    signal(SIGPIPE, SIG_IGN)
    for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) < 0 {
      // open(2) uses the lowest free number, which is this descriptor.
      _ = open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
    }
  }

  /// Whether a progress line is shown on standard error.
  private static let hasLine = Mutex(false)

  /// Shows a progress line on standard error, until anything else is written.
  package static func show(_ line: String) {
    hasLine.withLock { $0 = true }
    send("\r\u{1B}[K" + TerminalText.escaped(line), to: STDERR_FILENO)
  }

  package static func clearLine() {
    let hadLine = hasLine.withLock { line in
      defer { line = false }
      return line
    }
    if hadLine { send("\r\u{1B}[K", to: STDERR_FILENO) }
  }

  /// Writes a message with its line end to standard error; a failure to write is ignored.
  ///
  /// Control characters are escaped, so that a file name cannot control the terminal. `style` is
  /// the colour of the text up to the first colon.
  package static func log(_ text: String, mark style: TextStyle? = nil) {
    clearLine()
    var shown = TerminalText.lines(text)
    if let style, ColorMode.paints(STDERR_FILENO), let colon = shown.firstIndex(of: ":") {
      shown = style.colored(shown[...colon]) + shown[shown.index(after: colon)...]
    }
    _ = send(shown, to: STDERR_FILENO)
  }

  /// Prints a result to standard output; control characters are escaped only on a terminal.
  ///
  /// With `isForPeople`, lines may be coloured; text for a program never is.
  package static func print(_ text: String, terminator: String = "\n", isForPeople: Bool = false) {
    let isPainted = isForPeople && ColorMode.paints(STDOUT_FILENO)
    let isTerminal = isatty(STDOUT_FILENO) != 0
    clearLine()
    let shown = isTerminal || isPainted ? TerminalText.lines(text) : text
    Swift.print(isPainted ? ColoredText.lines(shown) : shown, terminator: terminator)
  }

  /// Writes a whole text, repeating interrupted and partial writes; returns 0, or `errno`.
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

  /// Flushes standard output; throws `CommandFailure` 74 if any output could not be written.
  ///
  /// It is no failure if the reader closed the pipe, as `head` does.
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
      "the result could not be written to standard output\(reason); the work itself was completed")
  }
}
