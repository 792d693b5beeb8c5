import Audience
import EditDecisions
import Foundation
import Importers
import Library
import Media
import Rendering
import Settings
import Support
import Synchronization
import Workspace

/// Describes the result of reading a file; contains no viewer names.
enum ImportReport {
  /// The report of `import --check` on sessions.
  static func lines(
    of sessions: [StagedSession], _ checks: [ImportCheck], _ file: String, _ probes: SourceInfoCache
  ) -> [String] {
    var lines: [String] = []
    for (index, (session, check)) in zip(sessions, checks).enumerated() {
      let number = sessions.count == 1 ? "" : ", session \(index + 1)"
      lines.append(
        "\(file): \(session.video)\(number): \(check.summary)"
          + words(session.skipped, taken: session.samplesOfFile ?? check.samples))
      lines += check.oddities.filter { $0.kind != .skipped }.map { "  odd: \($0)" }
    }
    return lines + probes.unknown(Set(sessions.map(\.video))).map { "  odd: \($0)" }
  }

  /// The report on a file of boxes.
  static func lines(
    of staged: StagedDetections, _ summary: BoxFileSummary, _ file: String,
    outcome: [StoreResult], _ probes: SourceInfoCache, isCheck: Bool
  ) -> [String] {
    let line =
      "\(file): \(staged.video)\(isCheck ? "" : " by \(staged.source)"): \(summary.summary)"
      + outcomes(outcome) + words(staged.skipped, taken: staged.boxes.count)
    let warning = summary.timeWarning(videoDuration: probes[staged.video]?.duration)
    let warnings = [warning].compactMap { $0 } + probes.unknown([staged.video])
    return lines(line, warnings, isCheck: isCheck)
  }

  /// A line and its warnings, which `import --check` prints on lines of their own.
  private static func lines(_ line: String, _ warnings: [String], isCheck: Bool) -> [String] {
    isCheck
      ? [line] + warnings.map { "  odd: \($0)" }
      : [line + warnings.map { "; odd: \($0)" }.joined()]
  }

  /// The skipped and left-out records, to append to a line; a warning if they exceed 10 %.
  static func words(_ skipped: [String: Int], taken: Int) -> String {
    let losses = SkippedSummary(skipped, taken: taken)
    let ignored = losses.words.map { (losses.exceedTenPercent ? "; odd: " : "; ") + $0 } ?? ""
    return ignored + (losses.others.map { "; \($0)" } ?? "")
  }

  /// The first warning of each kind, to append to a line that contains the skipped records.
  static func warnings(_ checks: [ImportCheck]) -> String {
    ImportWarning.Kind.allCases.filter { $0 != .skipped }.map { kind in
      let found = checks.compactMap { $0.oddities.first { $0.kind == kind } }
      guard let first = found.first else { return "" }
      let more =
        checks.count == 1
        ? "" : found.count == 1 ? " (1 session)" : " (\(found.count) sessions, this the first)"
      return "; odd: \(first)\(more)"
    }.joined()
  }

  /// The report on an engagement curve: number of points, time range, number of people.
  static func lines(
    of staged: StagedEngagementCurve, _ file: String, outcome: [StoreResult],
    _ probes: SourceInfoCache, isCheck: Bool
  ) -> [String] {
    let curve = staged.curve
    let duration = probes[staged.video]?.duration
    var line =
      "\(file): \(staged.video) by \(curve.source.words): \(curve.points.count.counted("point"))"
    let last = curve.points.map(\.end).max() ?? 0
    if let known = curve.isShare ? duration : 1 {
      line += ", one every \(words(curve.step(inVideoOf: known))) s"
      if !curve.isShare { line += " to \(words(last)) s" }
    }
    line += curve.people.map { ", \($0) counted" } ?? ", number of people unknown"
    let counted = Int(min(1e9, curve.points.reduce(0) { $0 + $1.value }))
    line += Self.words(staged.skipped, taken: curve.countsPeople ? counted : curve.points.count)
    var warnings = probes.unknown([staged.video])
    // A curve's last point may be rounded up, and players round lengths to whole seconds.
    if let duration, !curve.isShare, abs(last - duration) > max(curve.step(inVideoOf: duration), 2)
    {
      warnings.append(
        "the curve ends at \(words(last)) s, but the video lasts \(words(duration)) s: does it "
          + "belong to this cut of the video?")
    }
    return lines(line + outcomes(outcome), warnings, isCheck: isCheck)
  }

  private static func words(_ value: Double) -> String { Rounding.text(value, decimals: 1) }

  static func line(
    of sessions: [StagedSession], _ checks: [ImportCheck], _ stored: [SessionStoreResult],
    _ file: String, replacing replacedFile: String?, _ probes: SourceInfoCache
  ) -> String {
    let erased = zip(sessions, stored).filter { $0.1.outcome == .erased }.map(\.0)
    let taken = zip(sessions, stored).filter { $0.1.outcome != .erased }.map(\.0)
    let samples = taken.reduce(0) { $0 + $1.samples.count }
    var skipped: [String: Int] = [:]
    for session in taken { skipped.merge(session.skipped, uniquingKeysWith: +) }
    let videos = Set(sessions.map(\.video)).sorted().joined(separator: ", ")
    return "\(file): \(taken.count.counted("session")) of \(videos), "
      + samples.counted("sample") + outcomes(stored.map(\.outcome)) + left(erased)
      + (replacedFile.map { "; the sessions of \($0) were removed" } ?? "")
      + shorter(stored) + words(skipped, taken: samples)
      + warnings(checks)
      + probes.unknown(Set(sessions.map(\.video))).map { "; odd: \($0)" }.joined()
  }

  static func staying(_ sessions: Int) -> String {
    guard sessions > 0 else { return "" }
    let (them, are) = sessions == 1 ? ("it", "is") : ("them", "are")
    return "; \(sessions.counted("session")) of its earlier version \(are) missing now and "
      + "\(are) kept (--replace with its own path removes \(them))"
  }

  static func outcomes(_ outcomes: [StoreResult]) -> String {
    let outcomes = outcomes.filter { $0 != .erased }
    guard !outcomes.isEmpty else { return "" }
    guard outcomes.contains(where: { $0 != .unchanged }) else {
      return "; nothing was changed, because the library already has it"
    }
    let words: [(outcome: StoreResult, words: String)] = [
      (.relabelled, "already there, with new labels"), (.healed, "damaged, repaired"),
      (.replaced, "replaced earlier content"), (.unchanged, "already there"),
    ]
    let parts = words.compactMap { outcome, words in
      let count = outcomes.count { $0 == outcome }
      return count > 0 ? "\(count) \(words)" : nil
    }
    return parts.isEmpty ? "" : " (\(parts.joined(separator: ", ")))"
  }

  private static func left(_ erased: [StagedSession]) -> String {
    guard !erased.isEmpty else { return "" }
    let viewers = Set(erased.map(\.viewer)).count
    return "; left out \(erased.count.counted("session")) of \(viewers.counted("viewer")) who "
      + (viewers == 1 ? "was" : "were")
      + " erased with `gazecut forget` (--readmit imports them again)"
  }

  /// The warning about sessions that would replace longer ones: a truncated file, or the wrong one.
  private static func shorter(_ stored: [SessionStoreResult]) -> String {
    let kept = stored.filter { $0.outcome == .kept }
    guard !kept.isEmpty else { return "" }
    return "; odd: "
      + shorter(
        sessions: kept.count, now: kept.reduce(0) { $0 + $1.samples },
        before: kept.reduce(0) { $0 + ($1.samplesBefore ?? 0) })
      + ", and not imported: was the file cut short? To import it, use --replace with the earlier name"
  }

  static func shorter(sessions: Int, now: Int, before: Int) -> String {
    "\(sessions.counted("session")) shorter than the stored one: "
      + "\(now.counted("sample")), stored \(before)"
  }
}

/// Caches information about the sources of a library, and the contents of their folders.
final class SourceInfoCache: Sendable {
  private let library: LibraryFolder
  private let finders: SourceFinderCache
  private let known = Mutex<[String: MediaInfo?]>([:])

  init(_ library: LibraryFolder) {
    self.library = library
    finders = SourceFinderCache(library)
  }

  /// Information about a video's source; `nil` if there is none that can be read.
  subscript(video: String) -> MediaInfo? {
    if let known = known.withLock({ $0[video] }) { return known }
    let path = try? library.source(of: video, by: finders)
    let info = path.flatMap { try? SourceReader($0).probe() }
    known.withLock { $0[video] = .some(info) }
    return info
  }

  /// One sentence for each video without a source: its ID is misspelt, or its source is still
  /// missing.
  func unknown(_ videos: Set<String>) -> [String] {
    videos.sorted().filter { !hasSource($0) }
      .map { "the library has no video '\($0)' yet: check its id, or add its source" }
  }

  /// Whether the library has a source of this video; `true` if the settings cannot be read.
  func hasSource(_ video: String) -> Bool {
    guard let settings = try? library.settings.settings(for: video) else { return true }
    return finders.finder(settings).find(video) != .missing
  }
}
