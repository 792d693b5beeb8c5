import Audience
import Deciding
import Foundation
import Importers
import Ingest
package import Library
import Media
import Rendering
import Selection
import Settings
import Support
package import Workspace

/// The output of `gazecut status`: videos, sessions, clips and the last runs.
///
/// It identifies no viewer.
package struct StatusReport {
  let library: LibraryFolder
  let database: LibraryDatabase
  private let check: DueVideos

  package init(library: LibraryFolder) throws {
    self.library = library
    database = try library.database(for: .reading)
    check = DueVideos(library: library, database: database)
  }

  package var text: String {
    get throws {
      let finder = try check.finder
      let videos = try videoLines(knownVideos())
      let nights = try nightLines()
      let unusable =
        UnusableFileNames(finder, in: library).lines + library.emptyFileNotices(finder)
        + (try library.unknownKeys(finder, in: database))
      var lines = ["Library: \(library.path)"]
      if let holder = LockHolder.current(library.path) {
        lines.append("A run is under way: \(holder.sentence).")
      }
      lines += [""] + videos
      for paragraph in [
        try lossLines(), try IntakeStatus(database).lines, unusable.map(TerminalText.escaped),
        nights.isEmpty ? [] : ["Last runs:"] + nights,
      ] { lines += Self.paragraph(paragraph) }
      // File names and failure messages come from outside; escape control characters and line ends.
      return lines.map(TerminalText.escaped).joined(separator: "\n") + "\n"
    }
  }

  /// The sessions of one video: a summary, and sessions by the label that `remove --session` takes.
  ///
  /// With `listsAll` of `false` only those with warnings are listed. It does not identify viewers.
  ///
  /// - Throws: `CommandFailure` 66 for an unknown video; `LibraryError`.
  package func sessions(of video: String, listsAll: Bool = true) throws -> String {
    try library.requireKnown(video, in: database)
    let sessions = try database.sessions.all(of: video)
    let checks = sessions.map { ImportCheck(text: $0.report) }
    let listed = zip(sessions, checks).filter { _, check in
      listsAll || !(check?.oddities ?? []).isEmpty
    }
    var lines = sessionSummary(video, sessions)
    if !listed.isEmpty { lines += [""] + sessionLines(listed) }
    let usual = sessions.count - listed.count
    if usual > 0 {
      lines += [
        "",
        "\(usual.counted("session")) without warnings; "
          + "`gazecut status --sessions \(video) --verbose` lists all",
      ]
    }
    lines += try DuplicateRecordings.warnings(of: video, in: database).map { "odd: \($0)" }
    lines += try UnmatchedViewers.warnings(of: video, in: database).map { ["odd: \($0)"] } ?? []
    lines += try curveLines(of: video)
    return lines.map(TerminalText.escaped).joined(separator: "\n") + "\n"
  }

  private func sessionSummary(_ video: String, _ sessions: [SessionSummary]) -> [String] {
    let samples = sessions.reduce(0) { $0 + $1.samples }
    func counted(_ texts: [String]) -> String {
      Dictionary(grouping: texts) { $0 }.sorted { $0.key < $1.key }
        .map { $0.value.count == texts.count ? $0.key : "\($0.key) (\($0.value.count))" }
        .joined(separator: "; ")
    }
    func span(_ dates: [Date]) -> String? {
      guard let first = dates.min(), let last = dates.max() else { return nil }
      let texts = [LocalTime.text(first), LocalTime.text(last)]
      return texts[0] == texts[1] ? texts[0] : texts.joined(separator: " to ")
    }
    let facts: [(String, String?)] = [
      ("format", counted(sessions.map(\.format))), ("imported", span(sessions.map(\.importedAt))),
      ("recorded", span(sessions.compactMap(\.recordedAt))),
      ("faces", counted(sessions.compactMap { ReportedEmotionsText.line(of: $0) })),
    ]
    let rows = facts.compactMap { name, fact -> [String]? in
      fact.flatMap { $0.isEmpty ? nil : [name, $0] }
    }
    return ["\(video): \(sessions.count.counted("session")), \(samples.counted("sample"))"]
      + TextColumns.lines(rows)
  }

  private func sessionLines(_ sessions: [(SessionSummary, ImportCheck?)]) -> [String] {
    var rows = [["session", "format", "samples", "imported", "recorded", "file", "skipped"]]
    for (session, _) in sessions {
      let skipped = session.skipped.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
      rows.append([
        session.label, session.format, String(session.samples),
        LocalTime.text(session.importedAt), session.recordedAt.map { LocalTime.text($0) } ?? "-",
        session.file ?? "-", skipped.isEmpty ? "-" : skipped.joined(separator: ", "),
      ])
    }
    let heads = TextColumns.lines(rows, rightAligned: [2])
    var lines = Array(heads.prefix(1))
    for (head, (session, check)) in zip(heads.dropFirst(), sessions) {
      lines.append(head)
      if let told = ReportedEmotionsText.line(of: session) { lines.append("     " + told) }
      guard let check else { continue }
      lines.append("     " + check.figures)
      lines += check.oddities.map { "    odd: \($0)" }
    }
    return lines
  }

  /// The videos with damaged files, or with sessions of which more than a tenth was ignored.
  ///
  /// One line per video, with the finding of its first such import.
  private func lossLines() throws -> [String] {
    let kinds: [ImportWarning.Kind] = [.skipped, .damaged]
    let found = try database.sessions.reports(withAnyOf: kinds.map { "\"\($0.rawValue)\"" })
      .compactMap { video, report -> (video: String, warnings: ImportWarning)? in
        ImportCheck(text: report)?.oddities.first { kinds.contains($0.kind) }.map { (video, $0) }
      }
    let lines = Dictionary(grouping: found, by: \.video).sorted { $0.key < $1.key }.map {
      "  \($0.key): \($0.value[0].warnings) (\($0.value.count.counted("session")); "
        + "`gazecut status --sessions \($0.key)`)"
    }
    return lines.isEmpty ? [] : ["More than a tenth was ignored, or a file is damaged:"] + lines
  }

  private func curveLines(of video: String) throws -> [String] {
    let files = try database.audiences.curveFiles(of: video)
    let rows = try database.audiences.curves(of: video).map { curve in
      let origin = files[curve.source]
      return [
        curve.source.words, String(curve.points.count), curve.people.map(String.init) ?? "-",
        (origin?.importedAt).map { LocalTime.text($0) } ?? "-", origin?.file ?? "-",
      ]
    }
    return Self.section(
      "Engagement curves (counts of all viewers together):",
      ["source", "points", "counted", "imported", "file"], rows, rightAligned: [1, 2])
  }

  /// A table with a title; empty if there are no rows.
  private static func section(
    _ title: String, _ heads: [String], _ rows: [[String]], rightAligned: Set<Int> = [2]
  ) -> [String] {
    rows.isEmpty ? [] : ["", title] + TextColumns.lines([heads] + rows, rightAligned: rightAligned)
  }

  package struct VideoStatus {
    /// Counts of its audience; all 0 if it has none.
    package var summary: VideoSummary
    var standing: DueVideos.ProcessingStatus?
    package var source: StatusDocument.Source
    var shorts: Int
  }

  /// All videos that have an audience, a source or clips, sorted by ID.
  package func knownVideos() throws -> [VideoStatus] {
    let finder = try check.finder
    let summaries = try database.videos.all().keyed(by: \.id)
    let videoStatuses = try check.videoStatuses().keyed(by: \.video)
    let shorts = Dictionary(
      grouping: try database.clips.all().filter { $0.isPublished && !$0.isReel }, by: \.video)
    return Set(summaries.keys).union(finder.ids).union(videoStatuses.keys).sorted().map { id in
      VideoStatus(
        summary: summaries[id] ?? VideoSummary(id: id), standing: videoStatuses[id],
        source: source(of: id, finder, videoStatuses[id]), shorts: shorts[id]?.count ?? 0)
    }
  }

  /// Whether the source was found; a source that gazecut.yaml names may not exist.
  private func source(
    of video: String, _ finder: SourceFinder, _ standing: DueVideos.ProcessingStatus?
  ) -> StatusDocument.Source {
    guard standing?.sourceProblem == nil else { return .unreadable }
    let result = finder.find(video)
    if case .found(let path) = result, standing?.currentSource == nil, standing?.silence == nil {
      let failure = try? library.answer(about: path) { () -> CommandFailure? in
        do {
          try LibraryFolder.requireFile(path, of: video)
          return nil
        } catch {
          return CommandFailure(describing: error)
        }
      }
      if let failure = failure ?? nil {
        return failure.status == .notFound ? .missing : .unreadable
      }
    }
    return StatusDocument.Source(result)
  }

  private func videoLines(_ videos: [VideoStatus]) throws -> [String] {
    guard !videos.isEmpty else { return ["No videos yet."] }
    let summaries = videos.map(\.summary)
    let rows = videos.map { video in
      let summary = video.summary
      return [
        summary.id, video.standing?.source?.word ?? video.source.rawValue,
        String(summary.sessions), String(summary.viewers), String(summary.samples),
        String(video.shorts), statusText(video.standing),
      ]
    }
    let heads = ["video", "source", "sessions", "viewers", "samples", "clips", "status"]
    return TextColumns.lines([heads] + rows, rightAligned: [2, 3, 4, 5])
      + fileChangeLines(videos.compactMap(\.standing)) + (try noticeLines(summaries))
      + lines("Detections:", "boxes", of: summaries, \.detections)
      + lines("Curves:", "points", of: summaries, \.curves) + (try labelLines(summaries))
  }

  /// Number of viewers per label; labels below the minimum group size are summed up as "others".
  private func labelLines(_ videos: [VideoSummary]) throws -> [String] {
    var rows: [[String]] = []
    let labelled = try database.sessions.labelledVideos()
    for video in videos where labelled.contains(video.id) {
      let disclosure = MinimumGroupRule(try library.settings.settings(for: video.id).selection)
      let labels = try database.sessions.labels(of: video.id)
      let parts = Dictionary(grouping: labels, by: \.label.name)
      for (name, parts) in parts.sorted(by: { $0.key < $1.key }) {
        let large = parts.filter { disclosure.mayPublish($0.viewers) }
        rows += large.map { [video.id, "\($0.label)", String($0.viewers)] }
        if large.count < parts.count {
          rows.append([video.id, "\(name): others", "\(disclosure.few) each"])
        }
      }
    }
    return Self.section("Labels:", ["video", "label", "viewers"], rows)
  }

  /// Lines about clips that were deleted, and sources that were moved, renamed or replaced.
  private func fileChangeLines(_ videoStatuses: [DueVideos.ProcessingStatus]) -> [String] {
    let lines = videoStatuses.flatMap { standing -> [String] in
      var lines: [String] = []
      if let missing = standing.taken {
        lines.append(
          "\(standing.video): missing: \(missing); `gazecut run` renders them again, "
            + "`gazecut check` lists all")
      }
      // A failed run has stored it already.
      if let problem = standing.sourceProblem, standing.state.failure == nil {
        lines.append("\(standing.video): \(problem)")
      }
      if let change = standing.source {
        lines.append("\(standing.video): " + change.sentence(duration: duration(standing.video)))
      }
      return lines
    }
    return Self.paragraph(lines)
  }

  private func noticeLines(_ videos: [VideoSummary]) throws -> [String] {
    Self.paragraph(
      try videos.flatMap { video in
        try notices(of: video.id).map { TerminalText.escaped("\(video.id): \($0)") }
      })
  }

  /// Lines after an empty one; nothing if there are no lines.
  private static func paragraph(_ lines: [String]) -> [String] { lines.isEmpty ? [] : [""] + lines }

  /// The notices of the last run that rendered a video, about its source and clips.
  func notices(of video: String) throws -> [String] {
    let kept = try database.videos.cached(.notices, of: video, key: "")
    return kept.flatMap { try? JSONDecoder().decode([String].self, from: $0) } ?? []
  }

  private func duration(_ video: String) -> Double? {
    guard let path = try? library.source(of: video) else { return nil }
    return try? SourceReader(path).probe().duration
  }

  /// A table of detections per detector, or of curve points per source, for each video.
  private func lines(
    _ title: String, _ unit: String, of videos: [VideoSummary],
    _ counts: KeyPath<VideoSummary, [String: Int]>
  ) -> [String] {
    let rows = videos.flatMap { video in
      video[keyPath: counts].sorted { $0.key < $1.key }
        .map { [video.id, $0.key, String($0.value)] }
    }
    return Self.section(title, ["video", "source", unit], rows)
  }

  private func statusText(_ standing: DueVideos.ProcessingStatus?) -> String {
    guard let standing else { return "no audience yet" }
    let state = standing.state
    let failed = "failed \(state.failureCount)x: \(state.failure ?? "")"
    let pinned = state.pin == nil ? "" : "locked, "
    switch standing.kind {
    case .waiting: return standing.waiting ?? ""
    case .failed: return failed
    case .resting:
      return failed + " (tried weekly now; `gazecut run \(standing.video)` tries at once)"
    case .due: return pinned + standing.dueSentence
    case .upToDate: return pinned + "up to date"
    case .noAudience: return pinned + "no audience yet"
    }
  }

  private func nightLines() throws -> [String] {
    TextColumns.lines(
      try lastRuns().map { night in
        [
          LocalTime.text(night.startedAt), night.exit.map { "exit \($0)" } ?? "did not finish",
          "\(night.videos.counted("video")), \(night.rendered.counted("clip")) rendered, "
            + "\(night.failed) failed",
        ]
      })
  }
}
