import Foundation
import Rendering
import Synchronization

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
    let answer = Mutex<Answer?>(nil)
    let isAnswered = DispatchSemaphore(value: 0)
    questions.add {
      let given = question()
      answer.withLock { $0 = given }
      isAnswered.signal()
    }
    for _ in 0..<Self.steps {
      guard isAnswered.wait(timeout: .now() + seconds / Double(Self.steps)) != .success else {
        return answer.withLock { $0 }
      }
    }
    return nil
  }
}
