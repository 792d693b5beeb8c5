import Foundation
import Synchronization

/// How long a call waits while another program writes to the library.
///
/// Only one may write at a time, and an import writes for as long as its files are long. The
/// kernel takes a lock from whoever dies, so whoever waits is waiting for somebody at work.
package struct LibraryPatience: Sendable {
  /// Seconds to wait at most: longer than any import takes.
  static let longest = 3600.0
  /// Seconds after which somebody may want to know.
  static let silentSeconds = 5.0
  /// Seconds it goes on when it is to give up: what was stopped is still to be noted.
  static let lastSeconds = 1.0
  /// Seconds between two tries.
  static let step = 0.05

  /// Seconds to wait at most.
  var seconds: Double
  /// Whether to give up now: Ctrl-C.
  var isCancelled: @Sendable () -> Bool
  /// Called once, when the waiting gets long.
  var notice: @Sendable () -> Void
  /// Lets a step go by.
  var pause: @Sendable (Double) -> Void = { Thread.sleep(forTimeInterval: $0) }

  package init(
    seconds: Double = LibraryPatience.longest,
    isCancelled: @escaping @Sendable () -> Bool = { false },
    notice: @escaping @Sendable () -> Void = {}
  ) {
    self.seconds = seconds
    self.isCancelled = isCancelled
    self.notice = notice
  }
}

/// One connection's waiting: SQLite asks it again and again whether to try once more.
final class BusyWait: Sendable {
  private struct State {
    var seconds: Double
    var hasNoticed = false
    /// At how many tries it was to give up.
    var cancelledAt: Int?
  }

  private let patience: LibraryPatience
  private let state: Mutex<State>

  init(_ patience: LibraryPatience) {
    self.patience = patience
    state = Mutex(State(seconds: patience.seconds))
  }

  /// Waits a step, of so many tries for this one lock; whether to try again.
  func mayTryAgain(after tries: Int) -> Bool {
    let waited = Double(tries) * LibraryPatience.step
    let isCancelled = patience.isCancelled()
    let (isOver, isLong) = state.withLock { state in
      if tries < state.cancelledAt ?? 0 { state.cancelledAt = 0 }
      if isCancelled { state.cancelledAt = state.cancelledAt ?? tries }
      let lastWords = state.cancelledAt.map { Double(tries - $0) * LibraryPatience.step }
      let isLong = waited >= LibraryPatience.silentSeconds && !state.hasNoticed
      state.hasNoticed = state.hasNoticed || isLong
      let isOver = waited >= state.seconds || lastWords ?? 0 >= LibraryPatience.lastSeconds
      return (isOver, isLong)
    }
    guard !isOver else { return false }
    if isLong { patience.notice() }
    patience.pause(LibraryPatience.step)
    return true
  }

  /// Does something that is not worth a long wait.
  func impatiently<T>(seconds: Double, _ body: () throws -> T) rethrows -> T {
    state.withLock { $0.seconds = min(seconds, patience.seconds) }
    defer { state.withLock { $0.seconds = patience.seconds } }
    return try body()
  }
}
