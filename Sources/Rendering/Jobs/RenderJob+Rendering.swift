internal import EditDecisions
package import Media

extension RenderJob {
  /// Renders the job: to the byte the same wherever it is done by the same build and libraries.
  ///
  /// The source is held against its identity before and after: a clip of a source that was replaced
  /// meanwhile would bear the id of another.
  ///
  /// - Parameters:
  ///   - folder: what the paths of its outputs are relative to; ends without a slash.
  ///   - progress: told after each frame, on the calling thread.
  ///   - isCancelled: asked often.
  /// - Returns: what was written; `nil` for a poster.
  /// - Throws: `invalidData` for a source that is another now, or a job of another renderer; as
  ///   `ClipRenderer.render`. Then nothing new bears a final name.
  @discardableResult
  package func render(
    in folder: String, progress: @escaping RenderProgress = { _, _ in },
    isCancelled: @escaping CancellationCheck = { false }
  ) throws(MediaError) -> RenderedFile? {
    try requireThisRenderer()
    try requireSource("is another file than when this was planned")
    switch kind {
    case .short: return try renderShort(folder, progress, isCancelled)
    case .reel: return try renderReel(folder, progress, isCancelled)
    case .poster:
      try renderPoster(folder, isCancelled)
      return nil
    }
  }

  /// Whether it and another job are shorts of the same seconds, which one decoding can serve.
  package func sharesDecoding(with other: RenderJob) -> Bool {
    kind == .short && other.kind == .short && source == other.source
      && stretches == other.stretches
      && settings.maximumFrameRate == other.settings.maximumFrameRate
      && settings.encoderThreads == other.settings.encoderThreads
  }

  /// Renders shorts of the same seconds out of one decoding; each file as it would be by itself.
  ///
  /// - Parameters:
  ///   - jobs: all of which `sharesDecoding` with the first.
  ///   - folder: as of `render`.
  ///   - progress: told after each frame of all of them.
  ///   - isCancelled: asked often.
  /// - Returns: what was written, in the order of the jobs.
  /// - Throws: as `render`; a file that got its name by then is whole.
  package static func render(
    _ jobs: [RenderJob], in folder: String, progress: @escaping RenderProgress = { _, _ in },
    isCancelled: @escaping CancellationCheck = { false }
  ) throws(MediaError) -> [RenderedFile] {
    guard let first = jobs.first else { return [] }
    for job in jobs {
      try job.requireThisRenderer()
      guard job == first || first.sharesDecoding(with: job) else {
        throw job.refusal("shows other seconds than \(first.id)")
      }
    }
    try first.requireSource("is another file than when this was planned")
    return try first.render(jobs, folder, progress, isCancelled)
  }

  private func renderShort(
    _ folder: String, _ progress: @escaping RenderProgress,
    _ isCancelled: @escaping CancellationCheck
  ) throws(MediaError) -> RenderedFile {
    try render([self], folder, progress, isCancelled)[0]
  }

  private func render(
    _ jobs: [RenderJob], _ folder: String, _ progress: @escaping RenderProgress,
    _ isCancelled: @escaping CancellationCheck
  ) throws(MediaError) -> [RenderedFile] {
    var takes: [ClipTake] = []
    for job in jobs { takes.append(try job.take(folder)) }
    let (_, stretch) = try shown()
    return try ClipsTogether(
      takes: takes, start: stretch.start, end: stretch.end, progress: progress,
      isCancelled: isCancelled
    ).render()
  }

  private func take(_ folder: String) throws(MediaError) -> ClipTake {
    let (framing, _) = try shown()
    let request: PosterRequest? =
      if let poster, let posterTime {
        PosterRequest(near: posterTime, within: core?.range, path: path(poster, folder))
      } else { nil }
    var renderer = ClipRenderer(source: source.info, settings: settings, video: video)
    renderer.confirm = confirm
    return ClipTake(
      renderer: renderer, framing: framing, captions: captions, poster: request,
      path: try path(output, folder))
  }

  private func renderReel(
    _ folder: String, _ progress: @escaping RenderProgress,
    _ isCancelled: @escaping CancellationCheck
  ) throws(MediaError) -> RenderedFile {
    var renderer = ReelRenderer(source: source.info, settings: settings, video: video)
    renderer.confirm = confirm
    return try renderer.render(
      stretches.map { $0.start..<$0.end }, to: path(output, folder), progress: progress,
      isCancelled: isCancelled
    ).file
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
