import EditDecisions
package import Media
package import Support

/// Asks about a source, by a process of its own that is caged to that one file.
///
/// Who decides what is cut holds the library, its key and its settings, and opens no media: what a
/// hostile file does to libav, it does to a process that has nothing. The process is started at the
/// first question and ends with this. Not for more than one thread.
package final class SourceReader {
  package let path: String
  private let task: ReadingTask
  private let program: String
  private let notice: (String) -> Void
  private let isCancelled: CancellationCheck
  private var process: ChildProcess?

  /// A reader of one source.
  ///
  /// - Parameters:
  ///   - path: the source.
  ///   - folder: that it may write to, if any.
  ///   - seconds: of a film of it that may be written there.
  ///   - isHardware: whether that is encoded by a graphics card.
  ///   - program: this program.
  ///   - notice: told what an operator should know.
  ///   - isCancelled: asked while it is read.
  package init(
    _ path: String, writingTo folder: String? = nil, seconds: Double = 0,
    isHardware: Bool = false, program: String = ChildProcess.itself,
    notice: @escaping (String) -> Void = { _ in },
    isCancelled: @escaping CancellationCheck = { false }
  ) {
    self.path = path
    task = ReadingTask(path: path, folder: folder, seconds: seconds, isHardware: isHardware)
    self.program = program
    self.notice = notice
    self.isCancelled = isCancelled
  }

  /// What the source is.
  ///
  /// - Throws: `CommandFailure`, as `MediaInfo.probe`.
  package func probe() throws(CommandFailure) -> MediaInfo { try ask(.probe(path: path), notice) }

  /// What a source is that clips are cut from.
  ///
  /// - Throws: `CommandFailure`, as `MediaInfo.probe`, and for a file cut short one that says so.
  package func examine() throws(CommandFailure) -> MediaInfo {
    try ask(.examine(path: path), notice)
  }

  /// What tells the source, or another file that the process may read, from others.
  ///
  /// - Throws: `CommandFailure`, as `SourceIdentity`.
  package func identity(of path: String) throws(CommandFailure) -> SourceIdentity {
    try ask(.identity(path: path), notice)
  }

  /// Asked before what was read of the source is kept, or anything is decided by it.
  ///
  /// - Throws: `CommandFailure` 65 where the source is another than when its reading began.
  package func requireSource(_ identity: SourceIdentity) throws(CommandFailure) {
    guard try self.identity(of: path) == identity else {
      throw CommandFailure(
        .badData,
        "the source '\(path)' was replaced while it was read; the next night decides anew")
    }
  }

  /// What tells a text from others; `nil` for what is none.
  ///
  /// - Throws: `CommandFailure`, as `SubtitleCues.contents`.
  func mark(ofText path: String) throws(CommandFailure) -> String? {
    try ask(.mark(text: path), notice)
  }

  /// What the source says in text.
  ///
  /// - Throws: `CommandFailure`, as `SubtitleCues.read`.
  package func captions(
    of info: MediaInfo, language: String?, notice: (String) -> Void
  ) throws(CommandFailure) -> [SubtitleCue] {
    try ask(.captions(info, language: language), notice)
  }

  /// The letters of some texts that cannot be drawn here.
  ///
  /// - Throws: `CommandFailure`, as `CaptionLetters.missing`.
  package func missingLetters(in texts: [String]) throws(CommandFailure) -> Set<Unicode.Scalar> {
    let used = Set(texts.joined().unicodeScalars).sorted().map { String($0) }.joined()
    let missing: String = try ask(.letters(used), notice)
    return Set(missing.unicodeScalars)
  }

  /// What clips made so show of a title: its beginning where two lines hold no more.
  ///
  /// - Throws: `CommandFailure`, as `RenderSettings.shown(title:)`.
  package func shown(
    title: String, _ settings: RenderSettings
  ) throws(CommandFailure) -> String {
    try ask(.title(title, settings), notice)
  }

  /// Rows of figures, one for each cut or black side, or for each pause.
  package func rows(_ question: MediaRequest) throws(CommandFailure) -> [[Double]] {
    try ask(question, notice)
  }

  /// Finds out whether clips can be encoded as settings ask.
  ///
  /// - Parameters:
  ///   - settings: of a shape.
  ///   - isCancelled: asked meanwhile.
  /// - Throws: `CommandFailure` 69 where the encoder does not work here.
  func tryEncoder(
    _ settings: RenderSettings, _ isCancelled: @escaping CancellationCheck
  ) throws(CommandFailure) {
    let _: MediaRequest.Done = try ask(.encoder(settings), notice, isCancelled: isCancelled)
  }

  /// Writes a picture of the source.
  package func render(_ job: RenderJob) throws(CommandFailure) {
    let _: MediaRequest.Done = try ask(.render(job), notice)
  }

  /// Writes a preview of a moment.
  package func preview(_ job: PreviewJob) throws(CommandFailure) -> Preview {
    try ask(.preview(job), notice)
  }

  /// Draws an audience over the source.
  ///
  /// - Parameters:
  ///   - job: what is drawn, and where to.
  ///   - bin: what is drawn in a half second, by its number.
  ///   - progress: told frames written and frames in all.
  /// - Returns: what was written.
  /// - Throws: `CommandFailure`.
  package func overlay(
    _ job: OverlayJob, bin: @escaping (Int) -> OverlayBin,
    progress: @escaping (Int, Int) -> Void
  ) throws(CommandFailure) -> RenderedFile {
    try ask(.overlay(job), notice, Audience(bin: bin, progress: progress))
  }

  /// What is told and asked while a film is drawn.
  private struct Audience {
    var bin: (Int) -> OverlayBin = { _ in OverlayBin() }
    var progress: (Int, Int) -> Void = { _, _ in }
  }

  /// Asks; what the kind of question asks for.
  private func ask<Answer: Decodable>(
    _ question: MediaRequest, _ notice: (String) -> Void, _ audience: Audience = Audience(),
    isCancelled: CancellationCheck? = nil
  ) throws(CommandFailure) -> Answer {
    do {
      let process = try running()
      process.send(try JSONLine.encode(question))
      let answer = try process.answer(
        of: "the process that reads '\(path)'", ChildProcess.Patience(windingUp: 1),
        isCancelled ?? self.isCancelled
      ) { event in
        switch event {
        case .notice(let text): notice(text)
        case .wants(let bin):
          // A half second that cannot be written is drawn without its audience.
          process.send((try? JSONLine.encode(audience.bin(bin))) ?? "{}")
        case .progress(let done, let total): audience.progress(done, total)
        case .alive, .answer, .failed: break
        }
      }
      return try JSONLine.decode(Answer.self, from: answer)
    } catch let failure as CommandFailure {
      // One that told its failure answers the next question; one that died does not.
      if failure.scope == .machine || !(process?.isThere ?? false) { process = nil }
      throw failure
    } catch {
      throw CommandFailure(describing: error)
    }
  }

  private func running() throws -> ChildProcess {
    if let process { return process }
    let started = try ChildProcess(program)
    started.send(try JSONLine.encode(WorkerTask.read(task)))
    process = started
    return started
  }
}
