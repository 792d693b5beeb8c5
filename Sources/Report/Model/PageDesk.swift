/// What the desk of a video's page needs to know to make wishes that fit.
package struct PageDesk: Sendable, Hashable {
  /// Pixels of the source's picture, across and down.
  package var picture: [Int]
  /// Pixels of the largest window of a short's shape, across and down.
  package var window: [Double]
  /// Play times to which a dragged end goes: cuts, cues and pauses near the clips, in order.
  package var snaps: [Double]
  /// What is wished already, each in its written form.
  package var wishes: [String]

  /// Makes one.
  package init(picture: [Int], window: [Double], snaps: [Double], wishes: [String]) {
    self.picture = picture
    self.window = window
    self.snaps = snaps
    self.wishes = wishes
  }
}
