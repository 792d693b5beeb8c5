import Media
import Rendering

/// Asks about a source, by a process of its own that is caged to that one file.
///
/// Who decides what is cut holds the library, its key and its settings, and opens no media: what a
/// hostile file does to libav, it does to a process that has nothing. The process is started at the
/// first question and ends with this. Not for more than one thread.
final class SourceReader {
  /// The source's path.
  let path: String
  private let task: ReadingTask
  private let program: String
  private let notice: (String) -> Void
  private let alive: () -> Void
  private let isCancelled: CancellationCheck
  private var process: ReadingProcess?

  /// A reader of one source.
  ///
  /// - Parameters:
  ///   - task: the source, and what may be written of it.
  ///   - program: this program.
  ///   - notice: told what an operator should know.
  ///   - alive: told that it reads, now and then: a process that hangs tells nothing.
  ///   - isCancelled: asked while it is read; it must not take itself for a sign of life.
  init(
    _ task: ReadingTask,
    program: String = WorkerProcess.itsPath,
    notice: @escaping (String) -> Void = { _ in },
    alive: @escaping () -> Void = {}, isCancelled: @escaping CancellationCheck = { false }
  ) {
    path = task.path
    self.task = task
    self.program = program
    self.notice = notice
    self.alive = alive
    self.isCancelled = isCancelled
  }

  /// A reader of one source that writes nothing of it.
  convenience init(
    _ path: String, program: String = WorkerProcess.itsPath,
    notice: @escaping (String) -> Void = { _ in }, alive: @escaping () -> Void = {},
    isCancelled: @escaping CancellationCheck = { false }
  ) {
    self.init(
      ReadingTask(path: path), program: program, notice: notice, alive: alive,
      isCancelled: isCancelled)
  }

  /// What the source is.
  ///
  /// - Throws: `CommandFailure`, as `MediaInfo.probe`.
  func probe() throws(CommandFailure) -> MediaInfo { try info(.probe(path: path)) }

  /// What a source is that clips are cut from.
  ///
  /// - Throws: `CommandFailure`, as `MediaInfo.probe`, and for a file cut short one that says so.
  func examine() throws(CommandFailure) -> MediaInfo { try info(.examine(path: path)) }

  /// What the source says in text.
  ///
  /// - Throws: `CommandFailure`, as `SubtitleCues.read`.
  func captions(
    of info: MediaInfo, language: String?, notice: (String) -> Void
  ) throws(CommandFailure) -> [SubtitleCue] {
    guard case .captions(let cues) = try ask(.captions(info, language: language), notice) else {
      throw unexpected
    }
    return cues
  }

  /// Rows of figures, one for each cut or black side, or for each pause.
  ///
  /// - Throws: `CommandFailure`.
  func rows(_ question: MediaQuestion) throws(CommandFailure) -> [[Double]] {
    guard case .rows(let rows) = try ask(question, notice) else { throw unexpected }
    return rows
  }

  /// Writes a picture of the source.
  ///
  /// - Throws: `CommandFailure`.
  func render(_ job: RenderJob) throws(CommandFailure) {
    guard case .rendered = try ask(.render(job), notice) else { throw unexpected }
  }

  /// Writes a proof of a moment.
  ///
  /// - Throws: `CommandFailure`.
  func proof(_ job: ProofJob) throws(CommandFailure) -> Proof {
    guard case .proof(let proof) = try ask(.proof(job), notice) else { throw unexpected }
    return proof
  }

  /// Draws an audience over the source.
  ///
  /// - Parameters:
  ///   - job: what is drawn, and where to.
  ///   - bin: what is drawn in a half second, by its number.
  ///   - progress: told frames written and frames in all.
  /// - Returns: what was written.
  /// - Throws: `CommandFailure`.
  func overlay(
    _ job: OverlayJob, bin: @escaping (Int) -> OverlayBin,
    progress: @escaping (Int, Int) -> Void
  ) throws(CommandFailure) -> RenderedFile {
    let audience = Audience(bin: bin, progress: progress)
    guard case .film(let file) = try ask(.overlay(job), notice, audience) else { throw unexpected }
    return file
  }

  /// What is told and asked while a film is drawn.
  private struct Audience {
    var bin: (Int) -> OverlayBin = { _ in OverlayBin() }
    var progress: (Int, Int) -> Void = { _, _ in }
  }

  private func info(_ question: MediaQuestion) throws(CommandFailure) -> MediaInfo {
    guard case .info(let info) = try ask(question, notice) else { throw unexpected }
    return info
  }

  private var unexpected: CommandFailure {
    CommandFailure(.bug, "the process that reads '\(path)' answered something else")
  }

  private func ask(
    _ question: MediaQuestion, _ notice: (String) -> Void, _ audience: Audience = Audience()
  ) throws(CommandFailure) -> MediaAnswer {
    do {
      let process = try running()
      process.send(try JSONLine.encode(question))
      while let line = process.nextLine(isCancelled) {
        guard let event = try? JSONLine.decode(WorkerEvent.self, from: line) else { continue }
        switch event {
        case .answer(let answer): return answer
        case .notice(let text): notice(text)
        case .failed(let code, let message, let scope):
          throw CommandFailure(
            ExitStatus(rawValue: code) ?? .bug, message, scope: scope ?? .video)
        case .alive: alive()
        case .wants(let bin): process.send(try JSONLine.encode(audience.bin(bin)))
        case .progress(_, let done, let total):
          alive()
          audience.progress(done, total)
        case .planned, .rendered, .finished: break
        }
      }
      throw ended(process)
    } catch {
      throw CommandFailure(describing: error)
    }
  }

  private func running() throws -> ReadingProcess {
    if let process { return process }
    let started = try ReadingProcess(program, ["gazecut", "worker"])
    started.send(try JSONLine.encode(WorkerTask.read(task)))
    process = started
    return started
  }

  /// Why no answer came.
  private func ended(_ process: ReadingProcess) -> CommandFailure {
    self.process = nil
    guard !isCancelled() else {
      process.stop()
      return CommandFailure(describing: CancellationError())
    }
    let (isKilled, words) = process.ending()
    return CommandFailure(
      death: "the process that reads '\(path)' died (\(words))", isKilled: isKilled)
  }
}
