import CProcess
import EditDecisions
import Foundation
package import Library
import Media
import Rendering
import Settings
package import Support

/// Which videos have something new, and what each was made of; one look, for which each folder is
/// read once.
package struct DueVideos {
  private let library: LibraryFolder
  private let database: LibraryDatabase
  private let folders: FolderCache
  /// The time, by which rests are counted.
  var now = Date()

  package init(library: LibraryFolder, database: LibraryDatabase) {
    (self.library, self.database) = (library, database)
    folders = FolderCache(library: library)
  }

  /// Finds sources where the settings of the library have them.
  package var finder: SourceFinder {
    get throws { folders.finder(try library.settings.settings(for: nil)) }
  }

  /// One video as it stands before a run.
  package struct Standing {
    package var video: String
    /// How its last run left it.
    package var state: VideoState
    /// What a success of this run would be made of.
    package var fingerprint: String
    /// Whether it has an audience at all.
    package var hasAudience: Bool
    /// Whether the next night works on it.
    package var isDue: Bool
    /// Whether it failed so often that it is tried once a week only, as long as nothing is new.
    package var isResting = false
    /// Files of its clips that somebody took away.
    package var missing: [String]
    /// Whether a run that was to make some of its files was stopped, though nothing is new.
    package var isUnfinished = false
    /// What became of its source since the last night.
    package var source: SourceChange?
    /// Its source as it is; `nil` where it cannot be read.
    package var sourceNow: SourceSeen?
    /// Why nothing is known of its source: its disk does not answer.
    package var silence: CommandFailure?
    /// Where its source is looked for, which has not come yet: it waits, and that is no failure.
    package var awaited: String?

    /// How it stands, in a word.
    package enum Kind: String, Encodable, CaseIterable, Sendable {
      case due, failed, resting, waiting, upToDate, noAudience
    }

    /// In which of these ways.
    package var kind: Kind {
      if hasAudience, awaited != nil { return .waiting }
      if state.failure != nil { return isResting ? .resting : .failed }
      if isDue { return .due }
      return hasAudience ? .upToDate : .noAudience
    }

    /// The first of the files that somebody took away, and how many more; `nil` for none.
    package var taken: String? {
      missing.first.map { $0 + (missing.count == 1 ? "" : " and \(missing.count - 1) more") }
    }

    /// What is said of a video that waits for its source; `nil` for any other.
    package var waiting: String? { awaited.map { "waiting for its source: \($0)" } }

    /// What a success was made of, where the source that was worked on is known.
    ///
    /// One that was replaced after this standing was taken leaves the video due: the next run is
    /// to see which of them stays.
    package func fingerprint(workedOn mark: String?) -> String {
      guard let mark, let seen = sourceNow?.mark, mark != seen else { return fingerprint }
      return fingerprint + ", worked on " + mark
    }
  }

  /// Failures in a row after which a video is tried weekly.
  static let mostFailures = 5
  /// Seconds from one try to the next then: a week, but for the hour at which nights begin.
  static let rest = 6.5 * 86_400

  /// The standing of every video that has input or had outputs, in order of their ids.
  package func standings() throws -> [Standing] {
    let states = try database.states()
    let summaries = try database.videos()
    let ids = Set(summaries.map(\.id)).union(states.keys)
    let clips = Dictionary(grouping: try database.clips(), by: \.video)
    let seen = try database.sourcesSeen()
    let watched = Set(summaries.filter(\.hasAudience).map(\.id))
    return try standings(of: ids.sorted()) { id in
      Kept(
        state: states[id] ?? VideoState(), hasAudience: watched.contains(id),
        clips: clips[id] ?? [], seen: seen[id])
    }
  }

  /// The standings of some videos, in order of their ids.
  package func standings(of videos: [String]) throws -> [Standing] {
    try standings(of: Set(videos).sorted()) { video in
      Kept(
        state: try database.state(of: video),
        hasAudience: try database.summary(of: video)?.hasAudience ?? false,
        clips: try database.clips(of: video), seen: try database.sourceSeen(of: video))
    }
  }

  package func standing(of video: String) throws -> Standing { try standings(of: [video])[0] }

  /// What the library keeps of one video.
  private struct Kept {
    var state: VideoState
    var hasAudience: Bool
    var clips: [Clip]
    var seen: SourceSeen?
  }

  private func standings(
    of videos: [String], _ kept: (String) throws -> Kept
  ) throws -> [Standing] {
    let settings = try PerVideoSettings(videos, library.settings)
    let digests = try database.inputDigests(of: settings.parts)
    return try videos.map { video in
      try standing(of: video, kept(video), settings[video], digests[video] ?? "")
    }
  }

  private func standing(
    of video: String, _ kept: Kept, _ settings: PerVideoSettings.Entry, _ digest: String
  ) throws -> Standing {
    let state = kept.state
    // One that was there before is missed, and that is a failure.
    let isNewHere = kept.seen == nil && state.decisions == nil
    let look = lookedFor(video, kept.seen, settings.settings)
    let found = look.found
    let awaited = isNewHere ? look.missing : nil
    let fingerprint =
      fingerprint(of: digest, look, settings) + library.wishesHash(of: video)
    let isNew = state.fingerprint != fingerprint || state.failure != nil
    let isResting = isResting(state, fingerprint)
    let files = library.clipFiles(of: video, settings.settings)
    var missing = files.missing(of: kept.clips)
    // A night that made again what was taken away may have been stopped.
    let isUnfinished = !isNew && kept.clips.contains { $0.state == .current && $0.isBegun }
    let document = ClipFolder.documentName
    if state.decisions != nil, !files.exists(document) { missing.append(document) }
    // A video that lost its last viewer is due as long as something was decided for it.
    return Standing(
      video: video, state: state, fingerprint: fingerprint, hasAudience: kept.hasAudience,
      isDue: (isNew || !missing.isEmpty || isUnfinished) && !isResting && awaited == nil
        && (kept.hasAudience || state.decisions != nil),
      isResting: isResting, missing: missing, isUnfinished: isUnfinished,
      source: kept.seen.flatMap { change(of: $0, to: look, settings.settings) },
      sourceNow: found, silence: look.silence, awaited: awaited)
  }

  /// Whether a video has failed often enough, lately, on just what there is now.
  private func isResting(_ state: VideoState, _ fingerprint: String) -> Bool {
    guard state.failure != nil, state.failureCount >= Self.mostFailures,
      state.tried == fingerprint, let last = state.lastRun
    else { return false }
    // A clock that was set back must not make it rest for ever.
    return (0..<Self.rest).contains(now.timeIntervalSince(last))
  }

  /// What a look for a source gave: the source, or why there is none.
  private struct Look {
    var found: SourceSeen?
    /// What tells the text beside it from another; empty where there is none, or none is asked for.
    var captions = ""
    /// Its disk does not answer.
    var silence: CommandFailure?
    /// None of its name is there.
    var missing: String?
    /// Nothing stands where it was found or named.
    var isGone = false
  }

  /// A source and the text beside it; neither where there is none.
  private func lookedFor(_ video: String, _ seen: SourceSeen?, _ settings: Settings) -> Look {
    do {
      let path = try library.place(of: video, folders.finder(settings), settings)
      guard let found = try source(of: video, at: path, seen) else {
        let isThere = try library.answer(about: path) { access(path, F_OK) == 0 }
        let missing = isThere ? nil : "\(library.shown(path)) is not there"
        return Look(missing: missing, isGone: !isThere)
      }
      return Look(found: found, captions: try captionsMark(path, settings.render))
    } catch {
      let failure = CommandFailure(describing: error)
      switch failure.status {
      case .inputOutputFailed: return Look(silence: failure)
      case .notFound: return Look(missing: failure.message, isGone: true)
      default: return Look()
      }
    }
  }

  /// What became of a source since a night last saw it; `nil` where nothing did, or nothing is
  /// known of it.
  private func change(
    of seen: SourceSeen, to look: Look, _ settings: Settings
  ) -> SourceChange? {
    if let found = look.found {
      return SourceChange(from: seen, path: found.path, mark: found.mark)
    }
    guard look.isGone else { return nil }
    // A mark begins with the size: a file of another one is not read, nor is another video's.
    let size = Int(seen.mark.prefix(while: \.isNumber)) ?? 0
    let path = folders.files(ofSize: size, settings).first { path in
      !folders.isKnown(path, database) && folders.mark(of: path) == seen.mark
    }
    return path.map { .renamed(from: seen.path, to: library.shown($0)) }
  }

  /// A source that is as it was when its content was last read need not be read again.
  ///
  /// Its path is relative to the library where it lies inside: a library may be moved with all it
  /// holds.
  ///
  /// - Throws: `CommandFailure` 74 where its disk does not answer, or fails.
  private func source(of video: String, at path: String, _ seen: SourceSeen?) throws -> SourceSeen?
  {
    let (shown, readers) = (library.shown(path), library.readers)
    let found = try library.answer(about: path) {
      Result {
        try LibraryFolder.requireFile(path, of: video)
        let stamp = FileStamp(of: path)
        if let seen, let stamp, seen.stamp == stamp.text {
          return SourceSeen(path: shown, mark: seen.mark, duration: 0, stamp: stamp.text)
        }
        return SourceSeen(
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

  /// The versions of judgement and renderer, evidence, source, captions and settings in a line.
  private func fingerprint(
    of digest: String, _ source: Look, _ settings: PerVideoSettings.Entry
  ) -> String {
    let mark = source.found.map { $0.mark + source.captions } ?? "no source"
    let versions = "\(GazecutVersion.judgement)/\(ClipIdentity.rendererVersion)"
    return "\(versions) \(digest) \(mark) \(settings.digest)"
  }

  /// The text beside a source is input as the source is; text inside it is part of it.
  ///
  /// - Throws: `CommandFailure` 74 where its disk does not answer.
  private func captionsMark(_ source: String, _ render: RenderSettings) throws -> String {
    guard render.captions != .off,
      let path = try folders.text(beside: source, language: render.audioLanguage)
    else { return "" }
    let readers = library.readers
    let text = try library.answer(about: path) { try? readers.text(path) }
    return (text ?? nil).map { "-" + $0 } ?? ""
  }
}

/// The folders of sources and of what lies beside them, each read once.
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

  /// Finds sources where some settings have them.
  func finder(_ settings: Settings) -> SourceFinder { sources.finder(settings) }

  /// The files of so many bytes that it meets.
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

  /// Whether a night has seen a video in a file.
  func isKnown(_ path: String, _ database: LibraryDatabase) -> Bool {
    let known = known ?? Set(((try? database.sourcesSeen()) ?? [:]).values.map(\.path))
    self.known = known
    return known.contains(library.shown(path))
  }

  /// What tells a file's content from another; empty where it cannot be read.
  func mark(of path: String) -> String {
    let readers = library.readers
    let mark =
      marks[path]
      ?? (try? library.answer(about: path) {
        try? readers.identity(path).mark
      }).flatMap(\.self) ?? ""
    marks[path] = mark
    return mark
  }

  /// The subtitle file beside a source that fits best, if there is one.
  ///
  /// - Throws: `CommandFailure` 74 where its disk does not answer.
  func text(beside source: String, language: String?) throws -> String? {
    let path = (source as NSString).deletingLastPathComponent
    let folder =
      try subtitles[path] ?? library.answer(about: path) { SubtitleFileIndex(reading: path) }
    subtitles[path] = folder
    return folder.file(beside: source, language: language)
  }
}

/// What tells without reading a file that its content may be other: inode, size and times.
struct FileStamp {
  let text: String
  /// Whether the file was left alone long enough that another change would show in its times:
  /// clocks of file systems are coarse, the coarsest in use (FAT, some network file systems) by
  /// two seconds.
  let isSettled: Bool

  private static let coarsest = 2

  /// Looks at a file; `nil` where it is not there.
  init?(of path: String, now: Int = time(nil)) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    let times = [status.st_mtim, status.st_ctim]
    text =
      "\(status.st_ino) \(status.st_size)"
      + times.map { " \($0.tv_sec).\($0.tv_nsec)" }.joined()
    isSettled = times.allSatisfy { $0.tv_sec + Self.coarsest < now }
  }
}

/// What became of a video's source since a night last saw it.
package enum SourceChange: Hashable, Sendable {
  /// The same content lies somewhere else.
  case moved(from: String, to: String)
  /// Nothing stands there, and the same content lies in a file of another name.
  case renamed(from: String, to: String)
  /// Other content stands there; it lasted so many seconds before.
  case replaced(before: Double)

  /// Compares; `nil` when nothing changed.
  init?(from seen: SourceSeen, path: String, mark: String) {
    if seen.mark != mark {
      self = .replaced(before: seen.duration)
    } else if seen.path != path {
      self = .moved(from: seen.path, to: path)
    } else {
      return nil
    }
  }

  /// One word for a table.
  package var word: String {
    switch self {
    case .moved: "moved"
    case .renamed: "renamed"
    case .replaced: "replaced"
    }
  }

  /// What happened, in a sentence without a full stop; how long the source lasts now is asked for
  /// only where that is told.
  package func sentence(duration: @autoclosure () -> Double? = nil) -> String {
    switch self {
    case .moved(let from, let to):
      return "its source moved from '\(from)' to '\(to)' and is the same"
    case .renamed(let from, let to):
      return "'\(to)' is the film that was '\(from)': rename it back, or name it in gazecut.yaml "
        + "under videos: (source: \(UnusableFileNames.quoted(to)))"
    case .replaced(let before):
      guard before > 0, let duration = duration() else { return "its source was replaced" }
      let clocks = "\(PlayTime.clock(before)) before, \(PlayTime.clock(duration)) now"
      let word = duration < before - 0.5 ? "a shorter one" : "another"
      return "its source was replaced by \(word) (\(clocks))"
    }
  }
}
