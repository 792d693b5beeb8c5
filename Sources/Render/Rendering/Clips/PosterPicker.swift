internal import EditDecisions
internal import Media

/// Finds the sharpest frame near a time among those that go by.
///
/// Frames are blurred by motion, by a dissolve, or by the encoder's hurry. All frames of the shot
/// inside the moment's core are compared; without a core, those within half a second. Sharpness is
/// not comparable between shots: a meadow is sharper than a face.
final class PosterPicker {
  /// The slots in which it is looked for.
  let slots: Range<Int>
  private let grid: FrameGrid
  private let wanted: Int
  private var best: (picture: Frame, slot: Int, score: Double)?

  /// Seconds on either side of the time in which a frame is looked for without a core.
  static let reach = 0.5
  /// Share of its sharpness that a frame loses if it is a second away or more: of frames that look
  /// alike, the nearest is taken.
  private static let distanceLoss = 0.3

  /// Looks near a play time, in seconds, inside a core where one is given.
  init(
    near time: Double, within core: ClosedRange<Double>? = nil, on grid: FrameGrid,
    _ stretches: [PictureComposer.Stretch]
  ) {
    self.grid = grid
    let slot = min(max(grid.slot(time), grid.frames.lowerBound), grid.frames.upperBound - 1)
    wanted = slot
    let shot = stretches.first { $0.slots.contains(slot) }?.slots ?? slot..<slot + 1
    let range = core ?? grid.time(slot) - Self.reach...grid.time(slot) + Self.reach
    let end = grid.slot(range.upperBound) + (core == nil ? 1 : 0)
    // The frame that is wanted is always one of them, however short the core.
    let first = min(slot, max(shot.lowerBound, grid.slot(range.lowerBound)))
    slots = first..<max(slot + 1, min(shot.upperBound, end))
  }

  /// Looks at what a slot shows.
  func consider(_ picture: Frame, slot: Int) throws(MediaError) {
    guard slots.contains(slot) else { return }
    let distance = min(1, abs(grid.time(slot) - grid.time(wanted)))
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
