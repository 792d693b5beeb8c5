public import EditDecisions
public import Media

extension ClipRenderer {
  /// Seconds on either side of the time asked for in which a poster's frame is looked for.
  static let posterReach = 0.5
  /// Share of its sharpness that a frame loses from the middle of the reach to its edge: of frames
  /// that look alike, the nearest is taken.
  private static let posterDistanceLoss = 0.15

  /// Writes the sharpest frame near a time, framed as the clip is, as a JPEG.
  ///
  /// It is looked for within half a second, inside the clip and inside the shot: frames are
  /// blurred by motion, by a dissolve, or by the encoder's hurry.
  ///
  /// - Parameters:
  ///   - time: play time in seconds; by custom the middle of the moment's core.
  ///   - start: play time at which the clip begins, in seconds.
  ///   - end: play time at which it ends, in seconds.
  ///   - framing: what is shown.
  ///   - path: the `.jpg` to write; its folder must exist.
  ///   - isCancelled: asked while reading.
  /// - Returns: play time of the frame taken, in seconds.
  /// - Throws: as `render`.
  @discardableResult
  public func renderPoster(
    at time: Double, from start: Double, to end: Double, framing: Framing, to path: String,
    isCancelled: @escaping CancellationCheck = { false }
  ) throws(MediaError) -> Double {
    try check(framing)
    let rate = FrameGrid.rate(
      for: source.video.frameRate, maximum: settings.maximumFrameRate)
    let whole = FrameGrid(rate: rate, start: start, end: end)
    let stretches = PictureComposer.stretches(of: framing, on: whole)
    let slot = min(max(whole.slot(time), whole.frames.lowerBound), whole.frames.upperBound - 1)
    let shot = stretches.first { $0.slots.contains(slot) }?.slots ?? slot..<slot + 1
    let grid = FrameGrid(
      rate: rate,
      start: whole.time(max(shot.lowerBound, whole.slot(whole.time(slot) - Self.posterReach))),
      end: whole.time(min(shot.upperBound, whole.slot(whole.time(slot) + Self.posterReach) + 1)))
    let composer = PictureComposer(
      info: source, stretches: stretches, grid: whole,
      output: (settings.width, settings.height), active: framing.active, target: .jpeg,
      threads: settings.encoderThreads)
    let (best, found) = try sharpest(grid, near: slot, composer, isCancelled)
    try AtomicFile.replace(path) { temporary throws(MediaError) in
      let poster = try PosterFile(temporary, width: settings.width, height: settings.height)
      try poster.write(best)
      try poster.finish()
    }
    return whole.time(found)
  }

  private func sharpest(
    _ grid: FrameGrid, near slot: Int, _ composer: PictureComposer,
    _ isCancelled: @escaping CancellationCheck
  ) throws(MediaError) -> (Frame, slot: Int) {
    var best: (frame: Frame, slot: Int, score: Double)?
    let filler = SlotFiller(grid: grid) { frame, place throws(MediaError) in
      let picture = try composer.compose(frame, slot: place)
      let distance = abs(grid.time(place) - grid.time(slot)) / Self.posterReach
      let score = (picture.sharpness + 0.01) * (1 - Self.posterDistanceLoss * distance)
      if score > best?.score ?? -1 { best = (picture, place, score) }
    }
    let deinterlacer = Deinterlacer(source)
    let metEnd = try StretchReader(source, isCancelled: isCancelled).read(
      from: grid.time(grid.frames.lowerBound), to: grid.time(grid.frames.upperBound),
      picture: { frame throws(MediaError) in
        try deinterlacer.push(frame) { whole throws(MediaError) in try filler.push(whole) }
      })
    try deinterlacer.finish { whole throws(MediaError) in try filler.push(whole) }
    try filler.finish(source, metEnd: metEnd)
    guard let best else {
      throw MediaError(
        .invalidData, operation: "render", path: source.path, detail: "it has no frame there")
    }
    return (best.frame, best.slot)
  }
}
