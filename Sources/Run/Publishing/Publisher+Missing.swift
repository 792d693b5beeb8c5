import Deciding
import EditDecisions
import Failures
import Library
package import Rendering
import Settings
import Workspace

/// What of a video's decisions is not in files yet.
extension Publisher {
  /// How a moment's short stands before rendering.
  private enum ShortStanding {
    /// It is there, or lies among the retired, and so does its poster.
    case there
    /// It is there without its poster.
    case withoutPoster
    /// It lies among the retired.
    case retired
    /// It has to be rendered.
    case missing
  }

  /// How the reel stands before rendering.
  enum ReelStanding: Equatable {
    /// None is decided.
    case undecided
    /// A person changed it: it is left alone.
    case foreign
    /// It is there as decided.
    case there
    /// It has to be rendered.
    case missing
  }

  /// The jobs of what is missing, sealed for a folder of their own; nothing is changed.
  ///
  /// - Parameter folder: where their files go, relative to what jobs start from.
  /// - Returns: a job a file.
  /// - Throws: `LibraryError`; `missingComponent` where captions need libass.
  package mutating func missing(in folder: String) throws -> [RenderJob] {
    try readClips()
    var jobs = try shapes.flatMap { shape in
      try shape.document.moments.compactMap { moment in
        // Where another shape came first, the clip lies under its folder's name still.
        let known = clips[moment.id].map { $0.stem }
        let standing = try standing(of: moment, at: known ?? shape.stem(of: moment.id))
        return try job(moment, shape, standing, folder + "/" + moment.id)
      }
    }
    // The reels of many videos lie together there.
    if reelStanding() == .missing { jobs.append(reelJob(folder + "/\(reelID).mp4")) }
    return jobs
  }

  /// The job of what is missing of a moment, once what can be had without rendering is there.
  mutating func begun(_ moment: Moment, in shape: ClipShape) throws -> RenderJob? {
    let stem = shape.stem(of: moment.id)
    try move(moment.id, to: stem)
    var standing = try standing(of: moment, at: stem)
    if case .retired = standing {
      standing = restore(stem) ? try self.standing(of: moment, at: stem) : .missing
    }
    if case .missing = standing { try begin(moment.id, file: stem + ".mp4") }
    return try job(moment, shape, standing, files.path(stem))
  }

  /// Moves a clip that lies in another shape's folder, because another shape came first before.
  private mutating func move(_ id: String, to stem: String) throws {
    guard var clip = clips[id], clip.fileName != stem + ".mp4" else { return }
    let before = clip.stem
    for (from, to) in zip(ClipFiles.sideFiles(of: before), ClipFiles.sideFiles(of: stem)) {
      files.move(from, to: to)
      if let digest = clip.sideFiles.removeValue(forKey: from) { clip.sideFiles[to] = digest }
    }
    files.move(clip.fileName, to: stem + ".mp4")
    clip.fileName = stem + ".mp4"
    try database.keep(clip)
    clips[id] = clip
  }

  /// The job of a reel that is missing; the reel has one name, so a new one takes the old one's
  /// place.
  mutating func begun(_ standing: ReelStanding) throws -> RenderJob? {
    switch standing {
    case .undecided, .there: return nil
    case .foreign:
      leave(ClipFiles.reelName)
      return nil
    case .missing:
      let id = reelID
      let before = currentReel
      if let before { try keepAside(ifNotReplaced: before) }
      if let before, before.id != id { try forget(before.id) }
      clips[id] = before
      try begin(id, file: ClipFiles.reelName)
      return reelJob(files.path(ClipFiles.reelName))
    }
  }

  /// Gives another name to a file that lies where a stopped run was to put a reel, and is not what
  /// lay there when that began: a person's, or the reel of that run.
  private mutating func keepAside(ifNotReplaced reel: Clip) throws {
    guard reel.isBegun, !files.isOurs(reel) else { return }
    let name = reel.fileName
    let other = files.freeName { "\(reel.stem)-kept-\($0).mp4" }
    files.move(name, to: other)
    guard !files.exists(name) else {
      throw CommandFailure(
        .inputOutputFailed, "cannot rename '\(files.path(name))', which a person may have changed")
    }
    keptAside = other
    notice(
      "\(files.path(name)) was not the reel that a stopped run had begun to replace: it is kept as "
        + "\(other), unless the new one is the same")
  }

  /// Takes away what was kept aside of the reel's name where the reel is the same.
  mutating func settleAside(_ reel: Clip?) {
    guard let name = keptAside else { return }
    keptAside = nil
    if let digest = reel?.digest, ContentDigest.hex(of: files.path(name)) == digest {
      files.remove(name)
    }
  }

  func reelStanding() -> ReelStanding {
    guard !document.reel.isEmpty else { return .undecided }
    let before = currentReel
    let isForeign =
      before.map { !$0.isBegun && !files.isOurs($0) } ?? files.exists(ClipFiles.reelName)
    guard !isForeign else { return .foreign }
    let isThere =
      before?.id == reelID && before?.isPublished == true && files.exists(ClipFiles.reelName)
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

  private func standing(of moment: Moment, at stem: String) throws -> ShortStanding {
    let (name, poster) = (stem + ".mp4", stem + ".jpg")
    guard files.exists(name) else {
      return isWholeAmongRetired(name, clips[moment.id]) ? .retired : .missing
    }
    let needsPoster =
      try settings.render.hasPosters && !files.exists(poster)
      && files.isOurs(sideFile: poster, of: clips[moment.id])
    return needsPoster ? .withoutPoster : .there
  }

  /// Whether a clip that is wanted again lies among the retired as it was published.
  ///
  /// A disk may have damaged it there, where nobody looks.
  private func isWholeAmongRetired(_ name: String, _ clip: Clip?) -> Bool {
    guard files.retired.exists(name) else { return false }
    guard let digest = clip?.digest else { return true }
    return ContentDigest.hex(of: files.retired.path(name)) == digest
  }

  /// The job of a moment's clip; `path` is where its files go, without their endings.
  private func job(
    _ moment: Moment, _ shape: ClipShape, _ standing: ShortStanding, _ path: String
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

  /// Takes a retired short back with what lies beside it: rendering is a pure function.
  private func restore(_ stem: String) -> Bool {
    guard files.restore(stem + ".mp4") else { return false }
    for side in ClipFiles.sideFiles(of: stem) where !files.exists(side) { _ = files.restore(side) }
    return true
  }
}
