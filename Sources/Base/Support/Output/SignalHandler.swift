import Foundation
import Synchronization

/// Handles SIGINT (Ctrl-C) and SIGTERM.
///
/// At first a signal ends the process at once, with a message and exit code 130 or 143. After
/// `stopGracefully` it is only recorded, and the command stops by itself.
package enum SignalHandler {
  private static let receivedSignal = Atomic<Int32>(0)
  /// Whether the command checks `status` and stops by itself.
  private static let isHandledByCommand = Atomic<Bool>(false)
  private static let logsJSON = Atomic<Bool>(false)
  /// Write end of the self-pipe that wakes the waiting thread; -1 if there is none.
  private static let wakeDescriptor = Atomic<Int32>(-1)

  /// Installs the handlers, first in a process; `logsJSON` makes the last message a line of JSON.
  package static func install(logsJSON: Bool) {
    self.logsJSON.store(logsJSON, ordering: .relaxed)
    // Initialize everything that the handler reads, since it must not do so itself.
    _ = (
      status, isHandledByCommand.load(ordering: .relaxed), wakeDescriptor.load(ordering: .relaxed)
    )
    for number in [SIGINT, SIGTERM] { signal(number) { SignalHandler.handleSignal($0) } }
  }

  /// The exit code if a signal arrived; otherwise `nil`.
  package static var status: ExitStatus? {
    switch receivedSignal.load(ordering: .relaxed) {
    case SIGINT: .interrupted
    case SIGTERM: .terminated
    default: nil
    }
  }

  /// Records that the command stops by itself; a signal calls `stop` once, on its own thread.
  package static func stopGracefully(_ stop: (@Sendable () -> Void)? = nil) {
    if let stop { startListening(stop) }
    isHandledByCommand.store(true, ordering: .sequentiallyConsistent)
  }

  /// Behaves as if a signal had arrived, unless one has.
  package static func simulate(_ number: Int32) { if isFirst(number) { wakeListener() } }

  /// Records a signal; returns whether it is the first one.
  private static func isFirst(_ number: Int32) -> Bool {
    receivedSignal.compareExchange(expected: 0, desired: number, ordering: .sequentiallyConsistent)
      .exchanged
  }

  private static func startListening(_ stop: @escaping @Sendable () -> Void) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    let listening = ends[0]
    Thread.detachNewThread {
      var byte: UInt8 = 0
      while read(listening, &byte, 1) < 0, errno == EINTR {}
      stop()
    }
    wakeDescriptor.store(ends[1], ordering: .sequentiallyConsistent)
    // A signal may have arrived before the pipe existed.
    if receivedSignal.load(ordering: .sequentiallyConsistent) != 0 { wakeListener() }
  }

  /// The signal handler; it may use only atomics, write(2) and _exit(2).
  private static func handleSignal(_ number: Int32) {
    let code = errno
    defer { errno = code }
    let isFirst = isFirst(number)
    let isHandledByCommand = isHandledByCommand.load(ordering: .sequentiallyConsistent)
    if !isHandledByCommand { writeStoppedMessage(number) }
    // Exit at once on a second signal; the kernel releases file locks.
    guard isHandledByCommand, isFirst else { _exit(128 + number) }
    if isFirst { wakeListener() }
  }

  private static func wakeListener() {
    let wakeDescriptor = wakeDescriptor.load(ordering: .sequentiallyConsistent)
    guard wakeDescriptor >= 0 else { return }
    var byte: UInt8 = 1
    _ = write(wakeDescriptor, &byte, 1)
  }

  private static func writeStoppedMessage(_ number: Int32) {
    let words: StaticString =
      switch (logsJSON.load(ordering: .relaxed), number) {
      case (false, _): "error: stopped\n"
      case (true, SIGINT): "{\"level\":\"error\",\"message\":\"stopped\",\"exit\":130}\n"
      case (true, _): "{\"level\":\"error\",\"message\":\"stopped\",\"exit\":143}\n"
      }
    _ = write(STDERR_FILENO, words.utf8Start, words.utf8CodeUnitCount)
  }
}
