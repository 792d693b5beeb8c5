import Foundation
import Media
import Rendering
import Synchronization

extension Worker {
  /// Answers what is asked about one source until nobody asks any more; the process is caged.
  static func read() -> Never {
    let questions = Questions()
    // Whoever asks holds the other end: where it closes in the middle of an answer, that is over.
    Thread.detachNewThread {
      while let line = readLine() { questions.add(line) }
      questions.add(nil)
      Interruption.pretend(SIGTERM)
      Thread.sleep(forTimeInterval: graceSeconds)
      kill(getpid(), SIGKILL)
    }
    Interruption.heed()
    while let line = questions.next() { answer(line, questions) }
    exit(0)
  }

  private static func answer(_ line: String, _ others: Questions) {
    do {
      let question = try JSONLine.decode(MediaQuestion.self, from: line)
      send(
        .answer(
          try question.answer(
            notice: { send(.notice($0)) },
            bin: { index in
              send(.wants(bin: index))
              return others.next().flatMap { try? JSONLine.decode(OverlayBin.self, from: $0) }
                ?? OverlayBin()
            },
            progress: { report("drawing", $0, $1) },
            isCancelled: {
              signOfLife()
              return Interruption.status != nil
            })))
    } catch {
      _ = fail(error)
    }
  }

  /// Lines that wait for their answers, handed from the thread that reads them to the one that
  /// answers.
  private final class Questions: Sendable {
    private let waiting = Mutex<[String?]>([])
    private let count = DispatchSemaphore(value: 0)

    /// Adds a line, or the end of them.
    func add(_ line: String?) {
      waiting.withLock { $0.append(line) }
      count.signal()
    }

    /// Waits for the next line; `nil` at their end.
    func next() -> String? {
      count.wait()
      return waiting.withLock { $0.removeFirst() }
    }
  }
}
