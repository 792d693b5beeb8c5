import Audience
import EditDecisions
import Foundation
package import Importers
package import Library
import Media
import Settings
import Support
package import Workspace

/// Imports files into the library, each completely or not at all.
package struct ImportJob {
  let library: LibraryFolder
  /// The format of all files; `nil` to detect the format of each file.
  let format: ImportFormat?
  var options: ImportOptions
  let ownership: ImportPolicy
  /// The names of files in messages.
  var names: LoggedFileNames
  /// The library's database; `nil` if nothing is stored.
  let database: LibraryDatabase?
  /// The log entry to store with a file of a watched folder.
  var record: ImportLogEntry?
  let probes: SourceInfoCache

  /// The user's decisions about data that the library already contains.
  package struct ImportPolicy: Sendable {
    /// An earlier file, by its path or label, whose sessions are removed first.
    var replacing: String?
    /// Whether viewers who were erased may be imported again.
    var readmits: Bool

    package init(replacing: String? = nil, readmits: Bool = false) {
      self.replacing = replacing
      self.readmits = readmits
    }
  }

  /// The format name that requests detection.
  static let auto = "auto"

  /// Checks the options and opens the library.
  ///
  /// `import` does not acquire the run's lock. A run uses the data that was stored when it read the
  /// video; later data makes the video pending again.
  ///
  /// `format` is the name of a format; `auto` detects the format of each file. `labels` are labels
  /// for all viewers, each like `age=child`. With `isCheck`, files are only read and reported on.
  /// `shared` is the library's database, if it is already open. Throws `CommandFailure` 64 for an
  /// unknown format or a bad value, or `LibraryError`.
  package init(
    library: LibraryFolder, format: String, values: [ImportOption: String],
    labels: [String] = [], isCheck: Bool = false,
    ownership: ImportPolicy = ImportPolicy(), names: LoggedFileNames = .asTyped,
    database shared: LibraryDatabase? = nil,
    notice: @escaping @Sendable (String) -> Void = { _ in }
  ) throws {
    let known = try Self.format(named: format)
    let probes = SourceInfoCache(library)
    self.probes = probes
    var options = ImportOptions(
      pictureSize: { video in
        probes[video].map { FrameSize(width: $0.video.width, height: $0.video.height) }
      })
    for option in ImportOption.allCases {
      if let value = values[option] { try options.set(option, to: value) }
    }
    for label in labels { try options.set(.label, to: label) }
    try known?.check(options)
    self.library = library
    self.format = known
    self.options = options
    self.ownership = ownership
    // A preset contains no viewer data, so its name may be printed.
    self.names = values[.presetFile].map { names.calling($0, $0) } ?? names
    database = isCheck ? nil : try shared ?? library.database(for: .writing, notice: notice)
  }

  /// Imports one file, or only reports on it.
  ///
  /// `read` is the content, if it was read already. If this throws `ImportError` or `LibraryError`,
  /// nothing of the file is stored.
  package func take(
    file path: String, alreadyRead read: ReadFile? = nil, progress: ImportProgress
  ) throws -> ImportOutcome {
    if record == nil, let job = jobOfWatchedFile(path) {
      return try job.take(file: path, progress: progress)
    }
    do {
      let read = try read ?? self.read(path, progress)
      return try outcome(of: read, path, shownAs: names.name(of: path), progress)
    } catch let error as ImportError {
      throw names.told(error, of: path, as: names.name(of: path))
    }
  }

  /// Stores the content of a file, or only reports on it.
  func outcome(
    of taken: ReadFile, _ path: String, shownAs file: String, _ progress: ImportProgress
  ) throws -> ImportOutcome {
    var outcome = ImportOutcome(of: taken.staged)
    outcome.lines = taken.recognised.map { ["\(file): recognised as \($0)"] } ?? []
    switch taken.staged {
    case .detections(let staged):
      let summary = try BoxFileSummary(staged.boxes)
      let stored = try database?.detections.store(
        of: staged.video, by: staged.source, noting: record, parts: staged.boxes.forEach)
      outcome.stored = [stored].compactMap(\.self)
      outcome.lines += ImportReport.lines(
        of: staged, summary, file, outcome: outcome.stored, probes, isCheck: database == nil)
    case .curve(let staged):
      let stored = try database?.audiences.store(
        staged.curve, of: staged.video, from: ImportedFilePath.path(path, in: library),
        noting: record)
      outcome.stored = [stored].compactMap(\.self)
      outcome.lines += ImportReport.lines(
        of: staged, file, outcome: outcome.stored, probes, isCheck: database == nil)
    case .sessions(let sessions):
      try SessionImport(job: self, path: path, file: file, sessions: sessions)
        .run(taken.format, &outcome, progress)
    }
    return outcome
  }

  /// The content of a file before it is stored.
  package struct ReadFile {
    /// The detected format, if the user specified none.
    var recognised: String?
    var format: ImportFormat
    var staged: StagedResult
  }

  func read(_ file: String, _ progress: ImportProgress) throws -> ReadFile {
    var options = options(for: file, shownAs: { names.name(of: file) }, progress)
    let format: ImportFormat
    var recognised: String?
    if let given = self.format {
      format = given
    } else {
      let found = try ImportFormat.detectFormat(file)
      (format, recognised) = (found.format, found.words)
      if let preset = found.preset { options.preset = preset }
      try format.check(options)
    }
    options.sessionTag = options.sessionTag(for: format)
    return ReadFile(recognised: recognised, format: format, staged: try format.stage(file, options))
  }

  /// The options for reading a file with progress reports.
  func options(
    for file: String, shownAs shown: @escaping () -> String, _ progress: ImportProgress
  ) -> ImportOptions {
    var options = options
    options.progress = { done, total in progress.read(file, shownAs: shown, done, total) }
    // Put temporary files into the library's folder, where there is enough space for the samples.
    if access(library.path, W_OK) == 0 { options.scratchFolder = library.path }
    return options
  }

  var replacedFile: String? {
    ownership.replacing.map { names.given($0, else: "the earlier file") }
  }

  package func close() { try? database?.close() }

  /// The job for a file that the user imports by its path, if it is of a watched folder.
  ///
  /// It has the names from its path and a log entry, so that the next automatic import knows it.
  private func jobOfWatchedFile(_ file: String) -> ImportJob? {
    let path = ImportedFilePath.path(file)
    let places = (try? library.inputSources()) ?? []
    let now = Date().timeIntervalSince1970
    let items = places.lazy.compactMap { ($0 as? WatchedFolder)?.item(at: path, now: now) }
    guard let item = items.first else { return nil }
    var job = self
    // Names in the user's options override those in the path.
    if options.viewerFolder == 0, !options.isFileNameViewerName { job.options.path = item.words }
    job.record = ImportLogEntry(
      identity: item.identity, token: item.token, state: ImportHistory.State.taken.rawValue,
      label: item.label)
    return job
  }
}
