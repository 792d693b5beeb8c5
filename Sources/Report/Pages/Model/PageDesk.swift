/// What the desk of a video's page needs to know to make wishes that fit.
struct PageDesk: Sendable, Hashable {
  /// Pixels of the source's picture, across and down.
  var picture: [Int]
  /// Pixels of the largest window of a short's shape, across and down.
  var window: [Double]
  /// Play times to which a dragged end goes: cuts, cues and pauses near the clips, in order.
  var snaps: [Double]
  /// What is wished already, each in its written form.
  var wishes: [String]
}
