import Dispatch
import Foundation
import Nightly
import Synchronization

/// Turns Ctrl-C and SIGTERM into a call, so that work can be wound up.
final class SignalWatch: Sendable {
  private let caught = Mutex<ExitStatus?>(nil)
  // Held for its life only; never touched after init.
  private nonisolated(unsafe) var sources: [any DispatchSourceSignal] = []

  init(_ stop: @escaping @Sendable () -> Void) {
    for (number, status) in [(SIGINT, ExitStatus.interrupted), (SIGTERM, .terminated)] {
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler { [self] in
        let isFirst = caught.withLock { caught in
          defer { caught = caught ?? status }
          return caught == nil
        }
        // Who asks twice does not want to wait; the kernel lets go of the lock.
        guard isFirst else { _exit(status.rawValue) }
        stop()
      }
      source.resume()
      sources.append(source)
    }
  }

  /// How the command ends, when a signal came.
  var status: ExitStatus? { caught.withLock { $0 } }
}
