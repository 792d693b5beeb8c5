import Audience
import Foundation

/// The imported file, its options, and rules of all formats; a class, to avoid copying options.
final class ImportContext {
  let file: String
  let options: ImportOptions
  let scratch: TemporarySampleFile
  private var wasPipe = false
  /// Errors of sessions that were left out; `nil` if one bad session rejects the whole file.
  private(set) var leftOut: [ImportError]?

  /// With `skipsInvalidSessions`, bad sessions are left out; `file` may be a database's name.
  init(file: String, options: ImportOptions, skipsInvalidSessions: Bool = false) {
    self.file = file
    leftOut = skipsInvalidSessions ? [] : nil
    self.options = options
    scratch = TemporarySampleFile(file: file, folder: options.scratchFolder)
  }

  /// Opens the file; this works several times, unless it is a pipe.
  func open() throws(ImportError) -> ByteSource {
    guard !wasPipe else {
      throw failure(
        "this import reads its input twice, which a pipe does not allow", "write it to a file first"
      )
    }
    let source = try ByteSource(path: file, progress: options.progress)
    wasPipe = source.mayBlock
    return source
  }

  /// Opens a second file, for example a preset; an import can be stopped while a pipe is empty.
  func open(beside path: String) throws(ImportError) -> ByteSource {
    try ByteSource(path: path) { [options] _, _ in options.progress(0, nil) }
  }

  /// Whether the source is a database, whose name must not be used as the name of a viewer.
  var isDatabase: Bool { leftOut != nil }

  /// Records the error of a session that is left out, or throws it if the import is strict.
  func recordLeftOutSession(_ error: ImportError) throws(ImportError) {
    guard leftOut != nil, error.kind == .badData || error.kind == .unknownPicture else {
      throw error
    }
    // If all rows have the same error, record it only once.
    guard leftOut?.last?.problem != error.problem else { return }
    leftOut?.append(error)
  }

  /// Throws if a row has no name, because different people would be merged.
  func requireNonemptyNames(_ names: [String?], _ line: Int) throws(ImportError) {
    guard names.contains(where: { $0?.isEmpty ?? true }) else { return }
    throw failure(
      "the row has no name", "change the query so that every row has a name", line: line)
  }

  /// Leaves out a session of a database if it has rows, but none is usable.
  func skipUnusableSession(_ session: SessionBuilder, _ line: Int) throws(ImportError) {
    guard isDatabase, session.samples.isEmpty, !session.skips.summary.isEmpty else { return }
    try recordLeftOutSession(
      failure(
        "this session has no usable samples (\(session.skips.summary))",
        "correct its rows, or exclude them in the query", line: line))
  }

  func failure(_ problem: String, _ remedy: String, line: Int? = nil) -> ImportError {
    ImportError(of: file, line: line, problem, remedy)
  }

  /// The error for a file without usable content, with the reasons.
  func nothing(_ what: String, _ skips: SkipCounts, _ remedy: String) -> ImportError {
    failure("the file has no usable \(what)" + (skips.isEmpty ? "" : " (\(skips.summary))"), remedy)
  }

  /// The video's ID; the file, `--video` and the path must agree.
  func video(named own: String?, line: Int?) throws(ImportError) -> String {
    func failure(_ problem: String, _ remedy: String) -> ImportError {
      self.failure(problem, remedy, line: line)
    }
    // If a column is mapped wrongly, it may contain names of people, so do not repeat an invalid
    // ID.
    if let own, !Identifier.isValid(own) {
      throw failure("the file's video ID is not valid", "an ID is \(Identifier.rule)")
    }
    if let own, let other = options.video, own != other {
      throw failure(
        "the file names the video '\(own)' and --video names '\(other)'",
        "remove --video, or give the file of that video")
    }
    // A folder may be named after a viewer, and the reason is stored and logged.
    if let own, let other = options.path.video, own != other {
      throw failure(
        "the file names another video than its path",
        "move it to the folder of the video that it names")
    }
    guard let video = own ?? givenVideo else {
      throw failure("the file does not contain its video ID", "add --video ID")
    }
    guard Identifier.isValid(video) else {
      throw failure("'\(video)' is not a valid video ID", "an ID is \(Identifier.rule)")
    }
    return video
  }

  var hasGivenViewer: Bool { options.viewer != nil || options.path.viewer != nil }

  var givenVideo: String? { options.video ?? options.path.video }

  /// The viewer's name: from the file, `--viewer`, the path, the folder, or the file name.
  func viewer(named own: String?) -> String {
    [own, options.viewer, options.path.viewer].lazy.compactMap { $0.flatMap(ViewerName.plain) }
      .first ?? folderName ?? stem
  }

  /// Adds the labels of `--label` to those of the file; they must agree.
  func label(_ session: inout StagedSession) throws(ImportError) {
    for label in options.viewerLabels {
      guard let own = session.labels.first(where: { $0.name == label.name }) else {
        session.labels.append(label)
        continue
      }
      guard own == label else {
        throw failure(
          "the label '\(label.name)' differs between the file and --label",
          "remove one of them")
      }
    }
    guard session.labels.count <= ViewerLabel.most else {
      throw failure(
        "a session has \(session.labels.count) labels", "the maximum is \(ViewerLabel.most)")
    }
  }

  /// Creates a session; `suffix` distinguishes those whose IDs come from the file's name.
  func session(
    _ builder: SessionBuilder, of video: String, viewer: String? = nil, named own: String? = nil,
    suffix: String = ""
  ) -> StagedSession {
    StagedSession(
      video: video, session: own ?? derivedSession(suffix), viewer: self.viewer(named: viewer),
      recordedAt: options.recordedAt ?? options.path.recordedAt, samples: builder.samples,
      skipped: builder.skips.byReason,
      naming: DerivedNames(
        name: derivedSession(),
        isViewer: (viewer ?? options.viewer).flatMap(ViewerName.plain) == nil,
        isSession: own == nil))
  }

  /// Name of the folder that `--viewer-from` selects; `nil` if the file name is used.
  private var folderName: String? {
    guard options.viewerFolder > 0 else { return nil }
    var path = URL(fileURLWithPath: file).standardizedFileURL
    for _ in 0..<options.viewerFolder { path.deleteLastPathComponent() }
    return path.path == "/" ? nil : path.lastPathComponent
  }

  func pictureSize(of video: String, because: String) throws(ImportError) -> FrameSize {
    if let size = options.pictureSize(video), size.width > 0, size.height > 0 { return size }
    throw ImportError(
      .unknownPicture, of: file,
      "\(because), and the picture size of its video is not known",
      "put its source into the library's videos folder, or name it in gazecut.yaml")
  }

  func missingOption(_ problem: String, _ remedy: String) -> ImportError {
    ImportError(.missingOption, of: file, problem, remedy)
  }

  /// The video's place among the points: `--picture`, or letterboxed in `--player` or `--screen`.
  func videoArea(of video: String) throws(ImportError) -> SourceRectangle? {
    if let picture = options.picture { return picture }
    guard let plane = options.player ?? options.screen else { return nil }
    let option = options.player == nil ? "--screen" : "--player"
    return plane.letterboxed(
      try pictureSize(of: video, because: "\(option) includes the bars around the video"))
  }

  /// The Unix time at play time 0, from `--started-at`, which needs a zone unless `isLocal`.
  func unixTimeAtStart(isLocal: Bool = false) throws(ImportError) -> Double? {
    guard let start = options.startedAt else { return nil }
    if isLocal { return start.seconds }
    guard let seconds = start.unixSeconds else {
      throw missingOption(
        "--started-at has no time zone, and the file's times count from 1970 in UTC",
        "add the zone, for example 2026-11-19T21:03:00Z")
    }
    return seconds
  }

  /// The file name without folder and extensions, for example `anna` for `x/anna.jsonl.gz`.
  var stem: String {
    var name = (file as NSString).lastPathComponent as NSString
    while !name.pathExtension.isEmpty { name = name.deletingPathExtension as NSString }
    return name as String
  }

  /// A session ID from the file's name.
  func derivedSession(_ suffix: String = "") -> String {
    // If a folder is the viewer's name, it may contain several files of that viewer, so use both
    // names.
    let name = options.path.session ?? folderName.map { "\($0)_\(stem)" } ?? stem
    return derivedSession(of: name + suffix + (options.sessionTag.map { ".\($0)" } ?? ""))
  }

  /// A session ID from a text; a hash keeps IDs distinct from which characters are removed.
  func derivedSession(of plain: String) -> String {
    guard !Identifier.isValid(plain) else { return plain }
    // FNV-1a (Fowler, Noll, Vo): short, and the same on every machine.
    let digest = plain.utf8.reduce(UInt64(0xCBF2_9CE4_8422_2325)) {
      ($0 ^ UInt64($1)) &* 0x100_0000_01B3
    }
    let safe = plain.unicodeScalars.filter { $0.isASCII && Identifier.isValid(String($0)) }
    return "s" + String(String.UnicodeScalarView(safe).prefix(40)) + "-" + String(digest, radix: 16)
  }
}
