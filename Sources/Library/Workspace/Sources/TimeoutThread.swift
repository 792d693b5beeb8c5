import Foundation
import Rendering
import Synchronization

/// A thread that answers one question after another, for somebody who need not wait for ever.
final class TimeoutThread: Sendable {
  private let questions = BlockingQueue<@Sendable () -> Void>()

  /// An answer is waited for in steps and not by a clock: a program that was stopped for an hour
  /// must not take that hour for silence.
  private static let steps = 20

  /// Starts it; it ends when this does, unless a question holds it.
  init() {
    let questions = questions
    Thread.detachNewThread {
      while let question = questions.next() { question() }
    }
  }

  deinit { questions.add(nil) }

  /// Asks; the answer, or `nil` where there was none in so many seconds.
  func answer<Answer: Sendable>(
    within seconds: Double, _ question: @escaping @Sendable () -> Answer
  ) -> Answer? {
    let answered = Answered<Answer>()
    questions.add { answered.set(question()) }
    for _ in 0..<Self.steps {
      if let answer = answered.wait(seconds / Double(Self.steps)) { return answer }
    }
    return nil
  }

  private final class Answered<Answer: Sendable>: Sendable {
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
