import Audience
import EditDecisions
import Foundation
package import Importers
package import Library
import Media
import Support
package import Workspace

/// Takes files into the library, each whole or not at all.
package struct ImportJob {
  let library: LibraryFolder
  /// The format of all files; `nil` where each is recognised by its content.
  let format: ImportFormat?
  var options: ImportOptions
  let ownership: ImportPolicy
  /// What things are called here.
  var names: LoggedFileNames
  /// The library's database; `nil` where nothing is to be stored.
  let database: LibraryDatabase?
  /// What is remembered of the file, where it lies in a place that every night takes in.
  var record: ImportLogEntry?
  /// Of the sources that timelines are about.
  let probes: SourceInfoCache

  /// What a person says about what the library holds already.
  package struct ImportPolicy: Sendable {
    /// An earlier file, by its path or label, whose sessions go out first.
    var replacing: String?
    /// Whether viewers who were erased may come in again.
    var readmits: Bool

    /// Makes one; by default nothing is replaced, and nobody comes in again.
    package init(replacing: String? = nil, readmits: Bool = false) {
      self.replacing = replacing
      self.readmits = readmits
    }
  }

  /// The word for recognising each file.
  static let auto = "auto"

  /// Checks what was asked for and opens the library.
  ///
  /// `import` does not take the run's lock: a night works on what was stored when it read the
  /// video, and what comes later stays due.
  ///
  /// - Parameters:
  ///   - library: where the samples go.
  ///   - format: the name of a format; `auto` recognises each file by its content.
  ///   - values: the options as the command line has them.
  ///   - labels: what all viewers are labelled with, each as `age=child`.
  ///   - isCheck: whether files are only read and reported on.
  ///   - ownership: what a person says about what the library holds already.
  ///   - names: what messages call the files.
  ///   - shared: the library's database, where it is open already.
  ///   - notice: told what an operator should know while it works.
  /// - Throws: `CommandFailure` 64 for an unknown format or a bad value; `LibraryError`.
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
    // A preset is its author's, and nobody watched it.
    self.names = values[.presetFile].map { names.calling($0, $0) } ?? names
    database = isCheck ? nil : try shared ?? library.database(for: .writing, notice: notice)
  }

  /// Takes one file, or only reports on it.
  ///
  /// - Parameters:
  ///   - path: where it lies.
  ///   - read: what it holds, where it was read already.
  ///   - progress: is told how far it is, and may stop it.
  /// - Returns: what became of it.
  /// - Throws: `ImportError` or `LibraryError`; nothing of the file is stored then.
  package func take(
    file path: String, alreadyRead read: Taken? = nil, progress: ImportProgress
  ) throws -> ImportOutcome {
    if record == nil, let item = place(of: path) {
      return try placed(item).take(file: path, progress: progress)
    }
    do {
      guard let taken = try read ?? self.read(path, progress) else { return ImportOutcome() }
      return try outcome(of: taken, path, shownAs: names.name(of: path), progress)
    } catch let error as ImportError {
      throw names.told(error, of: path, as: names.name(of: path))
    }
  }

  /// Stores what a file held, or only reports on it.
  func outcome(
    of taken: Taken, _ path: String, shownAs file: String, _ progress: ImportProgress
  ) throws -> ImportOutcome {
    var outcome = ImportOutcome(of: taken.staged)
    outcome.lines = taken.recognised.map { ["\(file): recognised as \($0)"] } ?? []
    switch taken.staged {
    case .detections(let boxes):
      guard let database else {
        outcome.lines += try ImportReport.lines(of: boxes, file, probes)
        return outcome
      }
      let stored = try boxes.store(in: database, noting: record, as: file, probes)
      outcome.lines.append(stored.line)
      outcome.stored = [stored.outcome]
    case .curve(let staged):
      let stored = try database?.store(
        staged.curve, of: staged.video, from: ImportedFilePath.path(path, in: library),
        noting: record)
      outcome.stored = [stored].compactMap(\.self)
      outcome.lines += ImportReport.lines(
        of: staged, "\(file): \(staged.video) by \(staged.curve.source.words)",
        outcome: ImportReport.outcomes(outcome.stored), probes, isCheck: database == nil)
    case .sessions(let sessions):
      try SessionImport(job: self, path: path, file: file, sessions: sessions)
        .run(taken.format, &outcome, progress)
    }
    return outcome
  }

  /// What a file holds, on its way into the library.
  package struct Taken {
    /// What it was recognised as, where its format was not named.
    var recognised: String?
    var format: ImportFormat
    var staged: StagedResult
  }

  /// Reads a file, in its own format or the one that was named.
  func read(_ file: String, _ progress: ImportProgress) throws -> Taken? {
    var options = options(for: file, shownAs: { names.name(of: file) }, progress)
    var recognised: String?
    var format = format
    if format == nil {
      let found = try ImportFormat.detectFormat(file)
      recognised = found.words
      format = ImportFormat.named(found.name)
      if let preset = found.preset { options.preset = preset }
      try format?.check(options)
    }
    guard let format else { return nil }
    options.sessionTag = options.sessionTag(for: format)
    return Taken(recognised: recognised, format: format, staged: try format.stage(file, options))
  }

  /// The options of a reading that tells how far it is.
  func options(
    for file: String, shownAs shown: @escaping () -> String, _ progress: ImportProgress
  ) -> ImportOptions {
    var options = options
    options.progress = { done, total in progress.read(file, shownAs: shown, done, total) }
    // What is set aside for a while goes where there is room for the samples themselves.
    if access(library.path, W_OK) == 0 { options.scratchFolder = library.path }
    return options
  }

  /// What the earlier file is called that goes out first.
  var replacedFile: String? {
    ownership.replacing.map { names.given($0, else: "the earlier file") }
  }

  /// Ends the import: the library's log is taken into its database.
  package func close() { try? database?.close() }

  /// What a file is that a person imports out of a place of `timelines:`; `nil` for any other.
  func place(of file: String) -> InputItem? {
    let path = ImportedFilePath.path(file)
    let places = (try? library.inputSources()) ?? []
    let now = Date().timeIntervalSince1970
    return places.lazy.compactMap { ($0 as? WatchedFolder)?.item(at: path, now: now) }.first
  }

  /// The same job for one such file, whose path says what it says to an intake; that has nothing
  /// left to do about it.
  func placed(_ item: InputItem) -> ImportJob {
    var job = self
    // What a person says of names goes over it.
    if options.viewerFolder == 0, !options.isFileNameTrusted { job.options.path = item.words }
    job.record = ImportLogEntry(
      identity: item.identity, token: item.token, state: ImportHistory.State.taken.rawValue,
      label: item.label)
    return job
  }
}
