package import EditDecisions
package import Media
import Support

/// Renders clips, posters and highlight reels; the same input gives the same bytes.
package struct ClipRenderer: Sendable {
  /// The source, with the audio track that the settings select.
  let source: MediaInfo
  let settings: RenderSettings
  /// The ID of the video, written into the metadata of files; `nil` writes none.
  let video: String?

  package init(
    source: MediaInfo, settings: RenderSettings = RenderSettings(), video: String? = nil
  ) {
    (self.settings, self.video) = (settings, video)
    self.source = source.choosingSound(language: settings.audioLanguage)
  }

  /// Renders a clip from `start` to `end` in seconds of play time; the nearest frames are the first
  /// and the first excluded one.
  ///
  /// The file is written under a temporary name in the same folder, verified, flushed and renamed.
  /// So a file with the final name is complete.
  ///
  /// `captions` are burned in if the `captions` setting is `burn`. `progress` is called after each
  /// frame, on the calling thread. If `isCancelled` returns `true`, rendering stops with
  /// `interrupted` and leaves no file.
  ///
  /// - Returns: properties of the written file.
  /// - Throws: `missingComponent` (which lists available encoders), `outOfSpace`, `invalidData` if
  ///   the source ends early, `interrupted`, and others.
  @discardableResult
  func render(
    from start: Double, to end: Double, framing: Framing, captions: [SubtitleCue] = [],
    poster: PosterRequest? = nil, to path: String, progress: @escaping RenderProgress = { _, _ in },
    isCancelled: @escaping CancellationCheck = { false }
  ) throws(MediaError) -> RenderedFile {
    let rendering = try preparedRendering(
      from: start, to: end, framing: framing, captions: captions, poster: poster, path: path)
    return try SharedDecoding(
      clips: [rendering], progress: progress, isCancelled: isCancelled
    ).render()[0]
  }

  /// Prepares the rendering of a clip; parameters as in `render`.
  func preparedRendering(
    from start: Double, to end: Double, framing: Framing, captions: [SubtitleCue],
    poster: PosterRequest?, path: String
  ) throws(MediaError) -> FileRendering {
    try check(framing)
    let plan = encodePlan((settings.width, settings.height), [start..<end])
    let grid = grid(from: start, to: end)
    var rendering = FileRendering(
      source: source, plan: plan, grids: [grid], composer: composer(framing, grid), path: path)
    rendering.captions = { () throws(MediaError) in try burner(captions, framing, grid) }
    rendering.poster = poster.map {
      PosterPicker($0, on: grid, PictureComposer.stretches(of: framing, on: grid))
    }
    return rendering
  }

  /// The time grid of the frames that show a range of the source.
  func grid(from start: Double, to end: Double) -> FrameTimeGrid {
    let rate = FrameTimeGrid.rate(for: source.video.frameRate, maximum: settings.maximumFrameRate)
    return FrameTimeGrid(rate: rate, start: start, end: end)
  }

  /// The encoding parameters, with metadata that names the source ranges in seconds of play time.
  ///
  /// The metadata contains no viewers, dates or paths, so that files with the same ID have the same
  /// bytes.
  func encodePlan(_ output: (width: Int, height: Int), _ stretches: [Range<Double>]) -> EncodePlan {
    var plan = EncodePlan(output: output, info: source, settings: settings)
    guard let video else { return plan }
    // Uses three decimals, as decision documents do.
    func text(_ seconds: Double) -> String { Rounding.text(seconds, decimals: 3) }
    let spans = stretches.map { "\(text($0.lowerBound)) s to \(text($0.upperBound)) s" }
    let title = source.title.map { $0.isEmpty ? video : $0 } ?? video
    plan.metadata = [
      .init("title", title), .init("comment", "\(video), " + spans.joined(separator: "; ")),
    ]
    return plan
  }

  private func composer(_ framing: Framing, _ grid: FrameTimeGrid) -> PictureComposer {
    PictureComposer(
      info: source, stretches: PictureComposer.stretches(of: framing, on: grid), grid: grid,
      output: (settings.width, settings.height), threads: settings.encoderThreads)
  }

  private func burner(
    _ captions: [SubtitleCue], _ framing: Framing, _ grid: FrameTimeGrid
  ) throws(MediaError) -> CaptionBurner? {
    let title = framing.line ?? settings.title?.line(of: source)
    let cues =
      settings.captions == .burn
      ? captions.retimed(
        from: grid.time(grid.frames.lowerBound), to: grid.time(grid.frames.upperBound)) : []
    guard !cues.isEmpty || title != nil else { return nil }
    let start = grid.time(grid.frames.lowerBound)
    let placed = cues.map { cue in
      CaptionBurner.PlacedCue(
        cue: cue, place: framing.captionPlace(from: start + cue.start, to: start + cue.end))
    }
    return try CaptionBurner(
      placed, title: title.map { ($0, framing.title) }, output: (settings.width, settings.height),
      safeArea: settings.profile.safeArea, rate: grid.rate)
  }

  private func check(_ framing: Framing) throws(MediaError) {
    func refuse(_ fault: String) -> MediaError {
      MediaError(.other, operation: "render", path: source.path, detail: fault)
    }
    guard settings.width % 2 == 0, settings.height % 4 == 0, settings.width > 0,
      settings.height > 0
    else { throw refuse("the output's width must be even and its height a multiple of 4") }
    guard !framing.shots.isEmpty else { throw refuse("the framing has no shots") }
    for shot in framing.shots {
      guard
        shot.layout.windows.allSatisfy({ pane in
          !pane.isEmpty && pane.allSatisfy { $0.width > 0 && $0.height > 0 }
            && zip(pane, pane.dropFirst()).allSatisfy { $0.t <= $1.t }
        })
      else { throw refuse("a shot's keyframes are missing, empty or out of order") }
    }
  }
}

/// A poster to write, framed like its clip.
struct PosterRequest {
  /// Play time in seconds near which to choose a frame, usually the middle of the core.
  var time: Double
  /// The core of the moment in seconds, from which the frame is chosen; `nil` for no limit.
  var core: ClosedRange<Double>?
  /// The `.jpg` to write; its folder must exist.
  var path: String
}

extension ClipRenderer {
  /// Writes a poster of the clip from `start` to `end`, in seconds of play time.
  ///
  /// Use it if the clip exists already; otherwise `render` makes both from one decoding. It returns
  /// the play time of the chosen frame.
  @discardableResult
  func renderPoster(
    _ poster: PosterRequest, from start: Double, to end: Double, framing: Framing,
    isCancelled: @escaping CancellationCheck = { false }
  ) throws(MediaError) -> Double {
    try check(framing)
    let whole = grid(from: start, to: end)
    let picker = PosterPicker(poster, on: whole, PictureComposer.stretches(of: framing, on: whole))
    let composer = composer(framing, whole)
    let grid = FrameTimeGrid(
      rate: whole.rate, start: whole.time(picker.slots.lowerBound),
      end: whole.time(picker.slots.upperBound))
    let filler = SlotFiller(grid: grid) { frame, slot throws(MediaError) in
      try picker.consider(composer.compose(frame, slot: slot), slot: slot)
    }
    try RangeReader(source, isCancelled: isCancelled).fill([filler], on: grid)
    return try picker.write(source)
  }
}
