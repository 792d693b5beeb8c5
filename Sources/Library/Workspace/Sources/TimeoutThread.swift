import Foundation
import Rendering
import Synchronization

/// A thread that runs blocking functions with a timeout.
final class TimeoutThread: Sendable {
  private let questions = BlockingQueue<@Sendable () -> Void>()

  /// Steps of a timeout: a clock would also count the hours for which the program was suspended.
  private static let steps = 20

  /// Starts the thread, which ends with this object unless a function blocks it.
  init() {
    let questions = questions
    Thread.detachNewThread {
      while let question = questions.next() { question() }
    }
  }

  deinit { questions.add(nil) }

  /// Runs a function; `nil` after a timeout in seconds.
  func answer<Answer: Sendable>(
    within seconds: Double, _ question: @escaping @Sendable () -> Answer
  ) -> Answer? {
    let answered = PendingAnswer<Answer>()
    questions.add { answered.set(question()) }
    for _ in 0..<Self.steps {
      if let answer = answered.wait(seconds / Double(Self.steps)) { return answer }
    }
    return nil
  }

  private final class PendingAnswer<Answer: Sendable>: Sendable {
    private let answer = Mutex<Answer?>(nil)
    private let isThere = DispatchSemaphore(value: 0)

    func set(_ value: Answer) {
      answer.withLock { $0 = value }
      isThere.signal()
    }

    func wait(_ seconds: Double) -> Answer? {
      guard isThere.wait(timeout: .now() + seconds) == .success else { return nil }
      return answer.withLock { $0 }
    }
  }
}
