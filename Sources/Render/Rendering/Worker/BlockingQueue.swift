import Foundation
import Synchronization

/// A first-in, first-out queue between threads.
package final class BlockingQueue<Element: Sendable>: Sendable {
  private let waiting = Mutex<[Element?]>([])
  private let count = DispatchSemaphore(value: 0)

  package init() {}

  package func add(_ element: Element?) {
    waiting.withLock { $0.append(element) }
    count.signal()
  }

  /// Waits for the next element; `nil` at the end.
  package func next() -> Element? {
    count.wait()
    return waiting.withLock { $0.removeFirst() }
  }
}
