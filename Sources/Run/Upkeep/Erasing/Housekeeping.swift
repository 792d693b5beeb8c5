import EditDecisions
import Failures
import Foundation
package import Ingest
import Library
import Publishing
package import Workspace

/// Takes things out of the library.
package struct Housekeeping {
  let library: LibraryFolder
  let database: LibraryDatabase
  private let names: FileNames
  let isDryRun: Bool

  /// Opens the library; a dry run only tells what would be done.
  package init(
    library: LibraryFolder, names: FileNames = .asTyped, isDryRun: Bool = false
  ) throws {
    self.library = library
    self.isDryRun = isDryRun
    self.names = names
    database = try library.database(for: .writing)
  }

  /// Erases what is older than the settings keep it.
  ///
  /// - Returns: lines for the operator.
  /// - Throws: `LibraryError`; 75 while another run holds the library.
  package func prune() throws -> String {
    let lock = try RunLock(folder: library.path, .exclusive)
    defer { withExtendedLifetime(lock) {} }
    let lines = try library.eraseWhatIsOld(database)
    guard !lines.isEmpty else { return "Nothing is older than library.keepSamples." }
    return lines.joined(separator: "\n")
  }

  /// Takes a video, or one session of it, out.
  ///
  /// - Parameters:
  ///   - video: its id.
  ///   - session: the session's own id, or its label as `status` shows it; `nil` for all.
  ///   - file: the file that brought the sessions, by its path or its label; `nil` for all.
  /// - Returns: a line for the operator.
  /// - Throws: `CommandFailure` 66 when there is no such thing; `LibraryError`.
  package func remove(video: String, session: String?, file: String? = nil) throws -> String {
    let lock = isDryRun ? nil : try RunLock(folder: library.path, .exclusive)
    defer { withExtendedLifetime(lock) {} }
    try library.requireKnown(video, in: database)
    if let session {
      guard try database.remove(session: session, of: video, isRehearsal: isDryRun) else {
        throw CommandFailure(
          .notFound, "'\(video)' has no such session; see `gazecut status --sessions \(video)`")
      }
      return isDryRun
        ? "Would take one session out of '\(video)', which would be due. Nothing was changed."
        : "Took one session out of '\(video)'; it is due again."
    }
    if let file { return try remove(file: file, of: video) }
    let evidence = KeptEvidence(library: library, database: database)
    // The clips stay for a while; the figures of an audience that is taken out do not.
    if !isDryRun { try evidence.erasePages(of: [video]) }
    let retired = try retireClips(of: video, evidence)
    guard try database.remove(video: video, isRehearsal: isDryRun) else {
      throw CommandFailure(.notFound, "the library holds no sessions of '\(video)'")
    }
    if !isDryRun { try evidence.rewriteIndex() }
    let clips = retired.counted("clip")
    return isDryRun
      ? "Would take '\(video)' out, and move \(clips) to .retired. Nothing was changed."
      : "Took '\(video)' out; \(clips) moved to .retired. The source stays where it is."
  }

  private func remove(file: String, of video: String) throws -> String {
    let name = names.given(file, else: "that file")
    do {
      let gone = try database.remove(
        file: FileReference(path: FileLabel.path(file, in: library), label: file), of: video,
        isRehearsal: isDryRun)
      let parts = [(gone.sessions, "session"), (gone.curves, "curve")].filter { $0.0 > 0 }
        .map { $0.0 == 1 ? "one \($0.1)" : "\($0.0) \($0.1)s" }
      let what = parts.joined(separator: " and ")
      return (isDryRun ? "Would take " : "Took ") + "\(what) out of '\(video)', all that "
        + "\(name) had brought; "
        + (isDryRun ? "nothing was changed." : "it is due again.")
    } catch StoreRefusal.ambiguousFile(let count) {
      throw CommandFailure(
        .badData,
        "\(count) files of '\(video)' are called as \(name); give the path of the one meant")
    } catch is StoreRefusal {
      throw CommandFailure(
        .notFound,
        "'\(video)' has nothing from \(name); see `gazecut status --sessions \(video)`")
    }
  }

  private func retireClips(of video: String, _ evidence: KeptEvidence) throws -> Int {
    let files = try library.clipFiles(of: video)
    let recorded = try database.state(of: video).decisions
    if !isDryRun {
      for folder in ClipShape.allFolders {
        ClipNames(video: video, files: files.inside(folder)).remove()
      }
      files.removePreviews()
      // A document that a person changed stays.
      if let recorded, try files.holds(recorded) == true { files.remove(ClipFiles.documentName) }
    }
    let note = RetirementNote(recorded: recorded, after: nil)
    var count = 0
    for var clip in try database.clips(of: video)
    where clip.state == .retired || files.isOurs(clip) {
      if clip.state == .current {
        // One that lies among the retired was moved by a removal that was cut short.
        guard files.exists(clip.fileName) || files.retired.exists(clip.fileName) else { continue }
        if !clip.isReel { count += 1 }
      }
      guard !isDryRun else { continue }
      if clip.state == .current {
        try files.retire(clip)
        clip = note.retired(clip, in: files)
      }
      try evidence.eraseBeside(&clip, in: files)
      try database.keep(clip)
    }
    if !isDryRun { files.removeEmptyFolders(except: []) }
    return count
  }
}

extension Housekeeping {
  /// Erases viewers: samples, and what was folded from them.
  ///
  /// Beside a night it waits until that is done; a dry run, which changes nothing, does not.
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
    let lock = isDryRun ? nil : try RunLock(folder: library.path, .exclusive, waiting: notice)
    defer { withExtendedLifetime(lock) {} }
    // First what rests on the viewers, then they: an erasure that is cut short may be done again as
    // long as the library knows whom it is about.
    let found = try viewers.entries.map { try database.videos(withViewer: $0.name) }
    let videos = Set(found.joined()).sorted()
    let unknown = try zip(viewers.entries, found).filter { entry, videos in
      try videos.isEmpty && !database.hasForgotten(viewerName: entry.name)
    }.map(\.0)
    let spans = isDryRun ? try watched(by: viewers) : [:]
    let told = try spans.sorted { $0.key < $1.key }.map {
      try rendering(of: $0.key, without: $0.value)
    }
    let edited = isDryRun ? [] : try erase(viewers, from: videos)
    let left =
      edited.isEmpty
      ? ""
      : "\nChanged by hand, and left with figures in them: \(edited.joined(separator: ", "))."
    let remark = left + (try SampleRetention.remark(database))
    guard unknown.isEmpty else { throw notKnown(unknown, of: viewers, remark) }
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
      + "--readmit." + later.joined() + remark
  }

  /// Erases viewers, and before them the figures that rest on them.
  ///
  /// - Returns: files that a person changed, in which figures are left.
  private func erase(_ viewers: NamedViewers, from videos: [String]) throws -> [String] {
    let evidence = KeptEvidence(library: library, database: database)
    for video in videos { try evidence.erase(from: video) }
    try evidence.erasePages(of: videos)
    _ = try database.forget(viewers: viewers.entries.map(\.name))
    if !videos.isEmpty { try evidence.rewriteIndex() }
    return try videos.flatMap(evidence.figuresLeft)
  }

  private func notKnown(
    _ unknown: [(name: String, line: Int)], of viewers: NamedViewers, _ remark: String
  ) -> CommandFailure {
    guard !viewers.isOne else {
      return CommandFailure(
        .notFound,
        "the library knows no such viewer; name the viewer exactly as at import." + remark)
    }
    let (count, others) = (unknown.count, viewers.entries.count - unknown.count)
    let forgotten = others == 1 ? "one is" : "\(others) are"
    let rest = isDryRun ? "nothing was changed." : "the other \(forgotten) forgotten."
    return CommandFailure(
      .notFound,
      "\(viewers.source): \(count) of \(viewers.entries.count.counted("name")) "
        + "\(count.are) no viewer's, the first on "
        + "line \(unknown[0].line); name viewers exactly as at import; " + rest + remark)
  }

  /// The seconds that viewers watched, by video; the samples of each are read once.
  private func watched(by viewers: NamedViewers) throws -> [String: [ClosedRange<Double>]] {
    try viewers.entries.reduce(into: [:]) { spans, entry in
      for session in try database.held(ofViewer: entry.name)?.sessions ?? [] {
        spans[session.video, default: []] += [session.samples.span].compactMap(\.self)
      }
    }
  }

  /// Which clips of a video the next night may render anew, on a line of its own.
  ///
  /// A clip whose seconds none of them watched has no figure that rests on them.
  ///
  /// - Parameters:
  ///   - video: its id.
  ///   - spans: the seconds that they watched.
  /// - Returns: the line, behind a line end.
  /// - Throws: `LibraryError`; `DecisionProblems` for a document that is none.
  private func rendering(
    of video: String, without spans: [ClosedRange<Double>]
  ) throws -> String {
    let state = try database.state(of: video)
    guard let text = state.decisions else { return "\n\(video): it has no clips." }
    guard state.pin == nil else {
      return "\n\(video): pinned by a person; its clips would stay as they are, without figures."
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
