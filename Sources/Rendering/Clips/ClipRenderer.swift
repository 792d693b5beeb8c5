package import EditDecisions
package import Media

/// Renders clips and posters: a pure function of source, times, framing and settings.
package struct ClipRenderer: Sendable {
  /// The source, with the sound track that the settings ask for.
  package let source: MediaInfo
  /// How to encode.
  package var settings: RenderSettings

  /// The video's id, which files name as what they were cut from; `nil` leaves them silent.
  package let video: String?
  /// Asked when the file is whole and has not got its name yet: what it throws keeps it from it.
  var confirm: @Sendable () throws(MediaError) -> Void = {}

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
    let take = ClipTake(
      renderer: self, framing: framing, captions: captions, poster: poster, path: path)
    let made = try ClipsTogether(
      takes: [take], start: start, end: end, progress: progress, isCancelled: isCancelled
    ).render()
    return made[0]
  }

  /// How a clip is encoded, and what it says of itself.
  func plan(from start: Double, to end: Double) -> EncodePlan {
    var plan = EncodePlan(
      output: .init(width: settings.width, height: settings.height), info: source,
      settings: settings)
    plan.metadata = ClipMetadata.entries(video: video, info: source, stretches: [start..<end])
    return plan
  }

  /// What makes pictures of frames as a framing says.
  func composer(
    _ framing: Framing, _ grid: FrameGrid, target: ColorPlan.Target = .video
  ) -> PictureComposer {
    PictureComposer(
      info: source, stretches: PictureComposer.stretches(of: framing, on: grid), grid: grid,
      output: (settings.width, settings.height), active: framing.active, target: target,
      threads: settings.encoderThreads)
  }

  func burner(
    _ captions: [SubtitleCue], _ framing: Framing, _ grid: FrameGrid, beside path: String
  ) throws(MediaError) -> CaptionBurner? {
    let title = settings.title?.line(of: source)
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
      placed, title: title, output: (settings.width, settings.height),
      safeArea: settings.profile.safeArea, rate: grid.rate, path: path + ".ass")
  }

  func check(_ framing: Framing) throws(MediaError) {
    func refuse(_ fault: String) -> MediaError {
      MediaError(.other, operation: "render", path: source.path, detail: fault)
    }
    guard settings.width % 2 == 0, settings.height % 4 == 0, settings.width > 0,
      settings.height > 0
    else { throw refuse("the output's width must be even and its height a multiple of 4") }
    guard !framing.shots.isEmpty else { throw refuse("the framing has no shots") }
    for shot in framing.shots {
      let panes: [[Keyframe]] =
        switch shot.layout {
        case .crop(let keyframes): [keyframes]
        case .stack(let top, let bottom): [top, bottom]
        case .fit: []
        }
      guard
        panes.allSatisfy({ pane in
          !pane.isEmpty && pane.allSatisfy { $0.width > 0 && $0.height > 0 }
            && zip(pane, pane.dropFirst()).allSatisfy { $0.t <= $1.t }
        })
      else { throw refuse("a shot's keyframes are missing, empty or out of order") }
    }
  }
}
