internal import EditDecisions
package import Media

extension RenderJob {
  /// Whether one decoding can serve both jobs.
  ///
  /// That is the case for two clips of the same range, and for a highlight reel and a clip that it
  /// contains.
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

  /// Groups jobs that can share one decoding, for one process per group.
  ///
  /// A group has a reel, which comes first, and clips of its segments, or clips of the same range.
  /// Other jobs are alone, and with `isReelApart` also reels. A group has no more simultaneous
  /// encodes than the encoder's driver allows.
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

  /// The jobs of a group whose files are open at the same time, at the peak.
  package static func open(of group: [RenderJob]) -> [RenderJob] {
    let clips = Dictionary(grouping: group.filter { $0.kind != .reel }, by: \.stretches).values
    return group.filter { $0.kind == .reel } + (clips.max { $0.count < $1.count } ?? [])
  }

  /// Renders jobs that share one decoding.
  ///
  /// A file has the same bytes alone or with others, with the same build and libraries. The source
  /// is compared with its identity before and after rendering. If it was replaced, its clips would
  /// have the wrong IDs.
  ///
  /// - Parameters:
  ///   - jobs: one of `groups`.
  ///   - folder: the base of output paths, without a trailing slash.
  ///   - progress: called after each frame, on the calling thread.
  ///   - isCancelled: called often.
  /// - Returns: the written files, a reel last; empty for a poster.
  /// - Throws: `invalidData` if the source changed, or the job needs another renderer version;
  ///   errors of `ClipRenderer.render`. Files that were already renamed are complete.
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

  /// Called before a file is renamed; throws if the source was replaced meanwhile.
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
  fileprivate var range: ClosedRange<Double> { start...max(start, end) }
}
