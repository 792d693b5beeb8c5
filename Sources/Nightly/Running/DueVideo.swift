import Foundation
import Hashing
import Library
import Media
import Rendering
import Selection
import Settings

/// Which videos have something new, and what each was made of.
struct DueCheck {
  var library: LibraryFolder
  var database: LibraryDatabase
  /// Whether a source of the size that the last night saw is taken for the same, unread: what a
  /// page says of a thousand videos need not read a thousand sources.
  var trustsSizes = false

  /// One video as it stands before a run.
  struct Standing {
    var video: String
    var state: VideoState
    /// What a success of this run would be made of.
    var fingerprint: String
    /// Whether it has an audience at all.
    var hasAudience: Bool
    var isDue: Bool
    /// Files of its clips that somebody took away.
    var missing: [String]
    /// What became of its source since the last night.
    var source: SourceChange?
    /// Its source as it is; `nil` where it cannot be read.
    var sourceNow: SourceSeen?
  }

  /// The standing of every video that has input or had outputs, in order of their ids.
  func standings() throws -> [Standing] {
    let states = try database.states()
    let summaries = try database.videos()
    let ids = Set(summaries.map(\.id)).union(states.keys)
    let clips = Dictionary(grouping: try database.clips(), by: \.video)
    let seen = try database.sourcesSeen()
    let viewers = Dictionary(
      summaries.map { ($0.id, $0.viewers) }, uniquingKeysWith: { first, _ in first })
    let finders = SourceFinders(library: library)
    return try ids.sorted().map { id in
      try standing(
        of: id, state: states[id] ?? VideoState(), viewers: viewers[id] ?? 0,
        clips: clips[id] ?? [], seen: seen[id], finders)
    }
  }

  /// The standing of one video.
  func standing(of video: String) throws -> Standing {
    let viewers = try database.summary(of: video)?.viewers ?? 0
    return try standing(
      of: video, state: try database.state(of: video), viewers: viewers,
      clips: try database.clips(of: video), seen: try database.sourceSeen(of: video),
      SourceFinders(library: library))
  }

  private func standing(
    of video: String, state: VideoState, viewers: Int, clips: [Clip], seen: SourceSeen?,
    _ finders: SourceFinders
  ) throws -> Standing {
    let settings = try library.settings.settings(for: video)
    let found = source(of: video, seen: seen, finders)
    let fingerprint = try fingerprint(of: video, found, settings)
    let isNew = state.fingerprint != fingerprint || state.failure != nil
    let files = ClipFiles(folder: library.shortsFolder(of: video, settings))
    var missing = files.missing(of: clips)
    if state.decisions != nil, !files.exists("decisions.json") { missing.append("decisions.json") }
    // A video that lost its last viewer is due as long as something was decided for it.
    return Standing(
      video: video, state: state, fingerprint: fingerprint, hasAudience: viewers > 0,
      isDue: (isNew || !missing.isEmpty) && (viewers > 0 || state.decisions != nil),
      missing: missing,
      source: seen.flatMap { seen in
        found.flatMap { SourceChange(from: seen, path: $0.shown, mark: $0.mark) }
      },
      sourceNow: found.map { SourceSeen(path: $0.shown, mark: $0.mark, duration: 0) })
  }

  /// A source that was found.
  private struct Found {
    var path: String
    /// Relative to the library where it lies inside: a library may be moved with all it holds.
    var shown: String
    var mark: String
  }

  private func source(
    of video: String, seen: SourceSeen?, _ finders: SourceFinders
  ) -> Found? {
    guard let path = try? library.source(of: video, finders) else { return nil }
    let inside = library.path + "/"
    let shown = path.hasPrefix(inside) ? String(path.dropFirst(inside.count)) : path
    if trustsSizes, let seen, seen.mark.hasPrefix("\(AtomicFile.size(path))-") {
      return Found(path: path, shown: shown, mark: seen.mark)
    }
    guard let identity = try? SourceIdentity(reading: path) else { return nil }
    return Found(
      path: path, shown: shown, mark: "\(identity.size)-\(identity.head)-\(identity.tail)")
  }

  /// Sessions, detections, source, captions, settings and the version of the judgement in a line.
  private func fingerprint(
    of video: String, _ source: Found?, _ settings: Settings
  ) throws -> String {
    let digest = try database.inputDigest(of: video, in: settings.selection.viewers)
    let mark = source.map { $0.mark + captionsMark($0.path, settings.render) } ?? "no source"
    return "\(GazecutVersion.judgement) \(digest) \(mark) \(settings.digest)"
  }

  /// The text beside a source is input as the source is; text inside it is part of it.
  private func captionsMark(_ source: String, _ render: RenderSettings) -> String {
    guard render.captions != .off,
      let path = SubtitleCues.fileBeside(source, language: render.audioLanguage),
      let text = try? SubtitleCues.contents(of: path)
    else { return "" }
    return "-" + SHA256.hex(text)
  }
}
