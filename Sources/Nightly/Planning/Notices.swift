import Synchronization

/// What processes told an operator, in the order in which they told it.
final class Notices: Sendable {
  private let texts = Mutex<[String]>([])

  func add(_ text: String) { texts.withLock { $0.append(text) } }

  var all: [String] { texts.withLock { $0 } }
}
