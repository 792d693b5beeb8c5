import EditDecisions
import Foundation
import Library
import Logging
import Settings
import Support
import Workspace

/// What a run does with videos that are not due: left-over files, clip indexes, moved sources.
struct UnchangedVideos {
  let night: NightContext

  /// Removes temporary files that a killed run may have left next to the clips of any video.
  func removeTemporaryFilesOfAllVideos() {
    guard let settings = try? night.settings(of: nil) else { return }
    let shorts = night.library.shorts(settings)
    let videos = (try? FileManager.default.contentsOfDirectory(atPath: shorts)) ?? []
    for video in videos { ClipFolder(folder: shorts + "/" + video).sweep() }
  }

  /// Updates the clip index of videos that are not pending, if it is missing or clips were
  /// published.
  ///
  /// A clip can be marked as published while a run is in progress. Errors do not fail the run.
  func updateClipIndexes(of videoStatuses: [DueVideos.ProcessingStatus]) {
    let postings =
      (try? night.database.clips.postings()).map { Dictionary(grouping: $0, by: \.video) } ?? [:]
    let known = videoStatuses.map(\.video)
    // `--set` values do not apply to these videos.
    guard let all = try? PerVideoSettings(known, night.library.settings) else { return }
    for standing in videoStatuses {
      guard let text = standing.state.decisions else { continue }
      do {
        let video = standing.video
        let settings = all[video].settings
        let files = night.library.clipFiles(of: video, settings)
        // Most videos have an index, so their decisions are not read.
        let isNamed = ClipVariant.folders(settings).allSatisfy {
          StableClipNames(video: video, files: files.inside($0)).isThere
        }
        guard !isNamed || postings[video] != nil else { continue }
        try ClipVariant.name(
          ClipVariant.all(settings, DecisionDocument(text: text)), of: video, files,
          clips: night.database.clips.all(of: video), postings: postings[video] ?? [],
          isPinned: standing.state.pin != nil
        ) { night.job.logger.notice("\(video): \($0)") }
      } catch {
        night.job.logger.warning("\(standing.video): \(CommandFailure(describing: error).message)")
      }
    }
  }

  /// Reports changed sources of videos that are not pending.
  ///
  /// Stores the new path of a source that was moved. A source that was read again is also stored,
  /// so that the next run does not have to read it.
  func reportSourceChanges(_ videoStatuses: [DueVideos.ProcessingStatus]) throws -> String {
    var lines = ""
    var other: [String: KnownSource] = [:]
    let seen = try night.database.videos.sources()
    for standing in videoStatuses {
      guard var now = standing.currentSource, let before = seen[standing.video] else { continue }
      if let change = standing.source {
        lines += "\(standing.video): \(change.sentence())\n"
        guard case .moved = change else { continue }
      }
      now.duration = before.duration
      if now != before { other[standing.video] = now }
    }
    try night.database.videos.setSources(other)
    return lines
  }
}
