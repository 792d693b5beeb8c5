import Dispatch
import Foundation
import Nightly
import Synchronization

/// Turns Ctrl-C and SIGTERM into a call, so that work can be wound up.
final class SignalWatch: Sendable {
  private struct State {
    var caught: ExitStatus?
    var stop: (@Sendable () -> Void)?
  }

  private let state = Mutex(State())
  // Held for its life only; never touched after init.
  private nonisolated(unsafe) var sources: [any DispatchSourceSignal] = []

  /// Begins to watch; a signal that comes before `onSignal` is remembered for it.
  init() {
    for (number, status) in [(SIGINT, ExitStatus.interrupted), (SIGTERM, .terminated)] {
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler { [self] in
        let (isFirst, stop) = state.withLock { state in
          defer { state.caught = state.caught ?? status }
          return (state.caught == nil, state.stop)
        }
        // Who asks twice does not want to wait; the kernel lets go of the lock.
        guard isFirst else { _exit(status.rawValue) }
        stop?()
      }
      source.resume()
      sources.append(source)
    }
  }

  /// Sets what a signal stops.
  func onSignal(_ stop: @escaping @Sendable () -> Void) {
    let wasCaught = state.withLock { state in
      state.stop = stop
      return state.caught != nil
    }
    if wasCaught { stop() }
  }

  /// How the command ends, when a signal came.
  var status: ExitStatus? { state.withLock { $0.caught } }
}
