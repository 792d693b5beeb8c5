import Foundation
import Hashing
import Library
import Media
import Rendering
import Settings

/// Which videos have something new, and what each was made of.
struct DueCheck {
  var library: LibraryFolder
  var database: LibraryDatabase

  /// One video as it stands before a run.
  struct Standing {
    var video: String
    var state: VideoState
    /// What a success of this run would be made of.
    var fingerprint: String
    /// Whether it has an audience at all.
    var hasAudience: Bool
    var isDue: Bool
  }

  /// The standing of every video that has input or had outputs, in order of their ids.
  func standings() throws -> [Standing] {
    let states = try database.states()
    let summaries = try database.videos()
    let ids = Set(summaries.map(\.id)).union(states.keys)
    return try ids.sorted().map { id in
      try standing(
        of: id, state: states[id] ?? VideoState(),
        sessions: summaries.first { $0.id == id }?.sessions ?? 0)
    }
  }

  /// The standing of one video.
  func standing(of video: String) throws -> Standing {
    let sessions = try database.videos().first { $0.id == video }?.sessions ?? 0
    return try standing(of: video, state: try database.state(of: video), sessions: sessions)
  }

  private func standing(
    of video: String, state: VideoState, sessions: Int
  ) throws -> Standing {
    let fingerprint = try fingerprint(of: video)
    let isNew = state.fingerprint != fingerprint || state.failure != nil
    // A video that lost its last viewer is due as long as something was decided for it.
    return Standing(
      video: video, state: state, fingerprint: fingerprint, hasAudience: sessions > 0,
      isDue: isNew && (sessions > 0 || state.decisions != nil))
  }

  /// Sessions, detections, source, captions, settings and the version of the judgement in a line.
  private func fingerprint(of video: String) throws -> String {
    let digest = try database.inputDigest(of: video)
    let settings = try library.settings.settings(for: video)
    let source = sourceMark(video, settings.render)
    return "\(GazecutVersion.judgement) \(digest) \(source) \(settings.digest)"
  }

  private func sourceMark(_ video: String, _ render: RenderSettings) -> String {
    guard let path = try? library.source(of: video),
      let identity = try? SourceIdentity(reading: path)
    else { return "no source" }
    return "\(identity.size)-\(identity.head)-\(identity.tail)" + captionsMark(path, render)
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
