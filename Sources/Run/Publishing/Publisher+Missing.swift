import Deciding
import EditDecisions
import Library
package import Rendering
import Settings
import Support
import Workspace

/// Finds the clips that are not rendered yet, and creates their jobs.
extension Publisher {
  /// The state of a moment's clip before rendering.
  private enum ClipState {
    /// Clip and poster exist, or both are archived.
    case there
    case withoutPoster
    case retired
    case missing
  }

  enum ReelState: Equatable {
    /// There is to be no reel.
    case undecided
    /// The user edited the reel, so it is not changed.
    case foreign
    case there
    case missing
  }

  /// The render jobs for missing files, with output in another folder; changes nothing.
  ///
  /// The folder is relative to the one that the jobs are started in.
  ///
  /// - Throws: `LibraryError`; `missingComponent` if captions need libass.
  package mutating func missing(in folder: String) throws -> [RenderJob] {
    try readClips()
    var jobs = try shapes.flatMap { shape in
      try shape.document.moments.compactMap { moment in
        // If the order of aspect ratios changed, the clip still has its old file name.
        let known = clips[moment.id].map { $0.stem }
        let standing = try standing(of: moment, at: known ?? shape.stem(of: moment.id))
        return try job(moment, shape, standing, folder + "/" + moment.id)
      }
    }
    // In this folder are the reels of many videos, so name them by ID.
    if reelState() == .missing { jobs.append(reelJob(folder + "/\(reelID).mp4")) }
    return jobs
  }

  /// Restores or prepares a moment's clip; returns the job for what must still be rendered.
  mutating func begun(_ moment: Moment, in shape: ClipVariant) throws -> RenderJob? {
    let stem = shape.stem(of: moment.id)
    try move(moment.id, to: stem)
    var standing = try standing(of: moment, at: stem)
    if case .retired = standing {
      standing = restore(stem) ? try self.standing(of: moment, at: stem) : .missing
    }
    if case .missing = standing { try begin(moment.id, file: stem + ".mp4") }
    return try job(moment, shape, standing, files.path(stem))
  }

  /// Moves a clip to its folder if the order of aspect ratios has changed.
  private mutating func move(_ id: String, to stem: String) throws {
    guard var clip = clips[id], clip.fileName != stem + ".mp4" else { return }
    let before = clip.stem
    for (from, to) in zip(ClipFolder.sideFiles(of: before), ClipFolder.sideFiles(of: stem)) {
      files.move(from, to: to)
      if let digest = clip.sideFiles.removeValue(forKey: from) { clip.sideFiles[to] = digest }
    }
    files.move(clip.fileName, to: stem + ".mp4")
    clip.fileName = stem + ".mp4"
    try database.clips.store(clip)
    clips[id] = clip
  }

  /// Prepares the highlight reel; returns its job if it must be rendered.
  ///
  /// The reel always has the same name, so a new one replaces the old one.
  mutating func begun(_ standing: ReelState) throws -> RenderJob? {
    switch standing {
    case .undecided, .there: return nil
    case .foreign:
      leave(ClipFolder.reelName)
      return nil
    case .missing:
      let id = reelID
      let before = currentReel
      if let before { try keepAside(ifNotReplaced: before) }
      if let before, before.id != id { try forget(before.id) }
      clips[id] = before
      try begin(id, file: ClipFolder.reelName)
      return reelJob(files.path(ClipFolder.reelName))
    }
  }

  /// Renames the reel's file if it changed since an interrupted run started to replace it.
  ///
  /// It may be a file of the user, or the reel of that run.
  private mutating func keepAside(ifNotReplaced reel: Clip) throws {
    guard reel.isPlaceholder, !files.isOurs(reel) else { return }
    let name = reel.fileName
    let other = files.firstUnusedName { "\(reel.stem)-kept-\($0).mp4" }
    files.move(name, to: other)
    guard !files.exists(name) else {
      throw CommandFailure(
        .inputOutputFailed, "cannot rename '\(files.path(name))', which you may have edited")
    }
    renamedReel = other
    notice(
      "\(files.path(name)) is not the reel that an interrupted run started to replace: it is kept as "
        + "\(other), unless the new one is the same")
  }

  /// Deletes the file that `keepAside` renamed if it equals the new reel.
  mutating func removeDuplicateReel(_ reel: Clip?) {
    guard let name = renamedReel else { return }
    renamedReel = nil
    if let digest = reel?.digest, ContentDigest.hex(of: files.path(name)) == digest {
      files.remove(name)
    }
  }

  func reelState() -> ReelState {
    guard !document.reel.isEmpty else { return .undecided }
    let before = currentReel
    let isForeign =
      before.map { !$0.isPlaceholder && !files.isOurs($0) } ?? files.exists(ClipFolder.reelName)
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

  private var currentReel: Clip? {
    clips.values.first { $0.isReel && $0.state == .current }
  }

  private func standing(of moment: Moment, at stem: String) throws -> ClipState {
    let (name, poster) = (stem + ".mp4", stem + ".jpg")
    guard files.exists(name) else {
      return isIntactInArchive(name, clips[moment.id]) ? .retired : .missing
    }
    let needsPoster =
      try settings.render.hasPosters && !files.exists(poster)
      && files.isOurs(sideFile: poster, of: clips[moment.id])
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
  private func job(
    _ moment: Moment, _ shape: ClipVariant, _ standing: ClipState, _ path: String
  ) throws -> RenderJob? {
    let output: String?
    switch standing {
    case .there, .retired: return nil
    case .withoutPoster: output = nil
    case .missing: output = path + ".mp4"
    }
    let poster = shape.stem(of: moment.id) + ".jpg"
    let mayHavePoster =
      try settings.render.hasPosters && files.isOurs(sideFile: poster, of: clips[moment.id])
    let render = shape.settings.render
    var job = RenderJob(
      moment, of: video, source: source.sealed, settings: render,
      captions: output == nil
        ? [] : source.burnedCaptions(from: moment.start, to: moment.end, render),
      output: output, poster: mayHavePoster ? path + ".jpg" : nil)
    if output != nil, shape.folder.isEmpty { job.still = still(moment) }
    return job
  }

  private func reelJob(_ output: String) -> RenderJob {
    RenderJob(
      reel: reelID, document.reel.map { $0.start..<$0.end }, of: video, source: source.sealed,
      settings: settings.render, output: output)
  }

  /// Restores an archived clip with its other files; rendering it again would give the same result.
  private func restore(_ stem: String) -> Bool {
    guard files.restore(stem + ".mp4") else { return false }
    for side in ClipFolder.sideFiles(of: stem) where !files.exists(side) { _ = files.restore(side) }
    return true
  }
}
