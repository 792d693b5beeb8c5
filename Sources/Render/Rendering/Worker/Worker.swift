import CProcess
import EditDecisions
import Foundation
import Media
import Support
import Synchronization

/// The process that opens one source, and no library.
///
/// Decoding and encoding happen in such processes, caged, and nowhere else: a source that makes
/// libav crash or eat the memory takes down one answer and not the night. What it may do, and then
/// what is asked, come as lines of JSON on standard input; answers go as lines of JSON to standard
/// output.
package enum Worker {
  /// Does what it is asked, and ends the process.
  ///
  /// The process must have one thread yet: it is caged before it has another.
  package static func run() -> Never {
    _ = gazecut_name_process("gazecut")
    guard let line = readLine(), let task = try? JSONLine.decode(WorkerTask.self, from: line)
    else {
      let status = ExitStatus.usage.rawValue
      send(.failed(status: status, message: "the worker takes a task", scope: nil))
      exit(status)
    }
    Sandbox(task, environment: ProcessInfo.processInfo.environment).enter()
    let questions = BlockingQueue<String>()
    // Whoever asks holds the other end: where it closes in the middle of an answer, that is over.
    Thread.detachNewThread {
      while let line = readLine() { questions.add(line) }
      questions.add(nil)
      Interruption.simulate(SIGTERM)
      Thread.sleep(forTimeInterval: graceSeconds)
      kill(getpid(), SIGKILL)
    }
    Interruption.stopGracefully()
    switch task {
    case .render(let jobs, let folder): answer { try render(jobs, in: folder) }
    case .trial(let trial): answer { trial.refused() }
    case .read:
      while let line = questions.next() { answer { try answer(to: line, questions) } }
    }
    exit(0)
  }

  /// Seconds a worker has to wind up once its run is gone.
  private static let graceSeconds = 10.0

  private static func answer(_ body: () throws -> any Encodable) {
    do {
      send(.answer(try JSONLine.encode(body())))
    } catch {
      var failure = CommandFailure(describing: error)
      if let status = Interruption.status { failure = CommandFailure(status, "stopped") }
      send(
        .failed(status: failure.status.rawValue, message: failure.message, scope: failure.scope))
    }
  }

  private static func answer(
    to line: String, _ others: BlockingQueue<String>
  ) throws -> any Encodable {
    try JSONLine.decode(MediaRequest.self, from: line).answer(
      notice: { send(.notice($0)) },
      bin: { index in
        send(.wants(bin: index))
        return others.next().flatMap { try? JSONLine.decode(OverlayBin.self, from: $0) }
          ?? OverlayBin()
      },
      progress: report,
      isCancelled: isStopped)
  }

  private static func render(_ jobs: [RenderJob], in folder: String) throws -> any Encodable {
    let made = try RenderJob.render(jobs, in: folder, progress: report, isCancelled: isStopped)
    var sent: Set<String> = []
    for text in made.flatMap(\.notices) where sent.insert(text).inserted { send(.notice(text)) }
    return MediaRequest.Done()
  }

  /// Asked between frames by whatever decodes: a sign that it does, now and then.
  private static let isStopped: CancellationCheck = {
    signOfLife()
    return Interruption.status != nil
  }

  private static let lastSign = Mutex(Date.distantPast)

  private static func signOfLife() {
    let isDue = lastSign.withLock { last in
      let now = Date()
      guard abs(now.timeIntervalSince(last)) > 30 else { return false }
      last = now
      return true
    }
    if isDue { send(.alive) }
  }

  /// Frames come fast; a line a quarter second is enough for anybody who reads them.
  private static let lastLine = Mutex(Date.distantPast)

  private static func report(_ done: Int, _ total: Int) {
    let isDue = lastLine.withLock { last in
      let now = Date()
      guard now.timeIntervalSince(last) > 0.25 || done >= total else { return false }
      last = now
      return true
    }
    if isDue { send(.progress(done: done, total: total)) }
  }

  private static func send(_ event: WorkerEvent) {
    guard let line = try? JSONLine.encode(event) else { return }
    StandardStreams.send(line + "\n", to: STDOUT_FILENO)
  }
}
