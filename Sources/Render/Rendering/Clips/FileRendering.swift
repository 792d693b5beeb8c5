import Media

/// Everything needed to render one clip or highlight reel.
struct FileRendering {
  let source: MediaInfo
  let plan: EncodePlan
  /// The frames of each segment, in output order.
  let grids: [FrameTimeGrid]
  let composer: PictureComposer
  let path: String
  /// Called when the file is complete, before it is renamed; an error prevents the renaming.
  var confirm: @Sendable () throws(MediaError) -> Void = {}
  /// Creates the burner that draws captions into the frames; `nil` for no captions.
  var captions: () throws(MediaError) -> CaptionBurner? = { nil }
  var picker: PosterPicker?
  var still: StillPicker?
  var writePoster: () throws(MediaError) -> Void = {}

  var frames: Int { grids.reduce(0) { $0 + $1.frames.count } }

  /// Opens the file under a temporary name, with its sound already encoded.
  func open(
    _ reader: RangeReader, at path: String, _ isCancelled: @escaping CancellationCheck
  ) throws(MediaError) -> SegmentWriter {
    try plan.tryEncoder()
    let (sound, silence) = try AudioTrackBuilder.make(reader, grids, plan: plan, to: path)
    let writer = try SegmentWriter(
      reader, to: path, plan: plan, sound: sound, captions: captions(), poster: picker,
      still: still, isCancelled: isCancelled)
    writer.silence = silence
    return writer
  }

  func finish(
    _ writer: SegmentWriter, at temporary: String, _ isCancelled: @escaping CancellationCheck
  ) throws(MediaError) -> RenderedFile {
    try writer.finish()
    var written = try OutputFileVerifier.verify(
      temporary, as: path, plan: plan, frames: frames, marks: writer.marks,
      isCancelled: isCancelled)
    written.damaged = writer.damaged
    written.silence = writer.silence
    written.hasOtherShapes = composer.hasOtherShapes
    if plan.settings.isVerified, written.damaged == 0 {
      try writer.marks.verify(of: source, as: path, isCancelled: isCancelled)
    }
    try confirm()
    return written
  }
}
