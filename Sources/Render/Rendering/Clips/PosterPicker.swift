import EditDecisions
import Media

/// Selects the sharpest frame near a time while frames are rendered.
///
/// Frames can be blurred by motion, dissolves or compression. The choice is limited to the shot and
/// the core of the moment, or without a core to 0.5 s around the time. Sharpness cannot be compared
/// between shots, for example between a meadow and a face.
final class PosterPicker {
  /// The slots from which the frame is chosen.
  let slots: Range<Int>
  private let grid: FrameTimeGrid
  private let path: String
  private let wanted: Int
  private var best: (picture: Frame, slot: Int, score: Double)?

  /// Seconds before and after the time from which to choose, if there is no core.
  static let reach = 0.5
  /// Penalty on sharpness for a frame 1 s or more from the time, as a share, so that the nearest of
  /// similar frames is chosen.
  private static let distanceLoss = 0.3

  init(
    _ poster: PosterRequest, on grid: FrameTimeGrid, _ stretches: [PictureComposer.FramedSegment]
  ) {
    (self.grid, path) = (grid, poster.path)
    let slot = min(max(grid.slot(poster.time), grid.frames.lowerBound), grid.frames.upperBound - 1)
    wanted = slot
    let shot = stretches.first { $0.slots.contains(slot) }?.slots ?? slot..<slot + 1
    let range = poster.core ?? grid.time(slot) - Self.reach...grid.time(slot) + Self.reach
    let end = grid.slot(range.upperBound) + (poster.core == nil ? 1 : 0)
    // The frame at the requested time is always included, even if the core is shorter.
    let first = min(slot, max(shot.lowerBound, grid.slot(range.lowerBound)))
    slots = first..<max(slot + 1, min(shot.upperBound, end))
  }

  func consider(_ picture: Frame, slot: Int) throws(MediaError) {
    guard slots.contains(slot) else { return }
    let distance = min(1, abs(grid.time(slot) - grid.time(wanted)))
    let score = (picture.sharpness + 0.01) * (1 - Self.distanceLoss * distance)
    if score > best?.score ?? -1 { best = (try picture.reference(), slot, score) }
  }

  /// Writes the selected frame as a JPEG, and returns its play time in seconds.
  func write(_ source: MediaInfo) throws(MediaError) -> Double {
    guard let best else {
      throw MediaError(
        .invalidData, operation: "render", path: source.path, detail: "it has no frame there")
    }
    let picture = try FilterGraph(
      best.picture.bufferSource() + Self.jfif + ",buffersink@out"
    ).apply(best.picture)
    try AtomicFile.replace(path) { temporary throws(MediaError) in
      let options = [("flags", "+qscale"), ("global_quality", "\(Self.quality * Self.lambda)")]
      let poster = try OutputFile(
        path: temporary, format: "mjpeg",
        pictures: VideoEncoderSettings(
          encoder: "mjpeg", width: picture.width, height: picture.height,
          frameRate: Rational(25, 1), pixelFormat: "yuvj420p", keyFrameInterval: 1, threads: 1,
          isTaggedBT709: false, options: options.map { .init($0, $1) }), sound: nil)
      picture.stamp(0)
      try poster.write(picture: picture)
      try poster.finish()
    }
    return grid.time(best.slot)
  }

  /// Quantiser of libav's JPEG encoder, 2 (best) to 31; at 3, artefacts are not visible.
  private static let quality = 3
  /// The factor of libav's quality values (FF_QP2LAMBDA).
  private static let lambda = 118
  /// Converts BT.709 limited range to BT.601 full range, which JFIF requires.
  private static let jfif =
    ",colorspace=ispace=bt709:iprimaries=bt709:itrc=bt709:irange=tv"
    + ":space=smpte170m:primaries=bt709:trc=bt709:range=tv"
    + ",scale=in_range=limited:out_range=full:in_color_matrix=bt601:out_color_matrix=bt601"
    + ",format=yuvj420p"
}

/// Selects one complete source frame and writes it at a small size, or omits it if writing fails.
final class StillPicker {
  private let composer: PictureComposer
  private let picker: PosterPicker
  private let source: MediaInfo

  init(_ still: RenderJob.Still, of source: MediaInfo, on grid: FrameTimeGrid) {
    let whole = [PictureComposer.FramedSegment(slots: grid.frames, layout: .fit)]
    let request = PosterRequest(time: still.time, core: still.time...still.time, path: still.path)
    picker = PosterPicker(request, on: grid, whole)
    composer = PictureComposer(
      info: source, stretches: whole, grid: grid, output: RenderJob.Still.size(of: source.video),
      threads: 1)
    self.source = source
  }

  func consider(_ frame: Frame, slot: Int) {
    guard picker.slots.contains(slot) else { return }
    try? picker.consider(composer.compose(frame, slot: slot), slot: slot)
  }

  func write() { _ = try? picker.write(source) }
}
