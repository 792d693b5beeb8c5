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
  private let folder: String?
  private let program: String
  private let notice: (String) -> Void
  private let alive: () -> Void
  private let isCancelled: CancellationCheck
  private var process: ReadingProcess?

  /// A reader of one source.
  ///
  /// - Parameters:
  ///   - path: the source.
  ///   - folder: where pictures of it may be written, if any.
  ///   - program: this program.
  ///   - notice: told what an operator should know.
  ///   - alive: told that it reads, now and then: a process that hangs tells nothing.
  ///   - isCancelled: asked while it is read; it must not take itself for a sign of life.
  init(
    _ path: String, writing folder: String? = nil,
    program: String = WorkerProcess.itsPath,
    notice: @escaping (String) -> Void = { _ in },
    alive: @escaping () -> Void = {}, isCancelled: @escaping CancellationCheck = { false }
  ) {
    self.path = path
    self.folder = folder
    self.program = program
    self.notice = notice
    self.alive = alive
    self.isCancelled = isCancelled
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

  private func info(_ question: MediaQuestion) throws(CommandFailure) -> MediaInfo {
    guard case .info(let info) = try ask(question, notice) else { throw unexpected }
    return info
  }

  private var unexpected: CommandFailure {
    CommandFailure(.bug, "the process that reads '\(path)' answered something else")
  }

  private func ask(
    _ question: MediaQuestion, _ notice: (String) -> Void
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
        case .progress, .planned, .rendered, .finished: break
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
    started.send(try JSONLine.encode(WorkerTask.read(path: path, writing: folder)))
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
