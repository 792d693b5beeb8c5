import EditDecisions
package import Media
package import Support

/// Reads a source in a separate process that is sandboxed to this one file.
///
/// The main process has access to the library, its key and its settings, so it opens no media. A
/// hostile file can only attack a process without access to anything. The process starts with the
/// first request and ends with this object. Not thread-safe.
package final class SourceReader {
  package let path: String
  private let task: SourceReadingTask
  private let program: String
  private let notice: (String) -> Void
  private let isCancelled: CancellationCheck
  private var process: ChildProcess?

  /// Creates a reader of one source, with the permissions of a `SourceReadingTask`.
  ///
  /// `notice` receives messages for the operator. `isCancelled` is called repeatedly while reading.
  package init(
    _ path: String, writingTo folder: String? = nil, seconds: Double = 0,
    isHardware: Bool = false, program: String = ChildProcess.ownExecutable,
    notice: @escaping (String) -> Void = { _ in },
    isCancelled: @escaping CancellationCheck = { false }
  ) {
    self.path = path
    task = SourceReadingTask(path: path, folder: folder, seconds: seconds, isHardware: isHardware)
    self.program = program
    self.notice = notice
    self.isCancelled = isCancelled
  }

  // The methods throw the `CommandFailure` that the process reports, which describes the error of
  // `MediaRequest.answer`.

  package func probe() throws(CommandFailure) -> MediaInfo { try ask(.probe(path: path), notice) }

  /// Returns the properties of a source and checks that it is suitable for cutting clips.
  package func examine() throws(CommandFailure) -> MediaInfo {
    try ask(.examine(path: path), notice)
  }

  /// Identifies the source, or another readable file, by its content.
  package func identity(of path: String) throws(CommandFailure) -> SourceIdentity {
    try ask(.identity(path: path), notice)
  }

  /// Throws `CommandFailure` 65 if the source was replaced; call it before results of reading are
  /// stored or used.
  package func requireSource(_ identity: SourceIdentity) throws(CommandFailure) {
    guard try self.identity(of: path) == identity else {
      throw CommandFailure(
        .badData, "the source '\(path)' was replaced while it was read; the next run decides again")
    }
  }

  /// Identifies a text file by its content; `nil` if it is not a text.
  func mark(ofText path: String) throws(CommandFailure) -> String? {
    try ask(.mark(text: path), notice)
  }

  /// Returns the subtitle cues of the source, preferably in `language`.
  package func captions(
    of info: MediaInfo, language: String?, notice: (String) -> Void
  ) throws(CommandFailure) -> [SubtitleCue] {
    try ask(.captions(info, language: language), notice)
  }

  /// Returns the characters in some texts for which no font is installed.
  package func missingLetters(in texts: [String]) throws(CommandFailure) -> Set<Unicode.Scalar> {
    let used = Set(texts.joined().unicodeScalars).sorted().map { String($0) }.joined()
    let missing: String = try ask(.letters(used), notice)
    return Set(missing.unicodeScalars)
  }

  /// Returns the part of a title that clips with these settings show, at most two lines.
  package func shown(title: String, _ settings: RenderSettings) throws(CommandFailure) -> String {
    try ask(.title(title, settings), notice)
  }

  /// Returns rows of numbers, one per scene cut, black border or pause.
  package func rows(_ question: MediaRequest) throws(CommandFailure) -> [[Double]] {
    try ask(question, notice)
  }

  /// Throws `CommandFailure` 69 if the encoder does not work with these settings.
  func tryEncoder(
    _ settings: RenderSettings, _ isCancelled: @escaping CancellationCheck
  ) throws(CommandFailure) {
    let _: MediaRequest.Done = try ask(.encoder(settings), notice, isCancelled: isCancelled)
  }

  /// Writes a still frame of the source.
  package func render(_ job: RenderJob) throws(CommandFailure) {
    let _: MediaRequest.Done = try ask(.render(job), notice)
  }

  package func preview(_ job: PreviewJob) throws(CommandFailure) -> Preview {
    try ask(.preview(job), notice)
  }

  /// Writes a video of the source with gaze and reactions drawn over it.
  ///
  /// `bin` returns the data of a 0.5 s bin by its number. `progress` receives the frames written
  /// and their total.
  package func overlay(
    _ job: OverlayJob, bin: (Int) -> OverlayBin, progress: (Int, Int) -> Void
  ) throws(CommandFailure) -> RenderedFile {
    try ask(.overlay(job), notice, bin: bin, progress: progress)
  }

  private func ask<Answer: Decodable>(
    _ question: MediaRequest, _ notice: (String) -> Void,
    bin: (Int) -> OverlayBin = { _ in OverlayBin() }, progress: (Int, Int) -> Void = { _, _ in },
    isCancelled: CancellationCheck? = nil
  ) throws(CommandFailure) -> Answer {
    do {
      let process = try running()
      process.send(try SingleLineJSON.encode(question))
      let answer = try process.answer(
        of: "the process that reads '\(path)'", ChildProcess.Timeouts(killDelay: 1),
        isCancelled ?? self.isCancelled
      ) { event in
        switch event {
        case .notice(let text): notice(text)
        case .wants(let number):
          // A bin that cannot be encoded as JSON is drawn without data.
          process.send((try? SingleLineJSON.encode(bin(number))) ?? "{}")
        case .progress(let done, let total): progress(done, total)
        case .alive, .answer, .failed: break
        }
      }
      return try SingleLineJSON.decode(Answer.self, from: answer)
    } catch let failure as CommandFailure {
      // A process that reported its failure can answer the next request; a dead one cannot.
      if failure.scope == .machine || !(process?.isThere ?? false) { process = nil }
      throw failure
    } catch {
      throw CommandFailure(describing: error)
    }
  }

  private func running() throws -> ChildProcess {
    if let process { return process }
    let started = try ChildProcess(program)
    started.send(try SingleLineJSON.encode(WorkerTask.read(task)))
    process = started
    return started
  }
}
