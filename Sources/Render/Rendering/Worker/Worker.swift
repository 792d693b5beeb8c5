import CProcess
import EditDecisions
import Foundation
import Media
import Support
import Synchronization

/// A process that decodes and encodes one source, without access to the library.
///
/// All decoding and encoding happens in such sandboxed processes. If a source crashes libav or
/// exhausts memory, only one request fails. Standard input has a `WorkerTask` and then requests,
/// one line of JSON each. Standard output has `WorkerEvent`s.
package enum Worker {
  /// Executes the task on standard input, and exits; it needs a single thread, to enter the
  /// sandbox.
  package static func run() -> Never {
    _ = gazecut_name_process("gazecut")
    guard let line = readLine(), let task = try? SingleLineJSON.decode(WorkerTask.self, from: line)
    else {
      let status = ExitStatus.usage.rawValue
      send(.failed(status: status, message: "the worker takes a task", scope: nil))
      exit(status)
    }
    Sandbox(task, environment: ProcessInfo.processInfo.environment).enter()
    let questions = BlockingQueue<String>()
    // If the run closes the input, it has ended, so the current request is stopped.
    Thread.detachNewThread {
      while let line = readLine() { questions.add(line) }
      questions.add(nil)
      SignalHandler.simulate(SIGTERM)
      Thread.sleep(forTimeInterval: graceSeconds)
      kill(getpid(), SIGKILL)
    }
    SignalHandler.stopGracefully()
    switch task {
    case .render(let jobs, let folder): answer { try render(jobs, in: folder) }
    case .trial(let trial): answer { trial.refused() }
    case .read:
      while let line = questions.next() { answer { try answer(to: line, questions) } }
    }
    exit(0)
  }

  /// Seconds until a worker exits after its run is gone.
  private static let graceSeconds = 10.0

  private static func answer(_ body: () throws -> any Encodable) {
    do {
      send(.answer(try SingleLineJSON.encode(body())))
    } catch {
      var failure = CommandFailure(describing: error)
      if let status = SignalHandler.status { failure = CommandFailure(status, "stopped") }
      send(.failed(status: failure.status.rawValue, message: failure.message, scope: failure.scope))
    }
  }

  private static func answer(
    to line: String, _ others: BlockingQueue<String>
  ) throws -> any Encodable {
    try SingleLineJSON.decode(MediaRequest.self, from: line).answer(
      notice: { send(.notice($0)) },
      bin: { index in
        send(.wants(bin: index))
        return others.next().flatMap { try? SingleLineJSON.decode(OverlayBin.self, from: $0) }
          ?? OverlayBin()
      },
      progress: report, isCancelled: isStopped)
  }

  private static func render(_ jobs: [RenderJob], in folder: String) throws -> any Encodable {
    let made = try JobRenderer.render(jobs, in: folder, progress: report, isCancelled: isStopped)
    var sent: Set<String> = []
    for text in made.flatMap(\.notices) where sent.insert(text).inserted { send(.notice(text)) }
    return MediaRequest.Done()
  }

  /// Called between frames while decoding; also reports now and then that the process is alive.
  private static let isStopped: CancellationCheck = {
    if isDue(lastHeartbeat, after: 30) { send(.alive) }
    return SignalHandler.status != nil
  }

  /// Sends at most four progress events per second, and always the last one.
  private static func report(_ done: Int, _ total: Int) {
    let pause = done < total ? 0.25 : -1
    if isDue(lastReport, after: pause) { send(.progress(done: done, total: total)) }
  }

  private static let lastHeartbeat = Mutex(Date.distantPast)
  private static let lastReport = Mutex(Date.distantPast)

  /// Whether more than `seconds` have passed since it last was, even if the clock was changed.
  private static func isDue(_ last: borrowing Mutex<Date>, after seconds: Double) -> Bool {
    last.withLock { last in
      let now = Date()
      guard abs(now.timeIntervalSince(last)) > seconds else { return false }
      last = now
      return true
    }
  }

  private static func send(_ event: WorkerEvent) {
    guard let line = try? SingleLineJSON.encode(event) else { return }
    StandardStreams.send(line + "\n", to: STDOUT_FILENO)
  }
}
