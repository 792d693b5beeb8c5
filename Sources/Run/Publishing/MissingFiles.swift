import Deciding
import EditDecisions
import Library
import Rendering
import Settings
import Workspace

/// Finds the files of a video's clips that are missing, and creates the jobs that render them.
struct MissingFiles {
  let source: SourceVideo
  let settings: Settings
  let document: DecisionDocument
  let files: ClipFolder
  let clips: PublishedClips
  /// Returns the still frame that a clip's job also writes.
  let still: (Moment) -> RenderJob.Still?

  private var video: String { document.video.id }

  /// The state of a moment's clip before rendering.
  enum ClipState {
    /// Clip and poster exist, or both are archived.
    case there
    case withoutPoster
    case retired
    case missing
  }

  enum ReelState {
    /// There is to be no reel.
    case undecided
    /// The user edited the reel, so it is not changed.
    case foreign
    case there
    case missing
  }

  /// The render jobs for missing files, with output in another folder.
  func jobs(in folder: String, _ shapes: [ClipVariant]) throws -> [RenderJob] {
    var jobs = try shapes.flatMap { shape in
      try shape.document.moments.compactMap { moment in
        // If the order of aspect ratios changed, the clip still has its old file name.
        let known = clips[moment.id].map { $0.stem }
        let state = try state(of: moment, at: known ?? shape.stem(of: moment.id))
        return try job(moment, shape, state, folder + "/" + moment.id)
      }
    }
    // In this folder are the reels of many videos, so name them by ID.
    if reelState == .missing { jobs.append(reelJob(folder + "/\(reelID).mp4")) }
    return jobs
  }

  var reelState: ReelState {
    guard !document.reel.isEmpty else { return .undecided }
    let before = clips.currentReel
    let isForeign =
      before.map { !$0.isPlaceholder && !files.isUnchangedByUser($0) }
      ?? files.exists(ClipFolder.reelName)
    guard !isForeign else { return .foreign }
    let isThere =
      before?.id == reelID && before?.isPublished == true && files.exists(ClipFolder.reelName)
    return isThere ? .there : .missing
  }

  var reelID: String {
    ClipIdentity.reel(
      video: video, source: source.identity, stretches: document.reel.map { $0.start..<$0.end },
      settings: settings.render)
  }

  /// The state of a moment's clip; `stem` is its file name without extension.
  func state(of moment: Moment, at stem: String) throws -> ClipState {
    let (name, poster) = (stem + ".mp4", stem + ".jpg")
    guard files.exists(name) else {
      return isIntactInArchive(name, clips[moment.id]) ? .retired : .missing
    }
    let needsPoster =
      try settings.render.hasPosters && !files.exists(poster)
      && files.isUnchangedByUser(sideFile: poster, of: clips[moment.id])
    return needsPoster ? .withoutPoster : .there
  }

  /// Whether an archived clip that is needed again is undamaged.
  ///
  /// Archived files are not checked otherwise.
  private func isIntactInArchive(_ name: String, _ clip: Clip?) -> Bool {
    guard files.retired.exists(name) else { return false }
    guard let digest = clip?.digest else { return true }
    return ContentDigest.hex(of: files.retired.path(name)) == digest
  }

  /// The render job of a moment's clip; `path` is the output path without extension.
  func job(
    _ moment: Moment, _ shape: ClipVariant, _ state: ClipState, _ path: String
  ) throws -> RenderJob? {
    let output: String?
    switch state {
    case .there, .retired: return nil
    case .withoutPoster: output = nil
    case .missing: output = path + ".mp4"
    }
    let poster = shape.stem(of: moment.id) + ".jpg"
    let mayHavePoster =
      try settings.render.hasPosters
      && files.isUnchangedByUser(sideFile: poster, of: clips[moment.id])
    let render = shape.settings.render
    var job = RenderJob(
      moment, of: video, source: source.sealed, settings: render,
      captions: output == nil
        ? [] : source.burnedCaptions(from: moment.start, to: moment.end, render),
      output: output, poster: mayHavePoster ? path + ".jpg" : nil)
    if output != nil, shape.folder.isEmpty { job.still = still(moment) }
    return job
  }

  func reelJob(_ output: String) -> RenderJob {
    RenderJob(
      reel: reelID, document.reel.map { $0.start..<$0.end }, of: video, source: source.sealed,
      settings: settings.render, output: output)
  }
}
