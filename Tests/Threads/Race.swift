import Foundation
import Synchronization

/// Two threads that add to one number: each for itself, which ThreadSanitizer must see before its
/// silence about anything else counts; or, with `--locked`, under one lock, of which it must say
/// nothing.
@main
struct Race {
  nonisolated(unsafe) private static var number = 0
  private static let locked = Mutex(0)

  static func main() {
    let ended = DispatchSemaphore(value: 0)
    let isLocked = CommandLine.arguments.contains("--locked")
    for _ in 0..<2 {
      Thread.detachNewThread {
        // So often that one thread waits for the other a few times.
        for _ in 0..<20_000 {
          if isLocked { locked.withLock { $0 += 1 } } else { number += 1 }
        }
        ended.signal()
      }
    }
    for _ in 0..<2 { ended.wait() }
  }
}
