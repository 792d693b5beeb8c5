import Audience
import EditDecisions
import Foundation
package import Importers
package import Library
import Media
import Settings
import Support
package import Workspace

/// Takes files into the library, each whole or not at all.
package struct ImportJob {
  let library: LibraryFolder
  /// The format of all files; `nil` where each is recognised by its content.
  let format: ImportFormat?
  var options: ImportOptions
  private let ownership: ImportPolicy
  /// What things are called here.
  var names: LoggedFileNames
  /// The library's database; `nil` where nothing is to be stored.
  let database: LibraryDatabase?
  /// What is remembered of the file, where it lies in a place that every night takes in.
  var record: ImportLogEntry?
  /// Of the sources that timelines are about.
  private let probes: SourceInfoCache

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
    let known = ImportFormat.named(format)
    guard known != nil || format == Self.auto else {
      guard TablePreset.text(named: format) == nil else {
        throw CommandFailure(
          .usage, "'\(format)' is a preset: gazecut import table --preset \(format) FILE...")
      }
      let names = ([Self.auto] + ImportFormat.all.map(\.name)).joined(separator: ", ")
      throw CommandFailure(.usage, "there is no format '\(format)'; known are \(names)")
    }
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
      let stored = try store(boxes, file, database)
      outcome.lines.append(stored.line)
      outcome.stored = [stored.outcome]
    case .curve(let staged):
      let stored = try database?.store(
        staged.curve, of: staged.video, from: ImportedFilePath.path(path, in: library),
        noting: record)
      outcome.stored = [stored].compactMap(\.self)
      outcome.lines += ImportReport.lines(
        of: staged, "\(file): \(staged.video) by \(staged.curve.source.words)",
        outcome: Self.outcomes(outcome.stored), probes, isCheck: database == nil)
    case .sessions(let sessions):
      try LabelPrivacyCheck.require(sessions, file: path)
      let now = Date.now
      let checks = try sessions.map { session in
        try progress.requireGoingOn(file)
        return try ImportCheck(session, videoDuration: probes[session.video]?.duration, now: now)
      }
      try requireOverlap(sessions, checks, path)
      let sides = zip(sessions, checks).map {
        UnmatchedViewers.Modalities($0.viewer, of: $0.video, [$1])
      }
      guard let database else {
        outcome.lines += ImportReport.lines(of: sessions, checks, file, probes)
        outcome.sides = sides
        return outcome
      }
      let heads = heads(of: sessions, checks, taken.format, path)
      let stored = try store(sessions, heads, path, database) {
        try progress.requireGoingOn(file)
      }
      outcome.stored = stored.map(\.outcome)
      outcome.sides = zip(sides, stored).filter { $1.id != nil }.map(\.0)
      let doubled = try DuplicateRecordings.odd(heads, checks, stored, in: database)
      outcome.isOdd = !(ImportReport.odd(checks) + doubled).isEmpty || outcome.losesMany
      let staying = try database.staying(ImportedFilePath.path(path, in: library), besides: stored)
      outcome.lines.append(
        line(of: sessions, checks, stored, file) + Self.staying(staying) + doubled)
    }
    return outcome
  }

  /// Refuses a file of which no session has a sample inside its video.
  private func requireOverlap(
    _ sessions: [StagedSession], _ checks: [ImportCheck], _ path: String
  ) throws {
    var far: (first: Double, duration: Double)?
    for (session, check) in zip(sessions, checks) where check.samples > 0 {
      guard let duration = probes[session.video]?.duration, duration > 0,
        check.from > duration || check.to < 0
      else { return }
      far = far ?? (check.from, duration)
    }
    guard let far else { return }
    throw ImportError(
      of: path, line: nil,
      "no sample lies inside the video: the times begin at \(Words.seconds(far.first)) s and the "
        + "video lasts \(Words.seconds(far.duration)) s",
      "check the video, the unit of the times (milliseconds?) and --offset")
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

  /// Ends the import: the library's log is taken into its database.
  package func close() { try? database?.close() }

  private func heads(
    of sessions: [StagedSession], _ checks: [ImportCheck], _ format: ImportFormat, _ file: String
  ) -> [NewSession] {
    var counts: [[String]: Int] = [:]
    return zip(sessions, checks).map { session, check in
      let naming = session.naming
      var origin = SessionFile(
        path: ImportedFilePath.path(file, in: library), namesSession: naming.isSession)
      var id = session.session
      if naming.isSession {
        // What the source does not name is its viewer's, whoever else the file holds today.
        counts[[session.video, session.viewer], default: 0] += 1
        let number = counts[[session.video, session.viewer]] ?? 1
        id = [origin.path, options.query ?? "", naming.name, session.viewer, "\(number)"]
          .joined(separator: "\n")
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
    _ database: LibraryDatabase, _ requireGoingOn: @escaping () throws -> Void
  ) throws -> [SessionStoreResult] {
    let replacing = ownership.replacing.map {
      FileReference(path: ImportedFilePath.path($0, in: library), label: $0)
    }
    do {
      return try database.store(
        heads, replacing: replacing, readmits: ownership.readmits, noting: record
      ) { index, take in
        try sessions[index].samples.forEach { part in
          try requireGoingOn()
          try take(part)
        }
      }
    } catch let refusal as StoreRejection {
      throw ImportError(refusal, file: file, replacing: replacedFile)
    }
  }

  /// What the earlier file is called that goes out first.
  private var replacedFile: String? {
    ownership.replacing.map { names.given($0, else: "the earlier file") }
  }

  private func line(
    of sessions: [StagedSession], _ checks: [ImportCheck], _ stored: [SessionStoreResult],
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
      + Self.shorter(stored) + ImportReport.words(skipped, taken: samples)
      + ImportReport.odd(checks)
      + probes.unknown(Set(sessions.map(\.video))).map { "; odd: \($0)" }.joined()
  }

  private func store(
    _ detections: StagedDetections, _ file: String, _ database: LibraryDatabase
  ) throws -> (line: String, outcome: StoreResult) {
    let figures = try BoxFileSummary(detections.boxes)
    let outcome = try database.store(
      detectionsOf: detections.video, by: detections.source,
      noting: record, parts: detections.boxes.forEach)
    let odd = ImportReport.oddities(of: figures, detections.video, probes)
    let line =
      "\(file): \(detections.video) by \(detections.source): \(figures.summary)"
      + Self.outcomes([outcome])
      + ImportReport.words(detections.skipped, taken: detections.boxes.count)
      + odd.map { "; odd: \($0)" }.joined()
    return (line, outcome)
  }

  private static func staying(_ sessions: Int) -> String {
    guard sessions > 0 else { return "" }
    let (them, are) = sessions == 1 ? ("it", "is") : ("them", "are")
    return "; \(sessions.counted("session")) that it brought before \(are) not in it any more and "
      + "stay\(sessions == 1 ? "s" : "") (--replace with its own path takes \(them) out)"
  }

  private static func outcomes(_ outcomes: [StoreResult]) -> String {
    let outcomes = outcomes.filter { $0 != .erased }
    guard !outcomes.isEmpty else { return "" }
    guard outcomes.contains(where: { $0 != .unchanged }) else {
      return "; the library had exactly this, nothing was changed"
    }
    let words: [(outcome: StoreResult, words: String)] = [
      (.relabelled, "already there, with other labels now"), (.healed, "damaged, written anew"),
      (.replaced, "in the place of earlier content"), (.unchanged, "already there"),
    ]
    let parts = words.compactMap { outcome, words in
      let count = outcomes.count { $0 == outcome }
      return count > 0 ? "\(count) \(words)" : nil
    }
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
  private static func shorter(_ stored: [SessionStoreResult]) -> String {
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

extension ImportJob {
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

  /// Takes what a query of a database gives, each answer whole or not at all, or reports on it.
  ///
  /// - Parameters:
  ///   - query: the query.
  ///   - reached: how far it was read before.
  ///   - overlaps: whether it begins before that.
  ///   - progress: is told how far it is, and may stop it.
  ///   - record: what is to be remembered once an answer is stored.
  ///   - told: told what became of an answer.
  /// - Throws: `ImportError` or `LibraryError`; what was told stays.
  func take(
    rowsOf query: DatabaseQuery, after reached: ImportPosition?, overlaps: Bool,
    progress: ImportProgress, noting record: (DatabaseImportPage) -> ImportLogEntry,
    told: (DatabaseImportPage, ImportOutcome) throws -> Void
  ) throws {
    let name = "\(query.address)"
    var options = options(for: name, shownAs: { name }, progress)
    options.sessionTag = options.sessionTag(for: query.format)
    try query.read(after: reached, options, overlaps: overlaps) { page in
      guard !page.sessions.isEmpty else {
        try told(page, ImportOutcome())
        return true
      }
      var job = self
      job.record = record(page)
      let taken = Taken(format: query.format, staged: .sessions(page.sessions))
      do {
        try told(page, try job.outcome(of: taken, name, shownAs: name, progress))
        return true
      } catch let error as ImportError where error.kind == .badData {
        // What the library refuses is no fault of the query, whose other answers are taken.
        var left = page
        left.leftOut.append(error)
        left.reached = nil
        try told(left, ImportOutcome())
        return false
      }
    }
  }
}

extension ImportJob {
  /// Refuses files whose viewers would be named alike by the names of the files, before anything of
  /// any is stored.
  ///
  /// Only files of one name are read for it; what cannot be read is left to `take` to refuse.
  ///
  /// - Throws: `ImportError` that names two files and what tells them apart.
  package func requireOwnNames(of files: [String], progress: ImportProgress) throws {
    guard !options.isFileNameTrusted else { return }
    // As the user typed them, in that order.
    let groups = Dictionary(grouping: files) { options.name(from: ImportedFilePath.path($0)) }
    for (_, group) in groups.sorted(by: { $0.key < $1.key })
    where Set(group.map(ImportedFilePath.path)).count > 1 {
      try requireOwnNames(among: group, of: files, progress)
    }
  }

  private func requireOwnNames(
    among group: [String], of files: [String], _ progress: ImportProgress
  ) throws {
    var taken: [[String]: (file: String, samples: [String])] = [:]
    for file in group {
      for (key, samples) in try samples(named: file, progress) {
        guard let first = taken[key] else {
          taken[key] = (file, samples)
          continue
        }
        // A copy is the same samples, which are taken once.
        guard first.samples != samples else { continue }
        throw ImportError(
          .badData, of: names.name(of: file),
          "nothing but the file's name says who watched, and "
            + "'\(names.name(of: first.file))', of other content, has the same; nothing was stored",
          remedy(for: files))
      }
    }
  }

  /// The digests of the samples whose viewers a file's own name gives, by that name and the video.
  private func samples(
    named file: String, _ progress: ImportProgress
  ) throws -> [[String]: [String]] {
    let staged: StagedResult?
    do {
      staged = try read(file, progress)?.staged
    } catch let error as ImportError where error.kind == .stopped {
      throw error
    } catch {
      return [:]
    }
    guard case .sessions(let sessions) = staged else { return [:] }
    return try sessions.filter(\.naming.isViewer).reduce(into: [:]) { found, session in
      found[[session.video, session.naming.name], default: []]
        .append(try LibraryDatabase.digest(ofSamples: session.samples.forEach))
    }
  }

  /// The nearest folder that tells all files apart, where there is one that may name viewers: those
  /// of one viewer may lie in folders of dates, which name nobody.
  private func remedy(for files: [String]) -> String {
    var options = options
    let files = Set(files.map(ImportedFilePath.path))
    for folder in 1...8 {
      options.viewerFolder = folder
      let viewers = Set(files.map(options.viewer))
      guard viewers.count == files.count, !viewers.contains(where: Self.isDate) else { continue }
      let word = folder == 1 ? "folder" : "folder:\(folder)"
      let place = folder == 1 ? "the file's folder" : "a folder above the file's"
      return "where each folder is one viewer's, give --viewer-from \(word), which names viewers "
        + "by \(place)"
    }
    return ImportError.namingRemedy
  }

  /// Whether a folder's name reads as a date or a time.
  static func isDate(_ name: String) -> Bool {
    let yearFirst = /(19|20)\d\d[-_. ]?(0[1-9]|1[0-2])([-_. ]?\d\d)?([-_. T].*)?/
    let yearLast = /\d\d?[-_. ]\d\d?[-_. ](19|20)\d\d/
    return name.wholeMatch(of: yearFirst) != nil || name.wholeMatch(of: yearLast) != nil
  }
}
