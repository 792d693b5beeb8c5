/// What the clip editor of a page needs in order to write overrides.
struct ClipEditorData: Sendable, Hashable {
  /// Pixels of the source's picture, across and down.
  var picture: [Int]
  /// Pixels of the largest window of a short's shape, across and down.
  var window: [Double]
  /// Play times to which a dragged end goes: cuts, cues and pauses near the clips, in order.
  var snaps: [Double]
  /// Cuts of the source, and its pauses and captions near the clips, as play times.
  var cuts: [Double] = []
  var pauses: [Range<Double>] = []
  var speech: [Range<Double>] = []
  /// What is wished already, each in its written form.
  var wishes: [String]
}
