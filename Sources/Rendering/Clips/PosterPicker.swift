internal import EditDecisions
internal import Media

/// Finds the sharpest frame near a time among those that go by.
///
/// Frames are blurred by motion, by a dissolve, or by the encoder's hurry. It is looked for within
/// half a second, inside the clip, the shot and, where that is told, the moment's core.
final class PosterPicker {
  /// The slots in which it is looked for.
  let slots: Range<Int>
  private let grid: FrameGrid
  private let wanted: Int
  private var best: (picture: Frame, slot: Int, score: Double)?

  /// Seconds on either side of the time asked for in which a frame is looked for.
  static let reach = 0.5
  /// Share of its sharpness that a frame loses from the middle of the reach to its edge: of frames
  /// that look alike, the nearest is taken.
  private static let distanceLoss = 0.15

  /// Looks near a play time, in seconds, inside a core where one is given.
  init(
    near time: Double, within core: ClosedRange<Double>? = nil, on grid: FrameGrid,
    _ stretches: [PictureComposer.Stretch]
  ) {
    self.grid = grid
    let slot = min(max(grid.slot(time), grid.frames.lowerBound), grid.frames.upperBound - 1)
    wanted = slot
    let shot = stretches.first { $0.slots.contains(slot) }?.slots ?? slot..<slot + 1
    let first = max(shot.lowerBound, grid.slot(grid.time(slot) - Self.reach))
    let end = min(shot.upperBound, grid.slot(grid.time(slot) + Self.reach) + 1)
    // The frame that is wanted is always one of them, however short the core.
    let earliest = core.map { min(slot, max(first, grid.slot($0.lowerBound))) } ?? first
    let latest = core.map { max(slot + 1, min(end, grid.slot($0.upperBound))) } ?? end
    slots = earliest..<max(earliest + 1, latest)
  }

  /// Looks at what a slot shows.
  func consider(_ picture: Frame, slot: Int) throws(MediaError) {
    guard slots.contains(slot) else { return }
    let distance = abs(grid.time(slot) - grid.time(wanted)) / Self.reach
    let score = (picture.sharpness + 0.01) * (1 - Self.distanceLoss * distance)
    if score > best?.score ?? -1 { best = (try picture.reference(), slot, score) }
  }

  /// Writes the picture found as a JPEG.
  ///
  /// - Throws: `invalidData` where none went by.
  func write(to path: String, source: MediaInfo) throws(MediaError) -> Double {
    guard let best else {
      throw MediaError(
        .invalidData, operation: "render", path: source.path, detail: "it has no frame there")
    }
    let picture = try FilterGraph(
      best.picture.bufferSource() + Self.jfif + ",buffersink@out"
    ).apply(best.picture)
    try AtomicFile.replace(path) { temporary throws(MediaError) in
      let poster = try PosterFile(temporary, width: picture.width, height: picture.height)
      try poster.write(picture)
      try poster.finish()
    }
    return grid.time(best.slot)
  }

  /// From BT.709, limited range, to BT.601, full range, as JFIF has it.
  private static let jfif =
    ",colorspace=ispace=bt709:iprimaries=bt709:itrc=bt709:irange=tv"
    + ":space=smpte170m:primaries=bt709:trc=bt709:range=tv"
    + ",scale=in_range=limited:out_range=full:in_color_matrix=bt601:out_color_matrix=bt601"
    + ",format=yuvj420p"
}

/// Takes one frame of a source in the whole, small, as it goes by.
///
/// A clip is whole without its still: where that cannot be made, it is left out.
final class StillPicker {
  private let composer: PictureComposer
  private let picker: PosterPicker
  private let source: MediaInfo
  private let path: String

  init(_ still: RenderJob.Still, of source: MediaInfo, on grid: FrameGrid) {
    let whole = [PictureComposer.Stretch(slots: grid.frames, layout: .fit)]
    picker = PosterPicker(near: still.time, within: still.time...still.time, on: grid, whole)
    composer = PictureComposer(
      info: source, stretches: whole, grid: grid, output: RenderJob.Still.size(of: source.video),
      threads: 1)
    (self.source, path) = (source, still.path)
  }

  /// Looks at the source's frame that a slot shows.
  func consider(_ frame: Frame, slot: Int) {
    guard picker.slots.contains(slot) else { return }
    try? picker.consider(composer.compose(frame, slot: slot), slot: slot)
  }

  /// Writes it.
  func write() { _ = try? picker.write(to: path, source: source) }
}

/// A JPEG being written by libav's own encoder.
struct PosterFile {
  private let output: OutputFile

  /// Quantiser of the encoder, 2 (best) to 31; at 3 no fault shows.
  private static let quality = 3
  /// libav counts quality in steps of 1/118 quantiser (FF_QP2LAMBDA).
  private static let lambda = 118

  init(_ path: String, width: Int, height: Int) throws(MediaError) {
    output = try OutputFile(
      path: path, format: "mjpeg",
      pictures: PictureEncoding(
        encoder: "mjpeg", width: width, height: height, frameRate: Rational(25, 1),
        pixelFormat: "yuvj420p", keyFrameInterval: 1, threads: 1, isTaggedBT709: false,
        options: [
          .init("flags", "+qscale"), .init("global_quality", "\(Self.quality * Self.lambda)"),
        ]), sound: nil)
  }

  func write(_ frame: Frame) throws(MediaError) {
    frame.stamp(0)
    try output.write(picture: frame)
  }

  func finish() throws(MediaError) { try output.finish() }
}
