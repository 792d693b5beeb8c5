import Audience
import EditDecisions
import Failures
import Foundation
import Library
import Workspace

extension Housekeeping {
  /// Erases viewers: samples, and what was folded from them.
  ///
  /// Beside a night it waits until that is done.
  ///
  /// - Parameters:
  ///   - viewers: who; no name is repeated in the answer.
  ///   - notice: told whom it waits for.
  /// - Returns: lines for the operator.
  /// - Throws: `CommandFailure` 66 when the library knows some of them not at all; all others are
  ///   erased then. `LibraryError`.
  package func forget(
    _ viewers: NamedViewers, notice: @escaping (String) -> Void
  ) throws -> String {
    let lock = try RunLock(folder: library.path, .exclusive, waiting: notice)
    defer { withExtendedLifetime(lock) {} }
    // First what rests on the viewers, then they: an erasure that is cut short may be done again as
    // long as the library knows whom it is about.
    let found = try viewers.entries.map { try database.videos(withViewer: $0.name) }
    let videos = Set(found.joined()).sorted()
    let unknown = try zip(viewers.entries, found).filter { entry, videos in
      try videos.isEmpty && !database.hasForgotten(viewerName: entry.name)
    }.map(\.0)
    let told = isDryRun ? try videos.map { try rendering(of: $0, without: viewers) } : []
    if !isDryRun { try erase(viewers, from: videos) }
    guard unknown.isEmpty else { throw try notKnown(unknown, of: viewers) }
    guard !videos.isEmpty else {
      return viewers.isOne
        ? "This viewer was forgotten before; nothing is held of them."
        : "All of them were forgotten before."
    }
    let places = videos.joined(separator: ", ")
    guard !isDryRun else {
      return "Would be forgotten, in \(places). Nothing was changed." + told.joined()
    }
    let pinned = try videos.filter { try database.state(of: $0).pin != nil }
    let later = pinned.map {
      "\n\($0) is pinned by a person: its clips stay as they are, without the figures behind them, "
        + "until `gazecut regenerate \($0) --unpin`."
    }
    let whom = viewers.isOne ? "this viewer" : "these viewers"
    return "Forgotten, in \(places). "
      + "The next night's figures are without \(whom). No file in a place of timelines: was deleted; "
      + "delete it there. What it or any other brings of them stays out unless it is imported with "
      + "--readmit." + later.joined()
      + (try SampleRetention.remark(database))
  }

  /// Erases viewers, and before them the figures that rest on them.
  private func erase(_ viewers: NamedViewers, from videos: [String]) throws {
    let evidence = KeptEvidence(library: library, database: database)
    for video in videos { try evidence.erase(from: video) }
    try evidence.erasePages(of: videos)
    _ = try database.forget(viewers: viewers.entries.map(\.name))
    if !videos.isEmpty { try evidence.rewriteIndex() }
  }

  private func notKnown(
    _ unknown: [NamedViewers.Entry], of viewers: NamedViewers
  ) throws -> CommandFailure {
    let remark = try SampleRetention.remark(database)
    guard !viewers.isOne else {
      return CommandFailure(
        .notFound,
        "the library knows no such viewer; name the viewer exactly as at import." + remark)
    }
    let (count, others) = (unknown.count, viewers.entries.count - unknown.count)
    let rest = isDryRun ? "nothing was changed." : "the other \(others) are forgotten."
    return CommandFailure(
      .notFound,
      "\(viewers.source): \(count) of \(viewers.entries.count) names are no viewer's, the first on "
        + "line \(unknown[0].line); name viewers exactly as at import; " + rest + remark)
  }

  /// Which clips of a video the next night may render anew, on a line of its own.
  ///
  /// A clip whose seconds none of them watched has no figure that rests on them.
  private func rendering(of video: String, without viewers: NamedViewers) throws -> String {
    let state = try database.state(of: video)
    guard let text = state.decisions else { return "\n\(video): it has no clips." }
    guard state.pin == nil else {
      return "\n\(video): pinned by a person; its clips would stay as they are, without figures."
    }
    let spans = try viewers.entries.flatMap { entry in
      try database.held(ofViewer: entry.name)?.sessions.filter { $0.video == video }
        .compactMap(\.samples.span) ?? []
    }
    let clips = try DecisionDocument(text: text).inAllShapes.flatMap(\.moments)
    let theirs = clips.filter { clip in
      spans.contains { $0.lowerBound < clip.end && $0.upperBound >= clip.start }
    }
    let rest = clips.count - theirs.count
    guard !theirs.isEmpty else {
      return "\n\(video): no clip would be rendered anew, since they watched the seconds of none; "
        + "the records would be written anew."
    }
    return "\n\(video): rendered anew, with the reel, where the decision without them is another: "
      + theirs.map(\.id).joined(separator: ", ") + ". Where it stays"
      + (rest > 0 ? ", and of \(rest) more," : "") + " only records would be written anew."
  }
}
