import EditDecisions
import Foundation
import Ingest
import Library
import Logging
import Publishing
import Settings
import Support
import Workspace

extension NightCoordinator {
  /// A run that was killed may have left something beside any video's clips.
  func removeTemporaryFilesOfAllVideos() {
    guard let settings = try? settings(of: nil) else { return }
    let shorts = library.shorts(settings)
    let videos = (try? FileManager.default.contentsOfDirectory(atPath: shorts)) ?? []
    for video in videos { ClipFolder(folder: shorts + "/" + video).sweep() }
  }

  /// Names the clips of videos that are not due where the index is gone, and where something was
  /// published, which may have been said while a run was at work; that it cannot be written spoils
  /// no night.
  func updateClipIndexes(of standings: [DueVideos.Standing]) {
    let postings = (try? database.postings()).map { Dictionary(grouping: $0, by: \.video) } ?? [:]
    let known = standings.map(\.video)
    // Of these, flags say nothing.
    guard let all = try? PerVideoSettings(known, library.settings) else { return }
    for standing in standings {
      guard let text = standing.state.decisions else { continue }
      do {
        let video = standing.video
        let settings = all[video].settings
        let files = library.clipFiles(of: video, settings)
        // Most are named: their documents are not read.
        let isNamed = ClipVariant.folders(settings).allSatisfy {
          StableClipNames(video: video, files: files.inside($0)).isThere
        }
        guard !isNamed || postings[video] != nil else { continue }
        try ClipVariant.name(
          ClipVariant.all(settings, DecisionDocument(text: text)), of: video, files,
          clips: database.clips(of: video), postings: postings[video] ?? [],
          isPinned: standing.state.pin != nil
        ) { job.logger.notice("\(video): \($0)") }
      } catch {
        job.logger.warning("\(standing.video): \(CommandFailure(describing: error).message)")
      }
    }
  }

  /// Keeps what a run made, and logs it.
  ///
  /// - Parameters:
  ///   - result: what it made.
  ///   - standing: the video as it stood before.
  ///   - pin: how a person has pinned it, whatever the text; `nil` where the audience decides.
  ///   - began: since when it was worked on.
  /// - Returns: the outcome, with lines of files that were gone, or a source that changed.
  /// - Throws: errors of the library.
  func kept(
    _ result: VideoResult, _ standing: DueVideos.Standing, _ pin: VideoState.LockedDecisions?,
    since began: ContinuousClock.Instant
  ) throws -> VideoResultSummary {
    let video = standing.video
    let state = VideoState(
      fingerprint: standing.fingerprint(workedOn: result.source),
      pin: try pin.map { pin in
        // Counted over the whole library: only where a pin asks for it.
        let viewers = try pin.viewers ?? database.summary(of: video)?.viewers ?? 0
        return VideoState.LockedDecisions(kind: pin.kind, text: result.decisions, viewers: viewers)
      },
      decisions: result.decisions, lastRun: Date())
    try database.setState(state, of: video)
    let notices = result.notices + notes(of: video)
    // A run that renders nothing keeps the notices of the clips that are there.
    if !notices.isEmpty || !result.rendered.isEmpty || result.reelRendered {
      try database.setCache(
        .notices, of: video, key: "", value: JSONEncoder().encode(notices))
    }
    let outcome = VideoResultSummary(
      video: video, ending: .made(result),
      remarks: (standing.taken.map { ["\($0) had been taken away"] } ?? [])
        + (try storeSourceState(standing, result)) + notices)
    NightLog(job.logger).done(outcome, began.duration(to: .now))
    return outcome
  }

  /// Keeps what the source is now; where it was replaced, holds the sessions against it.
  func storeSourceState(
    _ standing: DueVideos.Standing, _ result: VideoResult
  ) throws -> [String] {
    guard var now = standing.sourceNow else { return [] }
    now.duration = try DecisionDocument(text: result.decisions).video.duration
    try database.setSource(now, of: standing.video)
    guard let change = standing.source else { return [] }
    var remarks = [change.sentence(duration: now.duration)]
    if case .replaced = change {
      let recheck = SessionLengthCheck(database: database)
      remarks += [try recheck.run(standing.video, duration: now.duration)].compactMap { $0 }
    }
    return remarks
  }

  /// Says what became of the sources of videos that are not due; a source that only moved is from
  /// now on where it is, and one that was read again need not be read the next time.
  func reportSourceChanges(_ standings: [DueVideos.Standing]) throws -> String {
    var lines = ""
    var other: [String: SourceSeen] = [:]
    let seen = try database.sourcesSeen()
    for standing in standings {
      guard var now = standing.sourceNow, let before = seen[standing.video] else { continue }
      if let change = standing.source {
        lines += "\(standing.video): \(change.sentence())\n"
        guard case .moved = change else { continue }
      }
      now.duration = before.duration
      if now != before { other[standing.video] = now }
    }
    try database.setSources(other)
    return lines
  }
}
