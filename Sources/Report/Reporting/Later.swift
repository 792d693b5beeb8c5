import Synchronization

/// A value that is made when it is first asked for, once.
final class Later<Value: Sendable>: Sendable {
  private let made = Mutex<Value?>(nil)

  /// The value; `make` is called the first time.
  func value(_ make: () -> Value) -> Value {
    made.withLock { made in
      if let made { return made }
      let value = make()
      made = value
      return value
    }
  }
}
