import Foundation
import Synchronization

/// Ctrl-C and SIGTERM, from the first moment of a process to its last.
///
/// Until a command heeds them they end the process at once, with a word and the right code;
/// afterwards they are noted, and the work winds up by itself.
package enum Interruption {
  private static let caught = Atomic<Int32>(0)
  /// Whether the work looks at `status` and winds up.
  private static let isHeeded = Atomic<Bool>(false)
  private static let logsJSON = Atomic<Bool>(false)
  /// What a signal writes to, to wake who waits; -1 where nobody does.
  private static let bell = Atomic<Int32>(-1)

  /// Begins to watch; the first thing that a process does.
  ///
  /// - Parameter logsJSON: whether the last word is to be a line of JSON.
  package static func install(logsJSON: Bool) {
    self.logsJSON.store(logsJSON, ordering: .relaxed)
    // Also makes what the handler reads, which must not happen in it.
    _ = (status, isHeeded.load(ordering: .relaxed), bell.load(ordering: .relaxed))
    for number in [SIGINT, SIGTERM] { signal(number) { Interruption.note($0) } }
  }

  /// How the process is to end, when a signal came.
  package static var status: ExitStatus? {
    switch caught.load(ordering: .relaxed) {
    case SIGINT: .interrupted
    case SIGTERM: .terminated
    default: nil
    }
  }

  /// From here on the caller looks at `status` and winds up.
  ///
  /// - Parameter stop: called once, from a thread of its own, when a signal comes.
  package static func heed(_ stop: (@Sendable () -> Void)? = nil) {
    if let stop { listen(stop) }
    isHeeded.store(true, ordering: .sequentiallyConsistent)
  }

  /// Acts as if a signal had come, unless one has.
  package static func pretend(_ number: Int32) {
    if isFirst(number) { ring() }
  }

  /// Notes a signal; whether none had come before.
  private static func isFirst(_ number: Int32) -> Bool {
    caught.compareExchange(expected: 0, desired: number, ordering: .sequentiallyConsistent)
      .exchanged
  }

  private static func listen(_ stop: @escaping @Sendable () -> Void) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    let listening = ends[0]
    Thread.detachNewThread {
      var byte: UInt8 = 0
      while read(listening, &byte, 1) < 0, errno == EINTR {}
      stop()
    }
    bell.store(ends[1], ordering: .sequentiallyConsistent)
    // One that came before there was a bell.
    if caught.load(ordering: .sequentiallyConsistent) != 0 { ring() }
  }

  /// Runs inside the handler: nothing but atomics, write(2) and _exit(2).
  private static func note(_ number: Int32) {
    let code = errno
    defer { errno = code }
    let isFirst = isFirst(number)
    let isHeeded = isHeeded.load(ordering: .sequentiallyConsistent)
    if !isHeeded { sayStopped(number) }
    // Who asks twice does not want to wait; the kernel lets go of the lock.
    guard isHeeded, isFirst else { _exit(128 + number) }
    if isFirst { ring() }
  }

  private static func ring() {
    let bell = bell.load(ordering: .sequentiallyConsistent)
    guard bell >= 0 else { return }
    var byte: UInt8 = 1
    _ = write(bell, &byte, 1)
  }

  private static func sayStopped(_ number: Int32) {
    let words: StaticString =
      switch (logsJSON.load(ordering: .relaxed), number) {
      case (false, _): "error: stopped\n"
      case (true, SIGINT): "{\"level\":\"error\",\"message\":\"stopped\",\"exit\":130}\n"
      case (true, _): "{\"level\":\"error\",\"message\":\"stopped\",\"exit\":143}\n"
      }
    _ = write(STDERR_FILENO, words.utf8Start, words.utf8CodeUnitCount)
  }
}
