import EditDecisions
import Failures
import Foundation
import Ingest
import Library
import Logging
import Publishing
import Settings
import Workspace

extension NightDesk {
  /// A run that was killed may have left something beside any video's clips.
  func sweepEverything() {
    guard let settings = try? settings(of: nil) else { return }
    let shorts = library.outputPath(settings) + "/shorts"
    let videos = (try? FileManager.default.contentsOfDirectory(atPath: shorts)) ?? []
    for video in videos { ClipFiles(folder: shorts + "/" + video).sweep() }
  }

  /// Names the clips of videos that are not due where the index is gone, or an older gazecut made
  /// none, and where something was published, which may have been said while a run was at work;
  /// that it cannot be written spoils no night.
  func nameClips(of standings: [DueCheck.Standing]) {
    let postings = (try? database.postings()).map { Dictionary(grouping: $0, by: \.video) } ?? [:]
    for standing in standings {
      guard let text = standing.state.decisions else { continue }
      do {
        let video = standing.video
        let settings = try settings(of: video)
        let files = library.clipFiles(of: video, settings)
        // Most are named: their documents are not read.
        let isPublished = postings[video] != nil
        guard
          isPublished
            || !ClipShape.folders(settings).allSatisfy({ isNamed(video, files.inside($0)) })
        else { continue }
        let shapes = ClipShape.all(settings, try DecisionDocument(text: text))
        guard isPublished || !shapes.allSatisfy({ isNamed(video, files.inside($0.folder)) })
        else { continue }
        try ClipShape.name(
          shapes, of: video, files, clips: database.clips(of: video),
          postings: postings[video] ?? [], isPinned: standing.state.pin != nil
        ) { job.logger.notice("\(video): \($0)") }
      } catch {
        job.logger.warning("\(standing.video): \(CommandFailure(describing: error).message)")
      }
    }
  }

  func isNamed(_ video: String, _ files: ClipFiles) -> Bool {
    ClipNames(video: video, files: files).isThere
  }

  /// Keeps what a run made; lines of files that were gone, or a source that changed.
  func keep(
    _ result: VideoResult, _ standing: DueCheck.Standing, pin: VideoState.Pin.Kind?,
    pinViewers: Int?
  ) throws -> [String] {
    let state = VideoState(
      fingerprint: standing.fingerprint(workedOn: result.source),
      pin: try pin.map { kind in
        // Counted over the whole library: only where a pin asks for it.
        let viewers = try pinViewers ?? database.summary(of: standing.video)?.viewers ?? 0
        return VideoState.Pin(kind: kind, text: result.decisions, viewers: viewers)
      },
      decisions: result.decisions, lastRun: Date())
    try database.setState(state, of: standing.video)
    return gone(standing) + (try noteSource(standing, result))
  }

  /// What somebody took away, and this run made again.
  func gone(_ standing: DueCheck.Standing) -> [String] {
    let names = standing.missing
    guard let first = names.first else { return [] }
    let more = names.count == 1 ? "" : " and \(names.count - 1) more"
    return ["\(first)\(more) had been taken away"]
  }

  /// Keeps what the source is now; where it was replaced, holds the sessions against it.
  func noteSource(
    _ standing: DueCheck.Standing, _ result: VideoResult
  ) throws -> [String] {
    guard var now = standing.sourceNow else { return [] }
    now.duration = try DecisionDocument(text: result.decisions).video.duration
    try database.setSource(now, of: standing.video)
    guard let change = standing.source else { return [] }
    var remarks = [change.sentence(duration: now.duration)]
    if case .replaced = change {
      let recheck = SourceRecheck(database: database)
      remarks += [try recheck.run(standing.video, duration: now.duration)].compactMap { $0 }
    }
    return remarks
  }

  /// Says what became of the sources of videos that are not due; a source that only moved is from
  /// now on where it is, and one that was read again need not be read the next time.
  func noteSources(_ standings: [DueCheck.Standing]) throws -> String {
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
