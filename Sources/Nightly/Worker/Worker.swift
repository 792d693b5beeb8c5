import CProcess
import EditDecisions
import Foundation
import Library
import Media
import Rendering
import Settings
import Synchronization

/// The process that works on one video.
///
/// Decoding and encoding happen in such processes, caged, and nowhere else: a source that makes
/// libav crash or eat the memory takes down one video and not the night. The job comes as a line of
/// JSON on standard input; what happens goes as lines of JSON to standard output.
package enum Worker {
  /// Does one job, and ends the process.
  ///
  /// The process must have one thread yet: what renders is caged before it has another.
  package static func run() -> Never {
    _ = gazecut_name_process("gazecut")
    guard let line = readLine(), let task = try? JSONLine.decode(WorkerTask.self, from: line)
    else {
      let status = ExitStatus.usage.rawValue
      send(.failed(status: status, message: "the worker takes a job", scope: nil))
      exit(status)
    }
    switch task {
    case .video: break
    case .render(let job, let folder):
      Cage(job, in: folder, environment: ProcessInfo.processInfo.environment).enter()
    case .renderTogether(let jobs, let folder):
      Cage(jobs, in: folder, environment: ProcessInfo.processInfo.environment).enter()
    case .trial(let trial): trial.cage.enter()
    case .read(let task):
      Cage(task).enter()
      read()
    }
    Task.detached { exit(await main(task)) }
    dieWithTheRun()
  }

  private static func main(_ task: WorkerTask) async -> Int32 {
    let work = Task { try await perform(task) }
    // What waits for processes of its own is told; what decodes asks for itself.
    Interruption.heed({ work.cancel() }, patiently: true)
    do {
      send(.finished(try await work.value))
      return 0
    } catch {
      return fail(error)
    }
  }

  /// Seconds a worker has to wind up once its run is gone.
  static let graceSeconds = 10.0

  /// A run that is killed takes its workers along: it holds the other end of standard input.
  ///
  /// The worker stops as on a signal, so that no temporary file stays, and by force if that hangs.
  /// The first thread waits for it, which is there also where another cannot be begun.
  private static func dieWithTheRun() -> Never {
    var byte: UInt8 = 0
    while true {
      let count = Glibc.read(STDIN_FILENO, &byte, 1)
      if count == 0 || (count < 0 && errno != EINTR) { break }
    }
    Interruption.pretend(SIGTERM)
    Thread.sleep(forTimeInterval: graceSeconds)
    while true { kill(getpid(), SIGKILL) }
  }

  static func fail(_ error: any Error) -> Int32 {
    var failure = CommandFailure(describing: error)
    if let status = Interruption.status { failure = CommandFailure(status, "stopped") }
    send(
      .failed(status: failure.status.rawValue, message: failure.message, scope: failure.scope))
    return failure.status.rawValue
  }

  private static func perform(_ task: WorkerTask) async throws -> WorkerResult {
    let isCancelled: CancellationCheck = {
      signOfLife()
      return Interruption.status != nil
    }
    switch task {
    case .render(let job, let folder): return try render(job, in: folder, isCancelled)
    case .renderTogether(let jobs, let folder): return try render(jobs, in: folder, isCancelled)
    case .read: return WorkerResult(decisions: "")
    case .video(let job): return try await perform(job, isCancelled)
    case .trial(let trial):
      var result = WorkerResult(decisions: "")
      result.refused = trial.refused()
      return result
    }
  }

  private static func perform(
    _ job: WorkerJob, _ isCancelled: @escaping CancellationCheck
  ) async throws -> WorkerResult {
    let library = try LibraryFolder.find(
      configuration: job.configuration, environment: ProcessInfo.processInfo.environment,
      directory: "/")
    var settings = try library.settings.settings(for: job.video, flags: job.flags)
    let database = try library.database(
      for: job.dryRun || job.seals ? .reading : .writing, isCancelled: isCancelled,
      notice: { send(.notice($0)) })
    let (source, document) = try decide(job, library, &settings, database, isCancelled)
    var result = WorkerResult(
      decisions: document.json, reason: document.reason, source: source.fingerprint)
    guard !job.dryRun else { return result }
    // A reel comes with the clips.
    send(
      .planned(
        moments: document.moments.count,
        files: document.clips.count + (document.reel.isEmpty ? 0 : 1)))
    let folder = library.shortsFolder(of: job.video, settings)
    if job.isProof {
      result.proofs = try ProofPublisher(
        files: ClipFiles(folder: folder), settings: settings, source: source, document: document,
        alive: signOfLife, isCancelled: { Interruption.status != nil },
        progress: { report("proofs", $0, $1) }
      ).publish()
      return result
    }
    var publisher = Publisher(
      folder: folder, settings: settings, database: database, source: source, document: document,
      runner: pool(job, settings, source, document), notice: { send(.notice($0)) })
    publisher.isPinned = job.source.isByPerson
    if job.seals {
      result.sealed = SealedVideo(source: source, jobs: try publisher.missing())
    } else {
      try await publisher.publish(&result)
    }
    return result
  }

  private static func decide(
    _ job: WorkerJob, _ library: LibraryFolder, _ settings: inout Settings,
    _ database: LibraryDatabase, _ isCancelled: @escaping CancellationCheck
  ) throws -> (SourceVideo, DecisionDocument) {
    let reader = SourceReader(
      try library.source(of: job.video, at: job.place), notice: { send(.notice($0)) },
      alive: signOfLife,
      isCancelled: { Interruption.status != nil })
    var source = try SourceVideo(id: job.video, reader, library: library)
    try source.readCaptions(for: settings.render, reader, notice: { send(.notice($0)) })
    let wishes = try job.wishes?.map { try Wish(text: $0) } ?? library.wishes(of: job.video)
    settings.render.title = try source.title(settings.render, wishes) { send(.notice($0)) }
    let maker = DecisionMaker(
      video: job.video, source: source, reader: reader, database: database, settings: settings,
      wishes: wishes,
      mayKeep: !job.dryRun && !job.seals,
      report: { send(.progress(step: $0, done: 0, total: 1)) })
    let document = try maker.decide(job.source)
    if let text = try source.lettersNotice(for: document.moments.map { $0.start..<$0.end }) {
      send(.notice(text))
    }
    return (source, document)
  }

  private static func pool(
    _ job: WorkerJob, _ settings: Settings, _ source: SourceVideo, _ document: DecisionDocument
  ) -> RenderPool {
    let largest = settings.shapes.map(\.render).max { $0.width * $0.height < $1.width * $1.height }
    return RenderPool(
      folder: "",
      width: RunWidth.clips(
        // One process makes all shapes of a moment.
        upTo: job.width, memory: job.memory / settings.shapes.count, largest ?? settings.render,
        source: (source.info.video.codedWidth, source.info.video.codedHeight),
        seconds: document.reel.reduce(0) { $0 + $1.end - $1.start }),
      progress: { report("rendering", $0, $1) },
      rendered: { job, seconds in
        let bytes = job.output.map { Int64(AtomicFile.size($0)) } ?? 0
        send(.rendered(job: job.name, seconds: seconds, bytes: bytes))
      }, notice: { send(.notice($0)) })
  }

  /// Frames come fast; a line a quarter second is enough for anybody who reads them.
  private static let lastLine = Mutex<(step: String, at: Date)>(("", .distantPast))

  private static let lastSign = Mutex(Date.distantPast)

  /// Whatever decodes asks between frames whether to go on: it is told, now and then.
  static func signOfLife() {
    let isDue = lastSign.withLock { last in
      let now = Date()
      guard abs(now.timeIntervalSince(last)) > 30 else { return false }
      last = now
      return true
    }
    if isDue { send(.alive) }
  }

  static func report(_ step: String, _ done: Int, _ total: Int) {
    let isDue = lastLine.withLock { last in
      let now = Date()
      guard last.step != step || now.timeIntervalSince(last.at) > 0.25 || done >= total else {
        return false
      }
      last = (step, now)
      return true
    }
    if isDue { send(.progress(step: step, done: done, total: total)) }
  }

  static func send(_ event: WorkerEvent) {
    guard let line = try? JSONLine.encode(event) else { return }
    StandardStreams.send(line + "\n", to: STDOUT_FILENO)
  }
}
