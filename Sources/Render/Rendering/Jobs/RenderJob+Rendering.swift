internal import EditDecisions
package import Media

extension RenderJob {
  /// Whether one decoding can serve it and another job: shorts of the same seconds, or a reel and
  /// a short whose seconds it shows.
  package func sharesDecoding(with other: RenderJob) -> Bool {
    let reels = [self, other].filter { $0.kind == .reel }
    let clips = [self, other].filter { $0.kind == .short }
    guard reels.count + clips.count == 2, let clip = clips.first else { return false }
    let shown = (reels.first ?? clips[1]).stretches
    return source == other.source
      && clip.stretches.allSatisfy(shown.contains)
      && settings.maximumFrameRate == other.settings.maximumFrameRate
      && settings.audioLanguage == other.settings.audioLanguage
      && settings.encoderThreads == other.settings.encoderThreads
  }

  /// Jobs that one process does out of one decoding: a reel with the shorts of its seconds, shorts
  /// of the same seconds; all others alone.
  ///
  /// A group opens no more encodings at once than its encoder's driver takes.
  ///
  /// - Parameters:
  ///   - jobs: of any videos.
  ///   - isReelApart: whether a reel is done alone.
  /// - Returns: groups, in which a reel comes first.
  package static func groups(_ jobs: [RenderJob], isReelApart: Bool = false) -> [[RenderJob]] {
    var groups: [[RenderJob]] = []
    for job in jobs.filter({ $0.kind == .reel }) + jobs.filter({ $0.kind != .reel }) {
      let index = groups.firstIndex {
        $0[0].sharesDecoding(with: job) && !(isReelApart && $0[0].kind == .reel)
          && open(of: $0 + [job]).count <= job.settings.sessions
      }
      if let index {
        groups[index].append(job)
      } else {
        groups.append([job])
      }
    }
    return groups
  }

  /// Those of a group whose files are open at once, where most are.
  package static func open(of group: [RenderJob]) -> [RenderJob] {
    let clips = Dictionary(grouping: group.filter { $0.kind != .reel }, by: \.stretches).values
    return group.filter { $0.kind == .reel } + (clips.max { $0.count < $1.count } ?? [])
  }

  /// Renders jobs out of one decoding: each file to the byte the same, by itself or with others,
  /// wherever it is done by the same build and libraries.
  ///
  /// The source is held against its identity before and after: a clip of a source that was replaced
  /// meanwhile would bear the id of another.
  ///
  /// - Parameters:
  ///   - jobs: one of `groups`.
  ///   - folder: what the paths of its outputs are relative to; ends without a slash.
  ///   - progress: told after each frame, on the calling thread.
  ///   - isCancelled: asked often.
  /// - Returns: what was written, a reel last; nothing for a poster.
  /// - Throws: `invalidData` for a source that is another now, or a job of another renderer; as
  ///   `ClipRenderer.render`; a file that got its name by then is whole.
  @discardableResult
  package static func render(
    _ jobs: [RenderJob], in folder: String, progress: @escaping RenderProgress = { _, _ in },
    isCancelled: @escaping CancellationCheck = { false }
  ) throws(MediaError) -> [RenderedFile] {
    guard let first = jobs.first else { return [] }
    for job in jobs { try job.requireThisRenderer() }
    for job in jobs.dropFirst() where !first.sharesDecoding(with: job) {
      throw job.refusal("shows other seconds than \(first.id)")
    }
    try first.requireSource("is another file than when this was planned")
    if first.kind == .poster {
      try first.renderPoster(folder, isCancelled)
      return []
    }
    var clips: [FileRendering] = []
    for job in jobs where job.kind == .short { clips.append(try job.clip(folder)) }
    return try SharedDecoding(
      reel: first.kind == .reel ? first.reel(folder) : nil, clips: clips, progress: progress,
      isCancelled: isCancelled
    ).render()
  }

  private func clip(_ folder: String) throws(MediaError) -> FileRendering {
    let (framing, stretch) = try shown()
    let request: PosterRequest? =
      if let poster, let posterTime {
        PosterRequest(near: posterTime, within: core?.range, path: path(poster, folder))
      } else { nil }
    var making = try ClipRenderer(source: source.info, settings: settings, video: video).making(
      from: stretch.start, to: stretch.end, framing: framing, captions: captions, poster: request,
      path: path(output, folder))
    making.confirm = confirm
    making.still = still.map { StillPicker($0, of: source.info, on: making.grids[0]) }
    return making
  }

  private func reel(_ folder: String) throws(MediaError) -> FileRendering {
    var making = try ReelRenderer(source: source.info, settings: settings, video: video).making(
      stretches.map { $0.start..<$0.end }, path: path(output, folder))
    making.confirm = confirm
    return making
  }

  private func renderPoster(
    _ folder: String, _ isCancelled: @escaping CancellationCheck
  ) throws(MediaError) {
    let (framing, stretch) = try shown()
    try ClipRenderer(source: source.info, settings: settings, video: video).renderPoster(
      at: posterTime ?? stretch.start, within: core?.range, from: stretch.start, to: stretch.end,
      framing: framing,
      to: path(poster, folder), isCancelled: isCancelled)
  }

  /// Asked before a file gets its name: a source that was replaced meanwhile fails the job.
  private var confirm: @Sendable () throws(MediaError) -> Void {
    { () throws(MediaError) in try requireSource("was replaced while it was read") }
  }

  private func shown() throws(MediaError) -> (Framing, Stretch) {
    guard let framing, let stretch = stretches.first else {
      throw refusal("is of a short without framing or seconds")
    }
    return (framing, stretch)
  }

  private func path(_ name: String?, _ folder: String) throws(MediaError) -> String {
    guard let name, !name.isEmpty else { throw refusal("names no file to write") }
    return path(name, folder)
  }

  private func path(_ name: String, _ folder: String) -> String {
    name.hasPrefix("/") ? name : folder + "/" + name
  }

  private func requireThisRenderer() throws(MediaError) {
    guard schema == Self.schema, renderer == ClipIdentity.rendererVersion else {
      throw refusal("was planned by another gazecut; plan again with this one")
    }
  }

  private func requireSource(_ what: String) throws(MediaError) {
    guard try SourceIdentity(reading: source.info.path) == source.identity else {
      throw MediaError(
        .invalidData, operation: "use", path: source.info.path,
        detail: "the source \(what); the next night decides anew")
    }
  }

  private func refusal(_ what: String) -> MediaError {
    MediaError(
      .invalidData, operation: "render", path: source.info.path, detail: "the job \(id) \(what)")
  }
}

extension RenderJob.Stretch {
  /// As a range of seconds.
  fileprivate var range: ClosedRange<Double> { start...max(start, end) }
}
