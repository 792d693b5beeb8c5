import EditDecisions
package import Ingest
import Library
import Publishing
import Support
package import Workspace

/// Removes data from the library: `gazecut prune`, `remove` and `forget`.
package struct LibraryCleaner {
  let library: LibraryFolder
  let database: LibraryDatabase
  private let names: LoggedFileNames
  let isDryRun: Bool

  /// Opens the library; in a dry run, methods only describe what they would do.
  package init(
    library: LibraryFolder, names: LoggedFileNames = .asTyped, isDryRun: Bool = false
  ) throws {
    self.library = library
    self.isDryRun = isDryRun
    self.names = names
    database = try library.database(for: .writing)
  }

  /// Deletes samples and archived clips that are older than the settings allow.
  ///
  /// - Returns: a message for the user.
  /// - Throws: `LibraryError`; exit code 75 while a run is in progress.
  package func prune() throws -> String {
    let lock = try LibraryLock(folder: library.path, .exclusive)
    defer { withExtendedLifetime(lock) {} }
    let lines = try library.eraseExpiredData(database)
    guard !lines.isEmpty else { return "Nothing is older than library.keepSamples." }
    return lines.joined(separator: "\n")
  }

  /// Removes a video, or single sessions of it.
  ///
  /// `session` is the session's own ID, or its label from `status --sessions`. `file` is the path
  /// or label of the file whose sessions are removed.
  ///
  /// - Returns: a message for the user.
  /// - Throws: `CommandFailure` 66 if there is no such video, session or file; `LibraryError`.
  package func remove(video: String, session: String?, file: String? = nil) throws -> String {
    let lock = isDryRun ? nil : try LibraryLock(folder: library.path, .exclusive)
    defer { withExtendedLifetime(lock) {} }
    try library.requireKnown(video, in: database)
    if let session {
      guard try database.sessions.remove(session, of: video, isRehearsal: isDryRun) else {
        throw CommandFailure(
          .notFound, "'\(video)' has no such session; see `gazecut status --sessions \(video)`")
      }
      return isDryRun
        ? "Would remove one session of '\(video)'. Nothing was changed."
        : "Removed one session of '\(video)'; the next run processes the video again."
    }
    if let file { return try remove(file: file, of: video) }
    let evidence = StoredFigures(library: library, database: database)
    // Clips are archived for some days, but figures of the removed audience are deleted now.
    if !isDryRun { try evidence.erasePages(of: [video]) }
    let retired = try retireClips(of: video, evidence)
    guard try database.videos.remove(video, isRehearsal: isDryRun) else {
      throw CommandFailure(.notFound, "the library has no sessions of '\(video)'")
    }
    if !isDryRun { try evidence.rewriteIndex() }
    let clips = retired.counted("clip")
    return isDryRun
      ? "Would remove '\(video)', and move \(clips) to .retired. Nothing was changed."
      : "Removed '\(video)'; \(clips) moved to .retired. The source was not changed."
  }

  private func remove(file: String, of video: String) throws -> String {
    let name = names.given(file, else: "that file")
    do {
      let removed = try database.sessions.remove(
        file: FileReference(path: ImportedFilePath.path(file, in: library), label: file), of: video,
        isRehearsal: isDryRun)
      let parts = [(removed.sessions, "session"), (removed.curves, "curve")].filter { $0.0 > 0 }
        .map { $0.0 == 1 ? "one \($0.1)" : "\($0.0) \($0.1)s" }
      let what = parts.joined(separator: " and ")
      return (isDryRun ? "Would remove " : "Removed ") + "\(what) of '\(video)', all that was "
        + "imported from \(name); "
        + (isDryRun ? "nothing was changed." : "the next run processes the video again.")
    } catch StoreRejection.ambiguousFile(let count) {
      throw CommandFailure(
        .badData, "\(count) files of '\(video)' match \(name); give the path of the one you mean")
    } catch is StoreRejection {
      throw CommandFailure(
        .notFound, "'\(video)' has nothing from \(name); see `gazecut status --sessions \(video)`")
    }
  }

  private func retireClips(of video: String, _ evidence: StoredFigures) throws -> Int {
    let files = try library.clipFiles(of: video)
    let recorded = try database.videos.state(of: video).decisions
    if !isDryRun {
      for folder in ClipVariant.allFolders {
        StableClipNames(video: video, files: files.inside(folder)).remove()
      }
      files.removePreviews()
      // A document that the user edited stays.
      if let recorded, try files.holds(recorded) == true { files.remove(ClipFolder.documentName) }
    }
    let note = ArchiveNote(recorded: recorded, after: nil)
    var count = 0
    for var clip in try database.clips.all(of: video)
    where clip.state == .retired || files.isUnchangedByUser(clip) {
      if clip.state == .current {
        // If it is in .retired already, an interrupted removal moved it.
        guard files.exists(clip.fileName) || files.retired.exists(clip.fileName) else { continue }
        if !clip.isReel { count += 1 }
      }
      guard !isDryRun else { continue }
      if clip.state == .current {
        try files.moveToArchive(clip)
        clip = note.retired(clip, in: files)
      }
      try evidence.eraseSideFiles(&clip, in: files)
      try database.clips.store(clip)
    }
    if !isDryRun { files.removeEmptyFolders(except: []) }
    return count
  }
}

extension LibraryCleaner {
  /// Erases viewers: their samples, and everything that was aggregated from them.
  ///
  /// If a run is in progress it waits for its end, except in a dry run. The message does not repeat
  /// the names of viewers.
  ///
  /// - Throws: `CommandFailure` 66 if some viewers are unknown; all others are erased then.
  ///   `LibraryError`.
  package func forget(
    _ viewers: ViewerNameList, notice: @escaping (String) -> Void
  ) throws -> String {
    let lock = isDryRun ? nil : try LibraryLock(folder: library.path, .exclusive, waiting: notice)
    defer { withExtendedLifetime(lock) {} }
    // Erase figures first and the samples last: if this is interrupted, the library still knows
    // which videos are concerned, and the command can be repeated.
    let found = try viewers.entries.map { try database.privacy.videos(withViewer: $0.name) }
    let videos = Set(found.joined()).sorted()
    let unknown = try zip(viewers.entries, found).filter { entry, videos in
      try videos.isEmpty && !database.privacy.isErased(viewerName: entry.name)
    }.map(\.0)
    let spans = isDryRun ? try watchedRanges(by: viewers) : [:]
    let notes = try spans.sorted { $0.key < $1.key }.map {
      try renderingNote(of: $0.key, without: $0.value)
    }
    let edited = isDryRun ? [] : try erase(viewers, from: videos)
    let left =
      edited.isEmpty
      ? ""
      : "\nNot changed, because you edited them (they still contain figures): "
        + "\(edited.joined(separator: ", "))."
    let remark = left + (try RetainedAudienceNote.text(database))
    guard unknown.isEmpty else { throw unknownViewersFailure(unknown, of: viewers, remark) }
    guard !videos.isEmpty else {
      return viewers.isOne
        ? "This viewer was forgotten before; nothing is stored about them."
        : "All of them were forgotten before."
    }
    let places = videos.joined(separator: ", ")
    let whom = viewers.isOne ? "this viewer" : "these viewers"
    guard !isDryRun else {
      return "Would forget \(whom) in \(places). Nothing was changed." + notes.joined()
    }
    let pinned = try videos.filter { try database.videos.state(of: $0).pin != nil }
    let later = pinned.map {
      "\n\($0) is locked: its clips stay as they are, without the figures behind them, until you "
        + "run `gazecut regenerate \($0) --unpin`."
    }
    return "Forgot \(whom) in \(places). The figures of the next run are without \(whom). "
      + "Files in watched folders were not deleted; delete them there. Imports leave out "
      + "\(whom), unless you use --readmit." + later.joined() + remark
  }

  /// Erases viewers, and before that all figures that they contributed to.
  ///
  /// - Returns: files that the user edited and that still contain figures.
  private func erase(_ viewers: ViewerNameList, from videos: [String]) throws -> [String] {
    let evidence = StoredFigures(library: library, database: database)
    for video in videos { try evidence.erase(from: video) }
    try evidence.erasePages(of: videos)
    _ = try database.privacy.forget(viewers.entries.map(\.name))
    if !videos.isEmpty { try evidence.rewriteIndex() }
    return try videos.flatMap(evidence.filesWithFigures)
  }

  private func unknownViewersFailure(
    _ unknown: [(name: String, line: Int)], of viewers: ViewerNameList, _ remark: String
  ) -> CommandFailure {
    guard !viewers.isOne else {
      return CommandFailure(
        .notFound, "the library has no such viewer; write the name exactly as at import." + remark)
    }
    let (count, others) = (unknown.count, viewers.entries.count - unknown.count)
    let forgotten = others == 1 ? "one is" : "\(others) are"
    let rest = isDryRun ? "nothing was changed." : "the other \(forgotten) forgotten."
    return CommandFailure(
      .notFound,
      "\(viewers.source): no viewer found for \(count) of "
        + "\(viewers.entries.count.counted("name")), the first on line \(unknown[0].line); "
        + "write names exactly as at import; " + rest + remark)
  }

  /// The ranges of play time that viewers watched, by video; reads each viewer's samples once.
  private func watchedRanges(by viewers: ViewerNameList) throws -> [String: [ClosedRange<Double>]] {
    try viewers.entries.reduce(into: [:]) { spans, entry in
      for session in try database.privacy.data(ofViewer: entry.name)?.sessions ?? [] {
        spans[session.video, default: []] += [session.samples.span].compactMap(\.self)
      }
    }
  }

  /// Describes in one line which clips of a video may be rendered again without some viewers.
  ///
  /// `spans` are the ranges that the viewers watched, in seconds. Other clips have no figures of
  /// them.
  private func renderingNote(
    of video: String, without spans: [ClosedRange<Double>]
  ) throws -> String {
    let state = try database.videos.state(of: video)
    guard let text = state.decisions else { return "\n\(video): it has no clips." }
    guard state.pin == nil else {
      return "\n\(video): locked; its clips would stay as they are, without figures."
    }
    let clips = try DecisionDocument(text: text).inAllAspectRatios.flatMap(\.moments)
    let affected = clips.filter { clip in
      spans.contains { $0.lowerBound < clip.end && $0.upperBound >= clip.start }
    }
    let rest = clips.count - affected.count
    guard !affected.isEmpty else {
      return "\n\(video): no clip would be rendered again, since they watched none of them; only "
        + "the metadata files would be written again."
    }
    return "\n\(video): would be rendered again, with the reel, if decided differently without "
      + "them: \(affected.map(\.id).joined(separator: ", ")). Otherwise"
      + (rest > 0 ? ", and for \(rest) more," : "")
      + " only the metadata files would be written again."
  }
}
