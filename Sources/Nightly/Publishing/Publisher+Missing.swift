import EditDecisions
import Library
import Rendering
import Settings

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
  /// - Returns: a job a file; paths are relative to the folder of the plan.
  /// - Throws: `LibraryError`; `missingComponent` where captions need libass.
  mutating func missing() throws -> [RenderJob] {
    try readClips()
    var jobs = try document.moments.compactMap { moment in
      try job(moment, standing(of: moment)) { PlanFolder.clips + "/" + $0 }
    }
    // The reels of many videos lie together there.
    if reelStanding() == .missing { jobs.append(reelJob(PlanFolder.clips + "/\(reelID).mp4")) }
    return jobs
  }

  /// The job of what is missing of a moment, once what can be had without rendering is there.
  mutating func begun(_ moment: Moment) throws -> RenderJob? {
    var standing = standing(of: moment)
    if case .retired = standing {
      standing = restore(moment.id) ? self.standing(of: moment) : .missing
    }
    if case .missing = standing { try begin(moment.id, file: moment.id + ".mp4") }
    return try job(moment, standing, files.path)
  }

  /// The job of a reel that is missing; the reel has one name, so a new one takes the old one's
  /// place.
  mutating func begun(_ standing: ReelStanding) throws -> RenderJob? {
    switch standing {
    case .undecided, .there: return nil
    case .foreign:
      notice("\(files.path(Self.reelName)) was changed by hand and is left as it is")
      return nil
    case .missing:
      let id = reelID
      let before = currentReel
      if let before, before.id != id { try forget(before.id) }
      clips[id] = before
      try begin(id, file: Self.reelName)
      return reelJob(files.path(Self.reelName))
    }
  }

  func reelStanding() -> ReelStanding {
    guard !document.reel.isEmpty else { return .undecided }
    let before = currentReel
    let isForeign = before.map { !files.isOurs($0) } ?? files.exists(Self.reelName)
    guard !isForeign else { return .foreign }
    let isThere =
      before?.id == reelID && before?.bytes ?? -1 >= 0 && files.exists(Self.reelName)
    return isThere ? .there : .missing
  }

  var reelID: String {
    ClipIdentity.reel(
      video: video, source: source.identity, stretches: document.reel.map { $0.start..<$0.end },
      settings: settings.render)
  }

  private var currentReel: Clip? {
    clips.values.first { $0.fileName == Self.reelName && $0.state == .current }
  }

  private func standing(of moment: Moment) -> ShortStanding {
    let (name, poster) = (moment.id + ".mp4", moment.id + ".jpg")
    guard files.exists(name) else { return files.isRetired(name) ? .retired : .missing }
    let needsPoster =
      settings.render.hasPosters && !files.exists(poster)
      && files.isOurs(sideFile: poster, of: clips[moment.id])
    return needsPoster ? .withoutPoster : .there
  }

  private func job(
    _ moment: Moment, _ standing: ShortStanding, _ path: (String) -> String
  ) throws -> RenderJob? {
    let poster = moment.id + ".jpg"
    let output: String?
    switch standing {
    case .there, .retired: return nil
    case .withoutPoster: output = nil
    case .missing: output = path(moment.id + ".mp4")
    }
    let mayHavePoster =
      settings.render.hasPosters && files.isOurs(sideFile: poster, of: clips[moment.id])
    return RenderJob(
      moment, of: video, source: source.sealed, settings: settings.render,
      captions: output == nil ? [] : try source.burnedCaptions(from: moment.start, to: moment.end),
      output: output, poster: mayHavePoster ? path(poster) : nil)
  }

  private func reelJob(_ output: String) -> RenderJob {
    RenderJob(
      reel: reelID, document.reel.map { $0.start..<$0.end }, of: video, source: source.sealed,
      settings: settings.render, output: output)
  }

  /// Takes a retired short back with what lies beside it: rendering is a pure function.
  private func restore(_ id: String) -> Bool {
    guard files.restore(id + ".mp4") else { return false }
    for side in ClipFiles.sideFiles(of: id) where !files.exists(side) { _ = files.restore(side) }
    return true
  }
}
