package import EditDecisions
package import Media
import Support

/// Renders clips and posters from a source, times, framing and settings.
///
/// The same input gives the same bytes.
package struct ClipRenderer: Sendable {
  /// The source, with the audio track that the settings select.
  package let source: MediaInfo
  package var settings: RenderSettings

  /// The ID of the video, written into the metadata of files; `nil` writes none.
  package let video: String?

  package init(
    source: MediaInfo, settings: RenderSettings = RenderSettings(), video: String? = nil
  ) {
    self.video = video
    self.source = source.choosingSound(language: settings.audioLanguage)
    self.settings = settings
  }

  /// Renders a clip.
  ///
  /// The file is written under a temporary name in the same folder, verified, flushed and renamed.
  /// So a file with the final name is complete.
  ///
  /// - Parameters:
  ///   - start: play time in seconds; the nearest frame is the first.
  ///   - end: play time in seconds; the nearest frame is excluded.
  ///   - framing: the framing; its shots cover [start, end) without gaps.
  ///   - captions: the source's cues, which are burned in if the `captions` setting is `burn`.
  ///   - poster: a poster to write from the same decoding.
  ///   - path: the `.mp4` to write; its folder must exist.
  ///   - progress: called after each frame, on the calling thread.
  ///   - isCancelled: called often; `true` stops with `interrupted` and leaves no file.
  /// - Returns: properties of the written file.
  /// - Throws: `missingComponent` (which lists available encoders), `outOfSpace`, `invalidData` if
  ///   the source ends early, `interrupted`, and others.
  @discardableResult
  package func render(
    from start: Double, to end: Double, framing: Framing, captions: [SubtitleCue] = [],
    poster: PosterRequest? = nil, to path: String, progress: @escaping RenderProgress = { _, _ in },
    isCancelled: @escaping CancellationCheck = { false }
  ) throws(MediaError) -> RenderedFile {
    let preparedRendering = try preparedRendering(
      from: start, to: end, framing: framing, captions: captions, poster: poster, path: path)
    return try SharedDecoding(
      clips: [preparedRendering], progress: progress, isCancelled: isCancelled
    ).render()[0]
  }

  /// Prepares the rendering of a clip; parameters as in `render`.
  func preparedRendering(
    from start: Double, to end: Double, framing: Framing, captions: [SubtitleCue],
    poster: PosterRequest?, path: String
  ) throws(MediaError) -> FileRendering {
    try check(framing)
    let plan = EncodePlan(
      output: .init(width: settings.width, height: settings.height), info: source,
      settings: settings,
      metadata: ClipMetadata.entries(video: video, info: source, stretches: [start..<end]))
    let grid = FrameTimeGrid(rate: plan.rate, start: start, end: end)
    var preparedRendering = FileRendering(
      source: source, plan: plan, grids: [grid], composer: composer(framing, grid), path: path)
    preparedRendering.captions = { () throws(MediaError) in try burner(captions, framing, grid) }
    guard let poster else { return preparedRendering }
    let picker = PosterPicker(
      near: poster.time, within: poster.core, on: grid,
      PictureComposer.stretches(of: framing, on: grid))
    preparedRendering.picker = picker
    preparedRendering.writePoster = { () throws(MediaError) in
      _ = try picker.write(to: poster.path, source: source)
    }
    return preparedRendering
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

/// A poster to write from the same decoding as its clip.
package struct PosterRequest: Hashable, Sendable {
  /// Play time in seconds near which to choose a frame, usually the middle of the core.
  package var time: Double
  /// The core of the moment in seconds, from which the frame is chosen; `nil` for no limit.
  package var core: ClosedRange<Double>?
  package var path: String

  package init(near time: Double, within core: ClosedRange<Double>? = nil, path: String) {
    self.time = time
    self.core = core
    self.path = path
  }
}

extension ClipRenderer {
  /// Writes the sharpest frame near a time as a JPEG, framed like the clip.
  ///
  /// Use it if the clip exists already; otherwise `render` makes both from one decoding.
  ///
  /// - Parameters:
  ///   - time: play time in seconds, usually the middle of the core.
  ///   - core: play times in seconds to which the choice is limited; `nil` for no limit.
  ///   - start: start of the clip in seconds of play time.
  ///   - end: end of the clip in seconds of play time.
  ///   - framing: the framing of the clip.
  ///   - path: the `.jpg` to write; its folder must exist.
  ///   - isCancelled: called repeatedly while reading.
  /// - Returns: play time of the chosen frame in seconds.
  /// - Throws: as `render`.
  @discardableResult
  package func renderPoster(
    at time: Double, within core: ClosedRange<Double>? = nil, from start: Double,
    to end: Double, framing: Framing, to path: String,
    isCancelled: @escaping CancellationCheck = { false }
  ) throws(MediaError) -> Double {
    try check(framing)
    let rate = FrameTimeGrid.rate(for: source.video.frameRate, maximum: settings.maximumFrameRate)
    let whole = FrameTimeGrid(rate: rate, start: start, end: end)
    let stretches = PictureComposer.stretches(of: framing, on: whole)
    let picker = PosterPicker(near: time, within: core, on: whole, stretches)
    let composer = composer(framing, whole)
    let grid = FrameTimeGrid(
      rate: rate, start: whole.time(picker.slots.lowerBound),
      end: whole.time(picker.slots.upperBound))
    let filler = SlotFiller(grid: grid) { frame, slot throws(MediaError) in
      try picker.consider(composer.compose(frame, slot: slot), slot: slot)
    }
    try RangeReader(source, isCancelled: isCancelled).fill([filler], on: grid)
    return try picker.write(to: path, source: source)
  }
}

/// The metadata of a clip or highlight reel: its title and the source ranges.
///
/// It contains no viewers, dates or paths, so that files with the same ID have the same bytes.
enum ClipMetadata {
  /// Returns the metadata entries of a file.
  ///
  /// - Parameters:
  ///   - video: the ID of the video; `nil` returns no entries.
  ///   - info: the source, whose title is copied.
  ///   - stretches: the source ranges in seconds of play time.
  /// - Returns: entries with the names that the container uses.
  static func entries(
    video: String?, info: MediaInfo, stretches: [Range<Double>]
  ) -> [VideoEncoderSettings.Option] {
    guard let video else { return [] }
    // Uses three decimals, as decision documents do.
    func text(_ seconds: Double) -> String { Rounding.text(seconds, decimals: 3) }
    let spans = stretches.map { "\(text($0.lowerBound)) s to \(text($0.upperBound)) s" }
    let title = info.title.map { $0.isEmpty ? video : $0 } ?? video
    return [.init("title", title), .init("comment", "\(video), " + spans.joined(separator: "; "))]
  }
}
