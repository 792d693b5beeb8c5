/// The data with which the clip editor of a page creates overrides.
struct ClipEditorData: Sendable, Hashable {
  /// Width and height of the source frame in pixels.
  var picture: [Int]
  /// Duration of a frame of the source in seconds.
  var frame = 0.04
  /// Width and height in pixels of the largest crop with a short's aspect ratio.
  var window: [Double]
  /// Play times to which a dragged edge snaps: cuts, captions and pauses near the clips, in order.
  var snaps: [Double]
  /// Cuts of the source, and pauses and captions near the clips, in seconds of play time.
  var cuts: [Double] = []
  var pauses: [Range<Double>] = []
  var speech: [Range<Double>] = []
  var wishes: [String]
}
