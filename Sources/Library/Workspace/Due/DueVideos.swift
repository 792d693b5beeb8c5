import EditDecisions
import Foundation
package import Library
import Media
import Rendering
import Settings
package import Support

/// Finds the videos that are pending, and computes the fingerprint of each.
package struct DueVideos {
  private let library: LibraryFolder
  private let database: LibraryDatabase
  private let folders: FolderCache
  var now = Date()

  package init(library: LibraryFolder, database: LibraryDatabase) {
    (self.library, self.database) = (library, database)
    folders = FolderCache(library: library)
  }

  /// Finds sources according to the general settings.
  package var finder: SourceFinder {
    get throws { folders.finder(try library.settings.settings(for: nil)) }
  }

  /// The status of one video before a run.
  package struct ProcessingStatus {
    package var video: String
    package var state: VideoState
    /// The fingerprint of all input that the next run would use.
    package var fingerprint: String
    package var hasAudience: Bool
    package var isDue: Bool
    /// Whether it failed so often that it is retried only weekly while its input stays the same.
    package var isResting = false
    /// Files of its clips that the user deleted.
    package var missing: [String]
    /// Whether a run was stopped before it rendered all files, although there is no new input.
    package var isUnfinished = false
    package var source: SourceChange?
    /// The current state of its source; `nil` if it cannot be read.
    package var currentSource: KnownSource?
    package var silence: CommandFailure?
    /// Why its source cannot be used, although its file exists.
    package var sourceProblem: String?
    /// Path at which its source is expected, if it was never there; the video waits.
    package var expectedSourcePath: String?

    package enum Kind: String, Encodable, CaseIterable, Sendable {
      case due, failed, resting, waiting, upToDate, noAudience
    }

    package var kind: Kind {
      if hasAudience, expectedSourcePath != nil { return .waiting }
      if state.failure != nil { return isResting ? .resting : .failed }
      if isDue { return .due }
      return hasAudience ? .upToDate : .noAudience
    }

    /// The first deleted file, and the number of others; `nil` if there are none.
    package var taken: String? {
      missing.first.map { $0 + (missing.count == 1 ? "" : " and \(missing.count - 1) more") }
    }

    /// The message for a video that waits for its source; otherwise `nil`.
    package var waiting: String? { expectedSourcePath.map { "waiting for its source: \($0)" } }

    /// The fingerprint to store after a run; a source that was replaced meanwhile stays pending.
    package func fingerprint(workedOn mark: String?) -> String {
      guard let mark, let seen = currentSource?.mark, mark != seen else { return fingerprint }
      return fingerprint + ", worked on " + mark
    }
  }

  /// Number of failures in a row after which a video is retried weekly.
  static let maximumFailures = 5
  /// Seconds between two such attempts: a week, minus some hours for varying start times of runs.
  static let rest = 6.5 * 86_400

  /// The status of every video with input or clips, ordered by ID.
  package func videoStatuses() throws -> [ProcessingStatus] {
    let states = try database.videos.states()
    let summaries = try database.videos.all()
    let ids = Set(summaries.map(\.id)).union(states.keys)
    let clips = Dictionary(grouping: try database.clips.all(), by: \.video)
    let seen = try database.videos.sources()
    let watched = Set(summaries.filter(\.hasAudience).map(\.id))
    return try videoStatuses(of: ids.sorted()) { id in
      StoredRecords(
        state: states[id] ?? VideoState(), hasAudience: watched.contains(id),
        clips: clips[id] ?? [], seen: seen[id])
    }
  }

  /// The status of some videos, ordered by ID.
  package func videoStatuses(of videos: [String]) throws -> [ProcessingStatus] {
    try videoStatuses(of: Set(videos).sorted()) { video in
      StoredRecords(
        state: try database.videos.state(of: video),
        hasAudience: try database.videos.summary(of: video)?.hasAudience ?? false,
        clips: try database.clips.all(of: video), seen: try database.videos.source(of: video))
    }
  }

  package func standing(of video: String) throws -> ProcessingStatus {
    try videoStatuses(of: [video])[0]
  }

  private struct StoredRecords {
    var state: VideoState
    var hasAudience: Bool
    var clips: [Clip]
    var seen: KnownSource?
  }

  private func videoStatuses(
    of videos: [String], _ kept: (String) throws -> StoredRecords
  ) throws -> [ProcessingStatus] {
    let settings = try PerVideoSettings(videos, library.settings)
    let digests = try database.videos.inputDigests(of: settings.parts)
    return try videos.map { video in
      try standing(of: video, kept(video), settings[video], digests[video] ?? "")
    }
  }

  private func standing(
    of video: String, _ kept: StoredRecords, _ settings: PerVideoSettings.Entry, _ digest: String
  ) throws -> ProcessingStatus {
    let state = kept.state
    // A source that existed before is missing, and that is a failure.
    let isNewHere = kept.seen == nil && state.decisions == nil
    let look = searchSource(video, kept.seen, settings.settings)
    let found = look.found
    let expectedSourcePath = isNewHere ? look.missing : nil
    let fingerprint = fingerprint(of: digest, look, settings) + library.wishesHash(of: video)
    let isNew = state.fingerprint != fingerprint || state.failure != nil
    let isResting = isResting(state, fingerprint)
    let files = library.clipFiles(of: video, settings.settings)
    var missing = files.missing(of: kept.clips)
    // A run that was to replace deleted files may have been stopped.
    let isUnfinished = !isNew && kept.clips.contains { $0.state == .current && $0.isPlaceholder }
    let document = ClipFolder.documentName
    if state.decisions != nil, !files.exists(document) { missing.append(document) }
    // A video that lost its last viewer is pending if it has decisions.
    return ProcessingStatus(
      video: video, state: state, fingerprint: fingerprint, hasAudience: kept.hasAudience,
      isDue: (isNew || !missing.isEmpty || isUnfinished) && !isResting && expectedSourcePath == nil
        && (kept.hasAudience || state.decisions != nil),
      isResting: isResting, missing: missing, isUnfinished: isUnfinished,
      source: kept.seen.flatMap { change(of: $0, to: look, settings.settings) },
      currentSource: found, silence: look.silence, sourceProblem: look.problem,
      expectedSourcePath: expectedSourcePath)
  }

  private func isResting(_ state: VideoState, _ fingerprint: String) -> Bool {
    guard state.failure != nil, state.failureCount >= Self.maximumFailures,
      state.tried == fingerprint, let last = state.lastRun
    else { return false }
    // If the clock was set back, do not wait forever.
    return (0..<Self.rest).contains(now.timeIntervalSince(last))
  }

  private struct SourceSearchResult {
    var found: KnownSource?
    /// Identifies the subtitle file; empty if there is none, or if the settings do not use it.
    var captions = ""
    /// The failure if its disk does not respond.
    var silence: CommandFailure?
    /// The message if there is no file with its name any more.
    var missing: String?
    /// The message if its file exists, but is empty or not a regular file.
    var problem: String?
  }

  private func searchSource(_ video: String, _ seen: KnownSource?, _ settings: Settings)
    -> SourceSearchResult
  {
    do {
      let path = try library.place(of: video, folders.finder(settings), settings)
      guard let found = try source(of: video, at: path, seen) else {
        let failure = try library.answer(about: path) {
          Result { try LibraryFolder.requireFile(path, of: video) }
        }.failure.map(CommandFailure.init(describing:))
        guard failure?.status == .notFound else {
          return SourceSearchResult(problem: failure?.message)
        }
        return SourceSearchResult(missing: "\(library.shown(path)) is not there")
      }
      return SourceSearchResult(found: found, captions: try captionsMark(path, settings.render))
    } catch {
      let failure = CommandFailure(describing: error)
      switch failure.status {
      case .inputOutputFailed: return SourceSearchResult(silence: failure)
      case .notFound: return SourceSearchResult(missing: failure.message)
      default: return SourceSearchResult()
      }
    }
  }

  /// How a source changed since the last run; `nil` if it did not change, or is unknown.
  private func change(
    of seen: KnownSource, to look: SourceSearchResult, _ settings: Settings
  ) -> SourceChange? {
    if let found = look.found {
      return SourceChange(from: seen, path: found.path, mark: found.mark)
    }
    guard look.missing != nil else { return nil }
    // The stored identity begins with the size, so only other files of that size are read.
    let size = Int(seen.mark.prefix(while: \.isNumber)) ?? 0
    let path = folders.files(ofSize: size, settings).first { path in
      !folders.isKnown(path, database) && folders.mark(of: path) == seen.mark
    }
    return path.map { .renamed(from: seen.path, to: library.shown($0)) }
  }

  /// The state of a source, whose content is read only if its file changed.
  ///
  /// - Throws: `CommandFailure` 74 if its disk does not respond, or fails.
  private func source(of video: String, at path: String, _ seen: KnownSource?) throws
    -> KnownSource?
  {
    let (shown, readers) = (library.shown(path), library.readers)
    let found = try library.answer(about: path) {
      Result {
        try LibraryFolder.requireFile(path, of: video)
        let stamp = FileStamp(of: path)
        if let seen, let stamp, seen.stamp == stamp.text {
          return KnownSource(path: shown, mark: seen.mark, duration: 0, stamp: stamp.text)
        }
        return KnownSource(
          path: shown, mark: try readers.identity(path).mark, duration: 0,
          stamp: stamp?.isSettled == true ? stamp?.text : nil)
      }
    }
    do {
      return try found.get()
    } catch {
      let failure = CommandFailure(describing: error)
      guard failure.status != .inputOutputFailed else { throw failure }
      return nil
    }
  }

  private func fingerprint(
    of digest: String, _ source: SourceSearchResult, _ settings: PerVideoSettings.Entry
  ) -> String {
    let mark = source.found.map { $0.mark + source.captions } ?? "no source"
    let versions = "\(GazecutVersion.judgement)/\(ClipIdentity.rendererVersion)"
    return "\(versions) \(digest) \(mark) \(settings.digest)"
  }

  /// Identifies the subtitle file next to a source; subtitles inside are part of the source.
  private func captionsMark(_ source: String, _ render: RenderSettings) throws -> String {
    guard render.captions != .off,
      let path = try folders.text(beside: source, language: render.audioLanguage)
    else { return "" }
    let readers = library.readers
    let text = try library.answer(about: path) { try? readers.text(path) }
    return (text ?? nil).map { "-" + $0 } ?? ""
  }
}

private final class FolderCache {
  private let library: LibraryFolder
  private let sources: SourceFinderCache
  private var sizes: [String: [Int: [String]]] = [:]
  private var marks: [String: String] = [:]
  private var known: Set<String>?
  private var subtitles: [String: SubtitleFileIndex] = [:]

  init(library: LibraryFolder) {
    self.library = library
    sources = SourceFinderCache(library)
  }

  func finder(_ settings: Settings) -> SourceFinder { sources.finder(settings) }

  func files(ofSize size: Int, _ settings: Settings) -> [String] {
    let folder = settings.library.videos
    let files =
      sizes[folder]
      ?? Dictionary(grouping: finder(settings).files) { path in
        (try? library.answer(about: path) { AtomicFile.size(path) }) ?? 0
      }
    sizes[folder] = files
    return files[size] ?? []
  }

  /// Whether a run has used this file as the source of a video.
  func isKnown(_ path: String, _ database: LibraryDatabase) -> Bool {
    let known = known ?? Set(((try? database.videos.sources()) ?? [:]).values.map(\.path))
    self.known = known
    return known.contains(library.shown(path))
  }

  /// Identifies the content of a file; empty if it cannot be read.
  func mark(of path: String) -> String {
    let readers = library.readers
    let mark =
      marks[path] ?? (try? library.answer(about: path) { try? readers.identity(path).mark })
      .flatMap(\.self) ?? ""
    marks[path] = mark
    return mark
  }

  func text(beside source: String, language: String?) throws -> String? {
    let path = (source as NSString).deletingLastPathComponent
    let folder =
      try subtitles[path] ?? library.answer(about: path) { SubtitleFileIndex(reading: path) }
    subtitles[path] = folder
    return folder.file(beside: source, language: language)
  }
}

/// Inode, size and times of a file, from which a change can be detected without reading it.
struct FileStamp {
  let text: String
  /// Whether another change would show in the times, which some file systems store in steps of 2 s.
  let isSettled: Bool

  private static let coarsest = 2

  init?(of path: String, now: Int = time(nil)) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    let times = [status.st_mtim, status.st_ctim]
    text =
      "\(status.st_ino) \(status.st_size)" + times.map { " \($0.tv_sec).\($0.tv_nsec)" }.joined()
    isSettled = times.allSatisfy { $0.tv_sec + Self.coarsest < now }
  }
}

package enum SourceChange: Hashable, Sendable {
  /// The same content has another path.
  case moved(from: String, to: String)
  /// The file does not exist any more, and the same content has another name.
  case renamed(from: String, to: String)
  /// The content changed; the previous source lasted `before` seconds.
  case replaced(before: Double)

  /// Compares the states; `nil` if nothing changed.
  init?(from seen: KnownSource, path: String, mark: String) {
    if seen.mark != mark {
      self = .replaced(before: seen.duration)
    } else if seen.path != path {
      self = .moved(from: seen.path, to: path)
    } else {
      return nil
    }
  }

  package var word: String {
    switch self {
    case .moved: "moved"
    case .renamed: "renamed"
    case .replaced: "replaced"
    }
  }

  /// A sentence without a full stop; `duration` is called only if the sentence contains it.
  package func sentence(duration: @autoclosure () -> Double? = nil) -> String {
    switch self {
    case .moved(let from, let to):
      return "its source was moved from '\(from)' to '\(to)', unchanged"
    case .renamed(let from, let to):
      return
        "'\(to)' is the video that was called '\(from)': rename it back, or name it in gazecut.yaml "
        + "under videos: (source: \(UnusableFileNames.quoted(to)))"
    case .replaced(let before):
      guard before > 0, let duration = duration() else { return "its source was replaced" }
      let clocks = "\(PlayTime.clock(before)) before, \(PlayTime.clock(duration)) now"
      let word = duration < before - 0.5 ? "a shorter one" : "another"
      return "its source was replaced by \(word) (\(clocks))"
    }
  }
}

extension Result {
  fileprivate var failure: Failure? { if case .failure(let error) = self { error } else { nil } }
}
