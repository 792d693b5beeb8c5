package import EditDecisions
package import Media

/// A poster to write along with a clip, out of the same decoding.
package struct PosterRequest: Hashable, Sendable {
  /// Play time in seconds near which the frame is looked for; by custom the middle of the core.
  package var time: Double
  /// Play times in seconds that the frame must lie in: the moment's core; `nil` for any.
  package var core: ClosedRange<Double>?
  /// The `.jpg` to write; its folder must exist.
  package var path: String

  /// Asks for a poster.
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
    // Frames are compared as the clip shows them, and written as a JPEG is: in another range their
    // sharpness is another, and a poster made again would be of another frame.
    let composer = composer(framing, whole)
    let grid = FrameGrid(
      rate: rate, start: whole.time(picker.slots.lowerBound),
      end: whole.time(picker.slots.upperBound))
    let filler = SlotFiller(grid: grid) { frame, slot throws(MediaError) in
      try picker.consider(frame, slot: slot, shown: composer.compose(frame, slot: slot))
    }
    let deinterlacer = Deinterlacer(source)
    let metEnd = try StretchReader(source, isCancelled: isCancelled).read(
      from: grid.time(grid.frames.lowerBound), to: grid.time(grid.frames.upperBound),
      picture: { frame throws(MediaError) in
        try deinterlacer.push(frame) { whole throws(MediaError) in try filler.push(whole) }
      })
    try deinterlacer.finish { whole throws(MediaError) in try filler.push(whole) }
    try filler.finish(source, metEnd: metEnd)
    return try picker.write(
      to: path, self.composer(framing, whole, target: .jpeg),
      output: (settings.width, settings.height), source: source)
  }
}
