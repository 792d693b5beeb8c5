package import EditDecisions
package import Media
import Support

/// Renders clips and posters: a pure function of source, times, framing and settings.
package struct ClipRenderer: Sendable {
  /// The source, with the sound track that the settings ask for.
  package let source: MediaInfo
  package var settings: RenderSettings

  /// The video's id, which files name as what they were cut from; `nil` leaves them silent.
  package let video: String?

  /// Makes a renderer of one source.
  package init(
    source: MediaInfo, settings: RenderSettings = RenderSettings(), video: String? = nil
  ) {
    self.video = video
    self.source = source.choosingSound(language: settings.audioLanguage)
    self.settings = settings
  }

  /// Renders a clip.
  ///
  /// It is written under a temporary name in the same folder, reopened and checked, flushed and
  /// renamed: a file that bears the name is whole.
  ///
  /// - Parameters:
  ///   - start: play time in seconds; the frame nearest it is the first.
  ///   - end: play time in seconds; the frame nearest it is the first left out.
  ///   - framing: what is shown; its shots tile [start, end).
  ///   - captions: the source's cues; written into the picture where the settings say `burn`.
  ///   - poster: a poster to write as well, out of the same decoding.
  ///   - path: the `.mp4` to write; its folder must exist.
  ///   - progress: told after each frame, on the calling thread.
  ///   - isCancelled: asked often; then `interrupted` is thrown and nothing is left behind.
  /// - Returns: what was written.
  /// - Throws: `missingComponent` (with the encoders there are), `outOfSpace`, `invalidData` for a
  ///   source that ends early, `interrupted`, and others.
  @discardableResult
  package func render(
    from start: Double, to end: Double, framing: Framing, captions: [SubtitleCue] = [],
    poster: PosterRequest? = nil, to path: String, progress: @escaping RenderProgress = { _, _ in },
    isCancelled: @escaping CancellationCheck = { false }
  ) throws(MediaError) -> RenderedFile {
    let making = try making(
      from: start, to: end, framing: framing, captions: captions, poster: poster, path: path)
    return try SharedDecoding(
      clips: [making], progress: progress, isCancelled: isCancelled
    ).render()[0]
  }

  /// What is to be done for a clip; as of `render`.
  func making(
    from start: Double, to end: Double, framing: Framing, captions: [SubtitleCue],
    poster: PosterRequest?, path: String
  ) throws(MediaError) -> FileRendering {
    try check(framing)
    let plan = EncodePlan(
      output: .init(width: settings.width, height: settings.height), info: source,
      settings: settings,
      metadata: ClipMetadata.entries(video: video, info: source, stretches: [start..<end]))
    let grid = FrameGrid(rate: plan.rate, start: start, end: end)
    var making = FileRendering(
      source: source, plan: plan, grids: [grid], composer: composer(framing, grid), path: path)
    making.captions = { () throws(MediaError) in try burner(captions, framing, grid) }
    guard let poster else { return making }
    let picker = PosterPicker(
      near: poster.time, within: poster.core, on: grid,
      PictureComposer.stretches(of: framing, on: grid))
    making.picker = picker
    making.writePoster = { () throws(MediaError) in
      _ = try picker.write(to: poster.path, source: source)
    }
    return making
  }

  /// What makes pictures of frames as a framing says.
  private func composer(_ framing: Framing, _ grid: FrameGrid) -> PictureComposer {
    PictureComposer(
      info: source, stretches: PictureComposer.stretches(of: framing, on: grid), grid: grid,
      output: (settings.width, settings.height), threads: settings.encoderThreads)
  }

  private func burner(
    _ captions: [SubtitleCue], _ framing: Framing, _ grid: FrameGrid
  ) throws(MediaError) -> CaptionBurner? {
    let title = framing.line ?? settings.title?.line(of: source)
    let cues =
      settings.captions == .burn
      ? captions.retimed(
        from: grid.time(grid.frames.lowerBound), to: grid.time(grid.frames.upperBound)) : []
    guard !cues.isEmpty || title != nil else { return nil }
    let start = grid.time(grid.frames.lowerBound)
    let placed = cues.map { cue in
      CaptionBurner.Placed(
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

/// A poster to write along with a clip, out of the same decoding.
package struct PosterRequest: Hashable, Sendable {
  /// Play time in seconds near which the frame is looked for; by custom the middle of the core.
  package var time: Double
  /// Play times in seconds that the frame must lie in: the moment's core; `nil` for any.
  package var core: ClosedRange<Double>?
  /// The `.jpg` to write; its folder must exist.
  package var path: String

  package init(near time: Double, within core: ClosedRange<Double>? = nil, path: String) {
    self.time = time
    self.core = core
    self.path = path
  }
}

extension ClipRenderer {
  /// Writes the sharpest frame near a time, framed as the clip is, as a JPEG.
  ///
  /// For a clip that is there already; `render` makes poster and clip in one decoding.
  ///
  /// - Parameters:
  ///   - time: play time in seconds; by custom the middle of the moment's core.
  ///   - core: play times in seconds that the frame must lie in; `nil` for any.
  ///   - start: play time at which the clip begins, in seconds.
  ///   - end: play time at which it ends, in seconds.
  ///   - framing: what is shown.
  ///   - path: the `.jpg` to write; its folder must exist.
  ///   - isCancelled: asked while reading.
  /// - Returns: play time of the frame taken, in seconds.
  /// - Throws: as `render`.
  @discardableResult
  package func renderPoster(
    at time: Double, within core: ClosedRange<Double>? = nil, from start: Double,
    to end: Double, framing: Framing, to path: String,
    isCancelled: @escaping CancellationCheck = { false }
  ) throws(MediaError) -> Double {
    try check(framing)
    let rate = FrameGrid.rate(
      for: source.video.frameRate, maximum: settings.maximumFrameRate)
    let whole = FrameGrid(rate: rate, start: start, end: end)
    let stretches = PictureComposer.stretches(of: framing, on: whole)
    let picker = PosterPicker(near: time, within: core, on: whole, stretches)
    let composer = composer(framing, whole)
    let grid = FrameGrid(
      rate: rate, start: whole.time(picker.slots.lowerBound),
      end: whole.time(picker.slots.upperBound))
    let filler = SlotFiller(grid: grid) { frame, slot throws(MediaError) in
      try picker.consider(composer.compose(frame, slot: slot), slot: slot)
    }
    try RangeReader(source, isCancelled: isCancelled).fill([filler], on: grid)
    return try picker.write(to: path, source: source)
  }
}

/// What a clip or reel says of itself: its title, and what was cut from where.
///
/// Nothing about viewers, no date and no path: the same id gives the same bytes.
enum ClipMetadata {
  /// The entries of a file cut from some stretches of a video.
  ///
  /// - Parameters:
  ///   - video: the video's id; without it a file says nothing.
  ///   - info: the source, whose own title is taken over.
  ///   - stretches: play times in seconds.
  /// - Returns: entries of the container, in its words.
  static func entries(
    video: String?, info: MediaInfo, stretches: [Range<Double>]
  ) -> [PictureEncoding.Option] {
    guard let video else { return [] }
    // As decisions are written.
    func text(_ seconds: Double) -> String { Rounding.text(seconds, decimals: 3) }
    let spans = stretches.map { "\(text($0.lowerBound)) s to \(text($0.upperBound)) s" }
    let title = info.title.map { $0.isEmpty ? video : $0 } ?? video
    return [
      .init("title", title), .init("comment", "\(video), " + spans.joined(separator: "; ")),
    ]
  }
}
