import Audience
import EditDecisions
import Failures
import Foundation
package import Importers
package import Library
import Media
package import Workspace

/// Takes files into the library, each whole or not at all.
package struct ImportJob {
  let library: LibraryFolder
  /// The format of all files; `nil` where each is recognised by its content.
  let format: ImportFormat?
  var options: ImportOptions
  private let ownership: Ownership
  /// What things are called here.
  var names: FileNames
  /// The library's database; `nil` where nothing is to be stored.
  let database: LibraryDatabase?
  /// What is remembered of the file, where it lies in a place that every night takes in.
  var record: IntakeRecord?
  /// Of the sources that timelines are about.
  private let probes: SourceProbes

  /// What a person says about what the library holds already.
  package struct Ownership: Sendable {
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
    ownership: Ownership = Ownership(), names: FileNames = .asTyped,
    database shared: LibraryDatabase? = nil,
    notice: @escaping @Sendable (String) -> Void = { _ in }
  ) throws {
    let known = ImportFormat.named(format)
    guard known != nil || format == Self.auto else {
      guard TablePreset.text(named: format) == nil else {
        throw CommandFailure(
          .usage, "'\(format)' is a preset: gazecut import table --preset \(format) FILE...")
      }
      let names = ([Self.auto] + ImportFormat.all.map(\.name)).joined(separator: ", ")
      throw CommandFailure(.usage, "there is no format '\(format)'; known are \(names)")
    }
    if let video = values[.video], !Identifier.isValid(video) {
      throw CommandFailure(
        .usage,
        "'\(video)' is no id of a video: letters, digits, '.', '_' and '-', up to 64, "
          + "beginning with a letter or digit")
    }
    let probes = SourceProbes(library)
    self.probes = probes
    var options = ImportOptions(
      pictureSize: { video in
        probes[video].map { PictureSize(width: $0.video.width, height: $0.video.height) }
      })
    for option in ImportOption.allCases {
      if let value = values[option] { try options.set(option, to: value) }
    }
    for label in labels { try options.set(.label, to: label) }
    // A preset that is not there is a word of the command line, and no fault of any file.
    if let preset = values[.preset] { _ = try TablePreset.named(preset) }
    try known?.check(options)
    self.library = library
    self.format = known
    self.options = options
    self.ownership = ownership
    self.names = names
    database = isCheck ? nil : try shared ?? library.database(for: .writing, notice: notice)
  }

  /// Takes one file, or only reports on it.
  ///
  /// - Parameters:
  ///   - path: where it lies.
  ///   - progress: is told how far it is, and may stop it.
  /// - Returns: what became of it.
  /// - Throws: `ImportError` or `LibraryError`; nothing of the file is stored then.
  package func take(file path: String, progress: ImportProgress) throws -> ImportOutcome {
    if record == nil, let item = place(of: path) {
      return try placed(item).take(file: path, progress: progress)
    }
    let taken: Taken
    do {
      guard let read = try read(path, progress) else { return ImportOutcome() }
      taken = read
    } catch let error as ImportError {
      throw names.told(error, of: path, as: names.name(of: path) { mayTell(path) })
    }
    let file = shown(path, taken.staged)
    do {
      return try outcome(of: taken, path, shownAs: file, progress)
    } catch let error as ImportError {
      throw names.told(error, of: path, as: file)
    }
  }

  /// Whether a path may tell who watched, while nothing of the file was read: it may, unless one
  /// viewer was named for all, and it does not name that one.
  private func mayTell(_ path: String) -> Bool {
    options.viewer.map { FileLabel.tells(path, of: $0) } ?? true
  }

  /// What messages call a file that was read.
  private func shown(_ path: String, _ staged: StagedResult) -> String {
    names.name(of: path) {
      guard case .sessions(let sessions) = staged else { return false }
      return FileLabel.tells(path, of: sessions)
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
        outcome.lines += try ImportReport.lines(of: boxes, file, in: library, probes)
        return outcome
      }
      let stored = try store(boxes, file, database)
      outcome.lines.append(stored.line)
      outcome.stored = [stored.outcome]
    case .curve(let staged):
      // No viewer is told by its name: a platform counted everybody.
      let from = FileReference(
        path: FileLabel.path(path, in: library), label: (path as NSString).lastPathComponent)
      let stored = try database?.store(
        staged.curve, of: staged.video, from: from, noting: record)
      outcome.stored = [stored].compactMap(\.self)
      outcome.lines += ImportReport.lines(
        of: staged, "\(file): \(staged.video) by \(staged.curve.source.words)",
        outcome: Self.outcomes(outcome.stored), in: library, probes, isCheck: database == nil)
    case .sessions(let sessions):
      try LabelCheck.require(sessions, file: path)
      let checks = try ImportReport.checks(of: sessions, in: library, probes) {
        try progress.stored(file, 0, of: sessions.count)
      }
      guard let database else {
        outcome.lines += ImportReport.lines(of: sessions, checks, file, in: library)
        outcome.sides = zip(sessions, checks).map { session, check in
          var sides = ViewersApart.Sides(viewer: session.viewer, video: session.video)
          sides.add(check)
          return sides
        }
        return outcome
      }
      let heads = heads(of: sessions, checks, taken.format, path)
      let stored = try store(sessions, heads, path, database) {
        try progress.stored(file, $0, of: sessions.count)
      }
      outcome.stored = stored.map(\.outcome)
      outcome.ids = stored.compactMap(\.id)
      outcome.lines.append(
        line(of: sessions, checks, stored, file)
          + (try DoubledSeconds.odd(heads, checks, stored, in: database)))
    }
    return outcome
  }

  /// A file that was read.
  struct Taken {
    /// What it was recognised as, where its format was not named.
    var recognised: String?
    var format: ImportFormat
    var staged: StagedResult

    init(recognised: String? = nil, format: ImportFormat, staged: StagedResult) {
      self.recognised = recognised
      self.format = format
      self.staged = staged
    }
  }

  /// Reads a file, in its own format or the one that was named.
  func read(_ file: String, _ progress: ImportProgress) throws -> Taken? {
    var options = options(
      for: file, shownAs: { names.name(of: file) { mayTell(file) } }, progress)
    var recognised: String?
    var format = format
    if format == nil {
      let found = try ImportFormat.recogniseOne(file)
      recognised = found.words
      format = ImportFormat.named(found.name)
      if let preset = found.preset { options.preset = preset }
      try format?.check(options)
    }
    guard let format else { return nil }
    options.sessionTag = options.sessionTag(for: format)
    return Taken(
      recognised: recognised, format: format, staged: try format.stage(file, options))
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

  /// Ends the import: the library's log is taken into its database.
  package func close() { try? database?.close() }

  private func heads(
    of sessions: [StagedSession], _ checks: [ImportCheck], _ format: ImportFormat, _ file: String
  ) -> [NewSession] {
    let label = FileLabel.of(file, sessions)
    var counts: [[String]: Int] = [:]
    return zip(sessions, checks).map { session, check in
      let naming = session.naming
      var origin = SessionFile(
        path: FileLabel.path(file, in: library), label: label, namesSession: naming.isSession)
      var id = session.session
      if naming.isSession {
        // What the source does not name is its viewer's, whoever else the file holds today.
        counts[[session.video, session.viewer], default: 0] += 1
        let number = counts[[session.video, session.viewer]] ?? 1
        id = [origin.path, options.query ?? "", naming.name, session.viewer, "\(number)"]
          .joined(separator: "\n")
        origin.formerSession = session.session
      }
      if naming.isViewer {
        origin.viewerName = naming.name
        // A pattern says whose a path is, in whatever folder.
        origin.isNameUnsure = !options.isFileNameTrusted && options.path.viewer == nil
      }
      return NewSession(
        video: session.video, session: id, viewer: session.viewer,
        recordedAt: session.recordedAt, format: format.name, skipped: session.skipped,
        report: check.text, file: origin, labels: session.labels)
    }
  }

  private func store(
    _ sessions: [StagedSession], _ heads: [NewSession], _ file: String,
    _ database: LibraryDatabase, _ note: @escaping (Int) throws -> Void
  ) throws -> [StoredSession] {
    let replacing = ownership.replacing.map {
      FileReference(path: FileLabel.path($0, in: library), label: $0)
    }
    do {
      return try database.store(
        heads, replacing: replacing, readmits: ownership.readmits, noting: record
      ) { index, take in
        try sessions[index].samples.forEach { part in
          try note(index)
          try take(part)
        }
      }
    } catch let refusal as StoreRefusal {
      throw ImportError(refusal, file: file, replacing: replacedFile)
    }
  }

  /// What the earlier file is called that goes out first.
  private var replacedFile: String? {
    ownership.replacing.map { names.given($0, else: "the earlier file") }
  }

  private func line(
    of sessions: [StagedSession], _ checks: [ImportCheck], _ stored: [StoredSession],
    _ file: String
  ) -> String {
    let erased = zip(sessions, stored).filter { $0.1.outcome == .erased }.map(\.0)
    let taken = zip(sessions, stored).filter { $0.1.outcome != .erased }.map(\.0)
    let samples = taken.reduce(0) { $0 + $1.samples.count }
    var skipped: [String: Int] = [:]
    for session in taken { skipped.merge(session.skipped, uniquingKeysWith: +) }
    let videos = Set(sessions.map(\.video)).sorted().joined(separator: ", ")
    return "\(file): \(taken.count.counted("session")) of \(videos), "
      + samples.counted("sample") + Self.outcomes(stored.map(\.outcome)) + Self.left(erased)
      + (replacedFile.map { "; all that \($0) had brought was taken out" } ?? "")
      + Self.shorter(stored) + ImportReport.words(skipped)
      + ImportReport.odd(checks)
      + ImportReport.unknown(Set(sessions.map(\.video)), in: library).map { "; odd: \($0)" }
      .joined()
  }

  private func store(
    _ detections: StagedDetections, _ file: String, _ database: LibraryDatabase
  ) throws -> (line: String, outcome: StoreOutcome) {
    let figures = try BoxFigures(detections.boxes)
    let outcome = try database.store(
      NewDetections(video: detections.video, source: detections.source, detections: []),
      noting: record, parts: detections.boxes.forEach)
    let odd = ImportReport.oddities(of: figures, detections.video, in: library, probes)
    let line =
      "\(file): \(detections.video) by \(detections.source): \(figures.summary)"
      + Self.outcomes([outcome]) + ImportReport.words(detections.skipped)
      + odd.map { "; odd: \($0)" }.joined()
    return (line, outcome)
  }

  private static func outcomes(_ outcomes: [StoreOutcome]) -> String {
    let outcomes = outcomes.filter { $0 != .erased }
    guard !outcomes.isEmpty else { return "" }
    let same = outcomes.count { $0 == .unchanged }
    let replaced = outcomes.count { $0 == .replaced }
    if same == outcomes.count { return "; the library had exactly this, nothing was changed" }
    var parts: [String] = []
    let relabelled = outcomes.count { $0 == .relabelled }
    if relabelled > 0 { parts.append("\(relabelled) already there, with other labels now") }
    if replaced > 0 { parts.append("\(replaced) in the place of earlier content") }
    if same > 0 { parts.append("\(same) already there") }
    return parts.isEmpty ? "" : " (\(parts.joined(separator: ", ")))"
  }

  /// Whose sessions were left out because they were erased.
  private static func left(_ erased: [StagedSession]) -> String {
    guard !erased.isEmpty else { return "" }
    let viewers = Set(erased.map(\.viewer)).count
    return "; left out \(erased.count.counted("session")) of \(viewers.counted("viewer")) who "
      + (viewers == 1 ? "was" : "were")
      + " erased with `gazecut forget` (--readmit lets them in again)"
  }

  /// What would have taken the place of more than it brings: a file cut short, or the wrong one.
  private static func shorter(_ stored: [StoredSession]) -> String {
    let kept = stored.filter { $0.outcome == .kept }
    guard !kept.isEmpty else { return "" }
    return "; odd: "
      + shorter(
        sessions: kept.count, now: kept.reduce(0) { $0 + $1.samples },
        before: kept.reduce(0) { $0 + ($1.samplesBefore ?? 0) })
      + ", and left out: was the file cut short? --replace and the name of what is there takes it"
  }

  /// How much shorter sessions are than those that are there.
  static func shorter(sessions: Int, now: Int, before: Int) -> String {
    "\(sessions.counted("session")) shorter than what is there, "
      + "\(now.counted("sample")) where \(before) are"
  }
}
