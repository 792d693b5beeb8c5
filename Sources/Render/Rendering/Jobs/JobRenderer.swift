import EditDecisions
package import Media

/// Renders the files of one job.
package struct JobRenderer {
  private let job: RenderJob
  /// The base of output paths, without a trailing slash.
  private let folder: String

  private var source: MediaInfo { job.source.info }

  /// Renders jobs that share one decoding, and returns the written files except posters, a reel
  /// last.
  ///
  /// A file has the same bytes alone or with others, with the same build and libraries. The source
  /// is compared with its identity before and after rendering. If it was replaced, its clips would
  /// have the wrong IDs, so the error is `invalidData`, as for another renderer version. If there
  /// is an error, files that were already renamed are complete.
  @discardableResult
  package static func render(
    _ jobs: [RenderJob], in folder: String, progress: @escaping RenderProgress = { _, _ in },
    isCancelled: @escaping CancellationCheck = { false }
  ) throws(MediaError) -> [RenderedFile] {
    let renderers = jobs.map { JobRenderer(job: $0, folder: folder) }
    guard let first = renderers.first else { return [] }
    for renderer in renderers { try renderer.requireThisRenderer() }
    for renderer in renderers.dropFirst() where !first.job.sharesDecoding(with: renderer.job) {
      throw renderer.refusal("covers other seconds than \(first.job.id)")
    }
    try first.requireSource("was replaced after planning")
    if first.job.kind == .poster {
      try first.renderPoster(isCancelled)
      return []
    }
    var clips: [FileRendering] = []
    for renderer in renderers where renderer.job.kind == .short {
      clips.append(try renderer.clip())
    }
    return try SharedDecoding(
      reel: first.job.kind == .reel ? first.reel() : nil, clips: clips, progress: progress,
      isCancelled: isCancelled
    ).render()
  }

  private var renderer: ClipRenderer {
    ClipRenderer(source: source, settings: job.settings, video: job.video)
  }

  private func clip() throws(MediaError) -> FileRendering {
    let (framing, stretch) = try shown()
    let poster: PosterRequest? =
      if let poster = job.poster, let time = job.posterTime {
        PosterRequest(time: time, core: job.core?.range, path: path(poster))
      } else { nil }
    var rendering = try renderer.preparedRendering(
      from: stretch.start, to: stretch.end, framing: framing, captions: job.captions,
      poster: poster, path: path(job.output))
    rendering.confirm = confirm
    rendering.still = job.still.map { StillPicker($0, of: source, on: rendering.grids[0]) }
    return rendering
  }

  private func reel() throws(MediaError) -> FileRendering {
    var rendering = try renderer.preparedReel(
      job.stretches.map { $0.start..<$0.end }, path: path(job.output))
    rendering.confirm = confirm
    return rendering
  }

  private func renderPoster(_ isCancelled: @escaping CancellationCheck) throws(MediaError) {
    let (framing, stretch) = try shown()
    let poster = PosterRequest(
      time: job.posterTime ?? stretch.start, core: job.core?.range, path: try path(job.poster))
    try renderer.renderPoster(
      poster, from: stretch.start, to: stretch.end, framing: framing, isCancelled: isCancelled)
  }

  /// Called before a file is renamed; throws if the source was replaced meanwhile.
  private var confirm: @Sendable () throws(MediaError) -> Void {
    { () throws(MediaError) in try requireSource("was replaced while it was read") }
  }

  private func shown() throws(MediaError) -> (Framing, RenderJob.Stretch) {
    guard let framing = job.framing, let stretch = job.stretches.first else {
      throw refusal("is a short without framing or seconds")
    }
    return (framing, stretch)
  }

  private func path(_ name: String?) throws(MediaError) -> String {
    guard let name, !name.isEmpty else { throw refusal("names no file to write") }
    return path(name)
  }

  private func path(_ name: String) -> String { name.hasPrefix("/") ? name : folder + "/" + name }

  private func requireThisRenderer() throws(MediaError) {
    guard job.schema == RenderJob.schema, job.renderer == ClipIdentity.rendererVersion else {
      throw refusal("was planned by another version of gazecut; plan again")
    }
  }

  private func requireSource(_ what: String) throws(MediaError) {
    guard try SourceIdentity(reading: source.path) == job.source.identity else {
      throw MediaError(
        .invalidData, operation: "use", path: source.path,
        detail: "the source \(what); the next run decides again")
    }
  }

  private func refusal(_ what: String) -> MediaError {
    MediaError(
      .invalidData, operation: "render", path: source.path, detail: "the job \(job.id) \(what)")
  }
}

extension RenderJob.Stretch {
  fileprivate var range: ClosedRange<Double> { start...max(start, end) }
}
