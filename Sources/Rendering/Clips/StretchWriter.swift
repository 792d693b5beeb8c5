internal import Media

/// Writes stretches of one source, one after the other, into one file: one clock for all.
///
/// Frames are streamed from decoder to encoder; nothing is kept but the encoded sound.
final class StretchWriter {
  private let reader: StretchReader
  private let output: OutputFile
  private let total: Int
  private let progress: RenderProgress
  private let captions: CaptionBurner?
  private let poster: PosterPicker?
  /// What a few pictures were, for the check of the finished file.
  private(set) var marks = PictureMarks()
  /// Frames written.
  private(set) var frames = 0
  /// Source pictures that were damaged, or missing for that reason.
  var damaged: Int { damagedPictures + reader.faults }
  private var damagedPictures = 0

  /// Opens the target.
  ///
  /// - Parameters:
  ///   - reader: the source, open.
  ///   - path: the file to write.
  ///   - plan: how to encode.
  ///   - sound: all of its sound.
  ///   - captions: what to write into pictures.
  ///   - poster: looks at every picture, before captions are written into it.
  ///   - total: frames that will be written in all.
  ///   - progress: told after each frame.
  ///   - isCancelled: asked while reading.
  /// - Throws: `missingComponent`, `notPermitted` and others.
  init(
    _ reader: StretchReader, to path: String, plan: EncodePlan, sound: EncodedSound?,
    captions: CaptionBurner? = nil, poster: PosterPicker? = nil, total: Int,
    progress: @escaping RenderProgress,
    isCancelled: @escaping CancellationCheck
  ) throws(MediaError) {
    self.reader = reader
    output = try plan.open(path, sound: sound, isCancelled: isCancelled)
    self.total = total
    self.captions = captions
    self.poster = poster
    self.progress = progress
  }

  /// Appends the slots of `grid`, each as `compose` makes it.
  func append(_ grid: FrameGrid, _ composer: PictureComposer) throws(MediaError) {
    let offset = frames - grid.frames.lowerBound
    marks.begin(grid)
    let filler = SlotFiller(grid: grid) { [self] frame, slot throws(MediaError) in
      let picture = try composer.compose(frame, slot: slot)
      try poster?.consider(frame, slot: slot, shown: picture)
      let shown = try captions?.burn(picture, frame: slot - grid.frames.lowerBound) ?? picture
      marks.consider(shown, frame: slot + offset, slot: slot, on: grid, used: frame.time)
      shown.stamp(slot + offset)
      try output.write(picture: shown)
      frames += 1
      progress(frames, total)
    }
    let deinterlacer = Deinterlacer(reader.info)
    let start = grid.time(grid.frames.lowerBound)
    let end = grid.time(grid.frames.upperBound)
    let metEnd = try reader.read(
      from: start, to: end,
      picture: { [self] frame throws(MediaError) in
        if frame.isDamaged { damagedPictures += 1 }
        try deinterlacer.push(frame) { whole throws(MediaError) in try filler.push(whole) }
      })
    try deinterlacer.finish { whole throws(MediaError) in try filler.push(whole) }
    try filler.finish(reader.info, metEnd: metEnd)
  }

  /// Completes and closes the file.
  func finish() throws(MediaError) {
    try output.finish()
  }
}
