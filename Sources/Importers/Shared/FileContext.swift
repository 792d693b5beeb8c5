import Audience
import Foundation

/// What is known about a file before its first byte, and the rules that all formats share.
///
/// A class, so that it is handed on without copies of all options a row.
final class FileContext {
  let file: String
  let options: ImportOptions
  /// Where the samples of all sessions wait until the file is read to its end.
  let scratch: SampleScratch
  /// Whether what was opened gives its bytes once.
  private var wasPipe = false
  /// What was wrong with single sessions that were left out; `nil` where one refuses all, as in a
  /// file.
  private(set) var leftOut: [ImportError]?

  /// Takes the path, or what else errors call it; where a session that cannot be used is left out,
  /// the others are taken.
  init(file: String, options: ImportOptions, leavesOut: Bool = false) {
    self.file = file
    leftOut = leavesOut ? [] : nil
    self.options = options
    scratch = SampleScratch(file: file, folder: options.scratchFolder)
  }

  /// Opens the file, once or again.
  func open() throws(ImportError) -> ByteSource {
    guard !wasPipe else {
      throw failure(
        "it is read twice, and a pipe gives what it holds once", "write it to a file first")
    }
    let source = try ByteSource(path: file, progress: options.progress)
    wasPipe = source.isWaitedFor
    return source
  }

  /// Opens a file that stands beside it; the reading may be stopped while nobody writes into it.
  func open(beside path: String) throws(ImportError) -> ByteSource {
    try ByteSource(path: path) { [options] _, _ in options.progress(0, nil) }
  }

  /// Whether rows of a database are read, whose name says nothing of who watched.
  var isDatabase: Bool { leftOut != nil }

  /// Takes note of a session that is left out, or refuses all where none may be.
  func leaveOut(_ error: ImportError) throws(ImportError) {
    guard leftOut != nil, error.kind == .badData || error.kind == .unknownPicture else {
      throw error
    }
    // What all rows have wrong is told once.
    guard leftOut?.last?.problem != error.problem else { return }
    leftOut?.append(error)
  }

  /// Refuses a row that leaves open whose it is: nothing else tells, and people would merge.
  func requireNames(_ names: [String?], _ line: Int) throws(ImportError) {
    guard names.contains(where: { $0?.isEmpty ?? true }) else { return }
    throw failure(
      "the row does not say whose it is", "let the query give a name for every row", line: line)
  }

  /// Leaves a session of a database out of which nothing can be used, though it has rows.
  func leaveOutUnusable(_ session: SessionBuilder, _ line: Int) throws(ImportError) {
    guard isDatabase, session.samples.isEmpty, !session.skips.summary.isEmpty else { return }
    try leaveOut(
      failure(
        "no usable sample of this session (\(session.skips.summary))",
        "correct its rows, or let the query leave them out", line: line))
  }

  /// A refusal, of the whole file where no line is given.
  func failure(_ problem: String, _ remedy: String, line: Int? = nil) -> ImportError {
    ImportError(of: file, line: line, problem, remedy)
  }

  /// A refusal of a file of which nothing can be used, with what was wrong with its parts.
  func nothing(_ what: String, _ skips: SkipCounts, _ remedy: String) -> ImportError {
    failure("no usable \(what)" + (skips.isEmpty ? "" : " (\(skips.summary))"), remedy)
  }

  /// The video: the file's word and the user's must agree where there are both.
  func video(named own: String?, line: Int?) throws(ImportError) -> String {
    func failure(_ problem: String, _ remedy: String) -> ImportError {
      self.failure(problem, remedy, line: line)
    }
    // A column that is mapped wrongly may hold people's names: what is no id is not repeated.
    if let own, !Identifier.isValid(own) {
      throw failure("the video that it names cannot be an id", "an id is \(Identifier.rule)")
    }
    if let own, let other = options.video, own != other {
      throw failure(
        "the file names the video '\(own)' and --video names '\(other)'",
        "leave --video out, or give the file of that video")
    }
    // A folder may be named after a viewer, and the reason is stored and logged.
    if let own, let other = options.path.video, own != other {
      throw failure(
        "the file names another video than its path",
        "move it to the folder of the video that it names")
    }
    guard let video = own ?? givenVideo else {
      throw failure("the file does not name its video", "say which with --video ID")
    }
    guard Identifier.isValid(video) else {
      throw failure("'\(video)' cannot be the id of a video", "an id is \(Identifier.rule)")
    }
    return video
  }

  /// Whether the user's word or the path's says who watched.
  var givesViewer: Bool { options.viewer != nil || options.path.viewer != nil }

  /// The video by the user's word or the path's, which name the same where both do.
  var givenVideo: String? { options.video ?? options.path.video }

  /// The viewer: the file's own word, else the user's, else the path's, else the file's stem.
  func viewer(named own: String?) -> String {
    [own, options.viewer, options.path.viewer].lazy.compactMap { $0.flatMap(ViewerName.plain) }
      .first ?? folderName ?? stem
  }

  /// Adds the user's labels to the file's own; both must agree.
  func label(_ session: inout StagedSession) throws(ImportError) {
    for label in options.viewerLabels {
      guard let own = session.labels.first(where: { $0.name == label.name }) else {
        session.labels.append(label)
        continue
      }
      guard own == label else {
        throw failure(
          "its column of the label '\(label.name)' and --label do not agree",
          "leave one of them out")
      }
    }
    guard session.labels.count <= ViewerLabel.most else {
      throw failure(
        "a session has \(session.labels.count) labels", "\(ViewerLabel.most) are the most")
    }
  }

  /// A session whose viewer and id are the file's own words, or follow from the file's name with a
  /// suffix that tells ids apart.
  func session(
    _ builder: SessionBuilder, of video: String, viewer: String? = nil, named own: String? = nil,
    suffix: String = ""
  ) -> StagedSession {
    StagedSession(
      video: video, session: own ?? derivedSession(suffix), viewer: self.viewer(named: viewer),
      recordedAt: options.recordedAt ?? options.path.recordedAt, samples: builder.samples,
      skipped: builder.skips.byReason,
      naming: FileNaming(
        name: derivedSession(),
        isViewer: (viewer ?? options.viewer).flatMap(ViewerName.plain) == nil,
        isSession: own == nil))
  }

  /// The name of the folder that `--viewer-from` means; `nil` where the file's own name counts.
  private var folderName: String? {
    guard options.viewerFolder > 0 else { return nil }
    var path = URL(fileURLWithPath: file).standardizedFileURL
    for _ in 0..<options.viewerFolder { path.deleteLastPathComponent() }
    return path.path == "/" ? nil : path.lastPathComponent
  }

  /// The size of a video's picture, which this file's coordinates need.
  func pictureSize(of video: String, because: String) throws(ImportError) -> PictureSize {
    if let size = options.pictureSize(video), size.width > 0, size.height > 0 { return size }
    throw ImportError(
      .unknownPicture, of: file,
      "\(because), and the picture size of its video is not known",
      "put its source into the library's videos folder first, or name it in gazecut.yaml")
  }

  /// A refusal because an option is needed that was not given.
  func missingOption(_ problem: String, _ remedy: String) -> ImportError {
    ImportError(.missingOption, of: file, problem, remedy)
  }

  /// Where the picture was shown on the plane that points lie in, by the user's word: `--picture`,
  /// else the letterboxed picture in `--player` or `--screen`; `nil` without any.
  func shownArea(of video: String) throws(ImportError) -> ImageArea? {
    if let picture = options.picture { return picture }
    guard let plane = options.player ?? options.screen else { return nil }
    let option = options.player == nil ? "--screen" : "--player"
    return plane.letterboxed(
      try pictureSize(of: video, because: "\(option) gives more than the picture"))
  }

  /// What a clock that counts seconds from 1970 in UTC showed at play time 0, by the user's word.
  ///
  /// - Parameter isLocal: whether the clock tells no zone; then the user's need not.
  /// - Returns: seconds since 1970; `nil` where nothing is said.
  /// - Throws: a refusal of a start without its zone.
  func unixStart(isLocal: Bool = false) throws(ImportError) -> Double? {
    guard let start = options.startedAt else { return nil }
    if isLocal { return start.seconds }
    guard let seconds = start.unixSeconds else {
      throw missingOption(
        "--started-at has no zone, and the file's times count from 1970 in UTC",
        "write it with its zone, as 2026-11-19T21:03:00Z")
    }
    return seconds
  }

  /// The file's name without folder and extensions: `anna` of `x/anna.jsonl.gz`.
  var stem: String {
    var name = (file as NSString).lastPathComponent as NSString
    while !name.pathExtension.isEmpty { name = name.deletingPathExtension as NSString }
    return name as String
  }

  /// A session id that follows from the file's name; marks that an id may not have are replaced,
  /// and a digest of the name keeps such ids apart.
  func derivedSession(_ suffix: String = "") -> String {
    // In a folder that names a viewer, several files may be theirs.
    let name = options.path.session ?? folderName.map { "\($0)_\(stem)" } ?? stem
    return derivedSession(of: name + suffix + (options.sessionTag.map { ".\($0)" } ?? ""))
  }

  /// A session id that follows from a text, which may have marks that an id may not have.
  func derivedSession(of plain: String) -> String {
    guard !Identifier.isValid(plain) else { return plain }
    // FNV-1a (Fowler, Noll, Vo): short, and the same on every machine.
    let digest = plain.utf8.reduce(UInt64(0xCBF2_9CE4_8422_2325)) {
      ($0 ^ UInt64($1)) &* 0x100_0000_01B3
    }
    let safe = plain.unicodeScalars.filter { $0.isASCII && Identifier.isValid(String($0)) }
    return "s" + String(String.UnicodeScalarView(safe).prefix(40)) + "-"
      + String(digest, radix: 16)
  }
}
