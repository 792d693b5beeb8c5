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
  /// Receives every frame before captions are drawn.
  var poster: PosterPicker?
  /// Receives every source frame.
  var still: StillPicker?

  var frames: Int { grids.reduce(0) { $0 + $1.frames.count } }
}
