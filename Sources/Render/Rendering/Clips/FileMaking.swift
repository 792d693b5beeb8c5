internal import Media

/// A clip or a reel that is to be made: what it shows, and how.
struct FileMaking {
  let source: MediaInfo
  let plan: EncodePlan
  /// The stretches that it shows, in its order.
  let grids: [FrameGrid]
  let composer: PictureComposer
  /// The `.mp4` to write.
  let path: String
  /// Asked when the file is whole and has not got its name yet: what it throws keeps it from it.
  var confirm: @Sendable () throws(MediaError) -> Void = {}
  /// Makes what writes captions into its pictures.
  var captions: () throws(MediaError) -> CaptionBurner? = { nil }
  /// Looks at its pictures for a poster.
  var picker: PosterPicker?
  /// Looks at the source's frames for a still.
  var still: StillPicker?
  /// Writes the poster out of the pictures that went by.
  var writePoster: () throws(MediaError) -> Void = {}

  /// Frames that it will have.
  var frames: Int { grids.reduce(0) { $0 + $1.frames.count } }

  /// Opens the file under its temporary name, with all of its sound.
  func open(
    _ reader: StretchReader, at path: String, _ isCancelled: @escaping CancellationCheck
  ) throws(MediaError) -> StretchWriter {
    try plan.tryEncoder()
    let (sound, silence) = try SoundTrack.make(reader, grids, plan: plan, to: path)
    let writer = try StretchWriter(
      reader, to: path, plan: plan, sound: sound, captions: captions(), poster: picker,
      still: still, isCancelled: isCancelled)
    writer.silence = silence
    return writer
  }

  /// Completes the file and proves that it is whole.
  func finish(
    _ writer: StretchWriter, at temporary: String, _ isCancelled: @escaping CancellationCheck
  ) throws(MediaError) -> RenderedFile {
    try writer.finish()
    var written = try OutputCheck.verify(
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
