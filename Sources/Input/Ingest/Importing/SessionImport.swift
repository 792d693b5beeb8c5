import Audience
import Foundation
import Importers
import Library
import Media
import Support

/// The sessions of one file, on their way into the library.
struct SessionImport {
  let job: ImportJob
  let path: String
  let file: String
  let sessions: [StagedSession]
  private var probes: SourceInfoCache { job.probes }

  /// Checks the sessions, and stores them unless files are only checked.
  func run(
    _ format: ImportFormat, _ outcome: inout ImportOutcome, _ progress: ImportProgress
  ) throws {
    try requireLabelsWithoutNames()
    let now = Date.now
    let checks = try sessions.map { session in
      try progress.throwIfStopped(file)
      return try ImportCheck(session, videoDuration: probes[session.video]?.duration, now: now)
    }
    try requireOverlap(checks)
    let sides = zip(sessions, checks).map {
      UnmatchedViewers.Modalities($0.viewer, of: $0.video, [$1])
    }
    guard let database = job.database else {
      outcome.lines += ImportReport.lines(of: sessions, checks, file, probes)
      outcome.sides = sides
      return
    }
    let heads = heads(checks, format)
    let stored = try store(heads, in: database, progress)
    outcome.stored = stored.map(\.outcome)
    outcome.sides = zip(sides, stored).filter { $1.id != nil }.map(\.0)
    let doubled = try DuplicateRecordings.warnings(heads, checks, stored, in: database)
    outcome.hasWarnings =
      !(ImportReport.warnings(checks) + doubled).isEmpty || outcome.ignoresManyRecords
    let staying = try database.sessions.leftoverCount(
      ofFile: ImportedFilePath.path(path, in: job.library), besides: stored)
    outcome.lines.append(
      ImportReport.line(
        of: sessions, checks, stored, file, replacing: job.replacedFile, probes)
        + ImportReport.staying(staying) + doubled)
  }

  private func heads(_ checks: [ImportCheck], _ format: ImportFormat) -> [NewSession] {
    var counts: [[String]: Int] = [:]
    return zip(sessions, checks).map { session, check in
      let naming = session.naming
      var origin = SessionFile(
        path: ImportedFilePath.path(path, in: job.library), namesSession: naming.isSession)
      var id = session.session
      if naming.isSession {
        // A viewer's sessions without their own names are numbered per viewer, independent of other
        // viewers.
        counts[[session.video, session.viewer], default: 0] += 1
        let number = counts[[session.video, session.viewer]] ?? 1
        id = [origin.path, job.options.query ?? "", naming.name, session.viewer, "\(number)"]
          .joined(separator: "\n")
      }
      if naming.isViewer {
        origin.viewerName = naming.name
        // A pattern defines the viewer by the path, in any folder.
        origin.isNameUnsure = !job.options.isFileNameViewerName && job.options.path.viewer == nil
      }
      return NewSession(
        video: session.video, session: id, viewer: session.viewer,
        recordedAt: session.recordedAt, format: format.name, skipped: session.skipped,
        report: check.text, file: origin, labels: session.labels)
    }
  }

  private func store(
    _ heads: [NewSession], in database: LibraryDatabase, _ progress: ImportProgress
  ) throws -> [SessionStoreResult] {
    let replacing = job.ownership.replacing.map {
      FileReference(path: ImportedFilePath.path($0, in: job.library), label: $0)
    }
    do {
      return try database.sessions.store(
        heads, replacing: replacing, readmits: job.ownership.readmits, noting: job.record
      ) { index, take in
        try sessions[index].samples.forEach { part in
          try progress.throwIfStopped(file)
          try take(part)
        }
      }
    } catch let refusal as StoreRejection {
      throw ImportError(refusal, file: path, replacing: job.replacedFile)
    }
  }

  /// Minimum length in characters of a name that is searched inside a label.
  private static let shortestName = 5

  /// Rejects labels that contain a person's name, because labels are stored and shown as they are.
  ///
  /// The error repeats neither name nor label.
  private func requireLabelsWithoutNames() throws {
    for session in sessions {
      let name = session.viewer.lowercased()
      let guilty = session.labels.first { label in
        let value = label.value.lowercased()
        return value == name || value == session.session.lowercased()
          // A short name may be a part of any word.
          || (name.count >= Self.shortestName && value.contains(name))
      }
      guard let guilty else { continue }
      throw ImportError(
        of: path,
        "the label '\(guilty.name)' contains the name of a viewer or session, but labels are "
          + "stored and shown unchanged",
        "use a column with categories, such as age groups")
    }
  }

  /// Rejects a file if no session has a sample inside its video.
  private func requireOverlap(_ checks: [ImportCheck]) throws {
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
      "no sample is inside the video: the times begin at \(StatisticsText.seconds(far.first)) s and the "
        + "video lasts \(StatisticsText.seconds(far.duration)) s",
      "check the video, the unit of the times (milliseconds?) and --offset")
  }
}
