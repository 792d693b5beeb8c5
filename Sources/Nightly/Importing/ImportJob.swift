import Audience
import EditDecisions
import Foundation
package import Importers
import Library
import Media

/// Takes files into the library, each whole or not at all.
package struct ImportJob {
  let library: LibraryFolder
  /// The format of all files; `nil` where each is recognised by its content.
  private let format: ImportFormat?
  let options: ImportOptions
  private let ownership: Ownership
  let names: FileNames
  /// The library's database; `nil` where nothing is to be stored.
  private let database: LibraryDatabase?
  /// Of the sources that timelines are about.
  private let probes: SourceProbes

  /// What a person says about what the library holds already.
  package struct Ownership: Sendable {
    /// An earlier file, by its path or label, whose sessions go out first.
    package var replacing: String?
    /// Whether viewers who were erased may come in again.
    package var readmits: Bool

    /// Makes one; by default nothing is replaced, and nobody comes in again.
    package init(replacing: String? = nil, readmits: Bool = false) {
      self.replacing = replacing
      self.readmits = readmits
    }
  }

  /// The word for recognising each file.
  package static let auto = "auto"

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
  ///   - notice: told what an operator should know while it works.
  /// - Throws: `CommandFailure` 64 for an unknown format or a bad value; `LibraryError`.
  package init(
    library: LibraryFolder, format: String, values: [ImportOption: String],
    labels: [String] = [], isCheck: Bool = false,
    ownership: Ownership = Ownership(), names: FileNames = .asTyped,
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
    database = isCheck ? nil : try library.database(for: .writing, notice: notice)
  }

  /// Takes one file, or only reports on it.
  ///
  /// - Parameters:
  ///   - path: where it lies.
  ///   - progress: is told how far it is, and may stop it.
  /// - Returns: lines that say what became of it; they name no viewer.
  /// - Throws: `ImportError` or `LibraryError`; nothing of the file is stored then.
  package func take(file path: String, progress: ImportProgress) throws -> [String] {
    let taken: Taken
    do {
      guard let read = try read(path, progress) else { return [] }
      taken = read
    } catch let error as ImportError {
      throw names.told(error, as: names.name(of: path) { mayTell(path) })
    }
    let file = shown(path, taken.staged)
    do {
      return try lines(of: taken, path, shownAs: file, progress)
    } catch let error as ImportError {
      throw names.told(error, as: file)
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
  private func lines(
    of taken: Taken, _ path: String, shownAs file: String, _ progress: ImportProgress
  ) throws -> [String] {
    var lines = taken.recognised.map { ["\(file): recognised as \($0)"] } ?? []
    switch taken.staged {
    case .detections(let boxes):
      guard let database else {
        return try lines + ImportReport.lines(of: boxes, file, in: library, probes)
      }
      lines.append(try store(boxes, file, database))
    case .sessions(let sessions):
      try LabelCheck.require(sessions, file: path)
      let checks = try ImportReport.checks(of: sessions, in: library, probes) {
        try progress.stored(file, 0, of: sessions.count)
      }
      guard let database else {
        return lines + ImportReport.lines(of: sessions, checks, file, in: library)
      }
      let heads = heads(of: sessions, checks, taken.format, path)
      let stored = try store(sessions, heads, path, database) {
        try progress.stored(file, $0, of: sessions.count)
      }
      lines.append(
        line(of: sessions, checks, stored, file)
          + (try DoubledSeconds.odd(heads, checks, in: database)))
    }
    return lines
  }

  /// A file that was read.
  struct Taken {
    /// What it was recognised as, where its format was not named.
    var recognised: String?
    var format: ImportFormat
    var staged: StagedResult
  }

  /// Reads a file, in its own format or the one that was named.
  func read(_ file: String, _ progress: ImportProgress) throws -> Taken? {
    var options = options
    options.progress = { done, total in
      progress.read(file, shownAs: { names.name(of: file) { mayTell(file) } }, done, total)
    }
    // What is set aside for a while goes where there is room for the samples themselves.
    if access(library.path, W_OK) == 0 { options.scratchFolder = library.path }
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

  /// Ends the import: the library's log is taken into its database.
  package func close() { try? database?.close() }

  private func heads(
    of sessions: [StagedSession], _ checks: [ImportCheck], _ format: ImportFormat, _ file: String
  ) -> [NewSession] {
    let label = FileLabel.of(file, sessions)
    return zip(sessions, checks).map { session, check in
      NewSession(
        video: session.video, session: session.session, viewer: session.viewer,
        recordedAt: session.recordedAt, format: format.name, skipped: session.skipped,
        report: check.text,
        file: SessionFile(
          path: FileLabel.path(file), label: label, namesSession: session.naming.isSession),
        labels: session.labels)
    }
  }

  private func store(
    _ sessions: [StagedSession], _ heads: [NewSession], _ file: String,
    _ database: LibraryDatabase, _ note: @escaping (Int) throws -> Void
  ) throws -> [StoredSession] {
    let replacing = ownership.replacing.map {
      FileReference(path: FileLabel.path($0), label: $0)
    }
    do {
      return try database.store(heads, replacing: replacing, readmits: ownership.readmits) {
        index, take in
        try sessions[index].samples.forEach { part in
          try note(index)
          try take(part)
        }
      }
    } catch let refusal as StoreRefusal {
      throw ImportError(refusal, file: file, replacing: ownership.replacing.map(names.earlier))
    }
  }

  private func line(
    of sessions: [StagedSession], _ checks: [ImportCheck], _ stored: [StoredSession],
    _ file: String
  ) -> String {
    let samples = sessions.reduce(0) { $0 + $1.samples.count }
    var skipped: [String: Int] = [:]
    for session in sessions { skipped.merge(session.skipped, uniquingKeysWith: +) }
    let videos = Set(sessions.map(\.video)).sorted().joined(separator: ", ")
    return "\(file): \(Self.count(sessions.count, "session")) of \(videos), "
      + Self.count(samples, "sample") + Self.outcomes(stored.map(\.outcome))
      + (ownership.replacing.map(names.earlier).map {
        "; all that '\($0)' had brought was taken out"
      }
        ?? "")
      + Self.shorter(sessions, stored) + ImportReport.words(skipped)
      + ImportReport.odd(checks)
      + ImportReport.unknown(Set(sessions.map(\.video)), in: library).map { "; odd: \($0)" }
      .joined()
  }

  private static func count(_ count: Int, _ word: String) -> String {
    count == 1 ? "1 \(word)" : "\(count) \(word)s"
  }

  private func store(
    _ detections: StagedDetections, _ file: String, _ database: LibraryDatabase
  ) throws -> String {
    let figures = try BoxFigures(detections.boxes)
    let outcome = try database.store(
      NewDetections(video: detections.video, source: detections.source, detections: []),
      parts: detections.boxes.forEach)
    let odd = ImportReport.oddities(of: figures, detections.video, in: library, probes)
    return "\(file): \(detections.video) by \(detections.source): \(figures.summary)"
      + Self.outcomes([outcome]) + ImportReport.words(detections.skipped)
      + odd.map { "; odd: \($0)" }.joined()
  }

  private static func outcomes(_ outcomes: [StoreOutcome]) -> String {
    let same = outcomes.count { $0 == .unchanged }
    let replaced = outcomes.count { $0 == .replaced }
    if same == outcomes.count { return "; the library had exactly this, nothing was changed" }
    var parts: [String] = []
    let relabelled = outcomes.count { $0 == .relabelled }
    if relabelled > 0 { parts.append("\(relabelled) already there, with other labels now") }
    if replaced > 0 { parts.append("\(replaced) in the place of earlier content") }
    let anothers = outcomes.count { $0 == .replacedAnothers }
    if anothers > 0 {
      parts.append(
        "\(anothers) in the place of ANOTHER VIEWER'S session of the same id: session ids must be "
          + "unique within a video")
    }
    if same > 0 { parts.append("\(same) already there") }
    return parts.isEmpty ? "" : " (\(parts.joined(separator: ", ")))"
  }

  /// What took the place of more than it brings: a file cut short, or the wrong one.
  private static func shorter(_ sessions: [StagedSession], _ stored: [StoredSession]) -> String {
    let replaced = zip(sessions, stored).filter { session, stored in
      stored.outcome != .unchanged && (stored.samplesBefore ?? 0) > session.samples.count
    }
    guard !replaced.isEmpty else { return "" }
    let before = replaced.reduce(0) { $0 + ($1.1.samplesBefore ?? 0) }
    let now = replaced.reduce(0) { $0 + $1.0.samples.count }
    return "; odd: \(count(replaced.count, "session")) shorter than before, "
      + "\(count(now, "sample")) where \(before) were: was the file cut short?"
  }
}
