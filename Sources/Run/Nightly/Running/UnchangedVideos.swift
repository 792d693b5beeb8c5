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

  /// A run that was killed may have left something beside any video's clips.
  func removeTemporaryFilesOfAllVideos() {
    guard let settings = try? night.settings(of: nil) else { return }
    let shorts = night.library.shorts(settings)
    let videos = (try? FileManager.default.contentsOfDirectory(atPath: shorts)) ?? []
    for video in videos { ClipFolder(folder: shorts + "/" + video).sweep() }
  }

  /// Names the clips of videos that are not due where the index is gone, and where something was
  /// published, which may have been said while a run was at work; that it cannot be written spoils
  /// no night.
  func updateClipIndexes(of standings: [DueVideos.Standing]) {
    let postings =
      (try? night.database.postings()).map { Dictionary(grouping: $0, by: \.video) } ?? [:]
    let known = standings.map(\.video)
    // Of these, flags say nothing.
    guard let all = try? PerVideoSettings(known, night.library.settings) else { return }
    for standing in standings {
      guard let text = standing.state.decisions else { continue }
      do {
        let video = standing.video
        let settings = all[video].settings
        let files = night.library.clipFiles(of: video, settings)
        // Most are named: their documents are not read.
        let isNamed = ClipVariant.folders(settings).allSatisfy {
          StableClipNames(video: video, files: files.inside($0)).isThere
        }
        guard !isNamed || postings[video] != nil else { continue }
        try ClipVariant.name(
          ClipVariant.all(settings, DecisionDocument(text: text)), of: video, files,
          clips: night.database.clips(of: video), postings: postings[video] ?? [],
          isPinned: standing.state.pin != nil
        ) { night.job.logger.notice("\(video): \($0)") }
      } catch {
        night.job.logger.warning("\(standing.video): \(CommandFailure(describing: error).message)")
      }
    }
  }

  /// Says what became of the sources of videos that are not due; a source that only moved is from
  /// now on where it is, and one that was read again need not be read the next time.
  func reportSourceChanges(_ standings: [DueVideos.Standing]) throws -> String {
    var lines = ""
    var other: [String: SourceSeen] = [:]
    let seen = try night.database.sourcesSeen()
    for standing in standings {
      guard var now = standing.sourceNow, let before = seen[standing.video] else { continue }
      if let change = standing.source {
        lines += "\(standing.video): \(change.sentence())\n"
        guard case .moved = change else { continue }
      }
      now.duration = before.duration
      if now != before { other[standing.video] = now }
    }
    try night.database.setSources(other)
    return lines
  }
}
