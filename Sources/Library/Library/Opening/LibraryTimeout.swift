import Foundation
import Synchronization

/// The timeout of calls that wait while another program writes to the library.
///
/// Only one program can write at a time, and an import writes for as long as it reads its files.
/// The kernel releases the locks of a process that dies, so a wait always ends when the other
/// program does.
package struct LibraryTimeout: Sendable {
  /// Default timeout in seconds, longer than any import.
  static let longest = 3600.0
  /// Seconds of waiting after which `notice` is called.
  static let silentSeconds = 5.0
  /// Seconds for which calls still wait after cancellation, so that the interruption can be stored.
  static let lastSeconds = 1.0
  static let step = 0.05

  var seconds: Double
  /// Returns whether the user cancelled, for example with Ctrl-C.
  var isCancelled: @Sendable () -> Bool
  /// Called once after `silentSeconds` of waiting.
  var notice: @Sendable () -> Void
  var pause: @Sendable (Double) -> Void = { Thread.sleep(forTimeInterval: $0) }

  package init(
    seconds: Double = LibraryTimeout.longest,
    isCancelled: @escaping @Sendable () -> Bool = { false },
    notice: @escaping @Sendable () -> Void = {}
  ) {
    (self.seconds, self.isCancelled, self.notice) = (seconds, isCancelled, notice)
  }
}

/// The busy handler of one connection: SQLite calls it whenever the database is locked.
final class BusyHandler: Sendable {
  private struct State {
    var seconds: Double
    var hasNoticed = false
    /// Number of attempts at which cancellation was noticed.
    var cancelledAt: Int?
  }

  private let patience: LibraryTimeout
  private let state: Mutex<State>

  init(_ patience: LibraryTimeout) {
    self.patience = patience
    state = Mutex(State(seconds: patience.seconds))
  }

  /// Sleeps for one step; returns whether to try again after `tries` attempts for the same lock.
  func shouldRetry(after tries: Int) -> Bool {
    let waited = Double(tries) * LibraryTimeout.step
    let isCancelled = patience.isCancelled()
    let (isOver, isLong) = state.withLock { state in
      if tries < state.cancelledAt ?? 0 { state.cancelledAt = 0 }
      if isCancelled { state.cancelledAt = state.cancelledAt ?? tries }
      let secondsSinceCancellation = state.cancelledAt.map {
        Double(tries - $0) * LibraryTimeout.step
      }
      let isLong = waited >= LibraryTimeout.silentSeconds && !state.hasNoticed
      state.hasNoticed = state.hasNoticed || isLong
      let isOver =
        waited >= state.seconds || secondsSinceCancellation ?? 0 >= LibraryTimeout.lastSeconds
      return (isOver, isLong)
    }
    guard !isOver else { return false }
    if isLong { patience.notice() }
    patience.pause(LibraryTimeout.step)
    return true
  }

  /// Runs `body` with a shorter timeout.
  func withTimeout<T>(seconds: Double, _ body: () throws -> T) rethrows -> T {
    state.withLock { $0.seconds = min(seconds, patience.seconds) }
    defer { state.withLock { $0.seconds = patience.seconds } }
    return try body()
  }
}
