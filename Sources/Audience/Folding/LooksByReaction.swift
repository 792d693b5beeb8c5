/// Where those looked who reacted during a stretch, and where those did who did not.
///
/// A viewer's face and looks are linked here for as long as a video is folded; nothing of it is
/// kept, so that of an audience whose samples are gone it cannot be told.
package struct LooksByReaction: Sendable {
  /// Viewers of one kind.
  package struct Side: Sendable {
    /// How many they are.
    package var viewers = 0
    /// Their looks, a half second each, by place: whose they are and when is not told.
    package var places: [PicturePoint] = []
  }

  /// Those who reacted, in the mean of the stretch more likely than not.
  package var reacting = Side()
  /// Those who did not.
  package var others = Side()

  /// Sorts viewers by what they did.
  ///
  /// - Parameters:
  ///   - viewers: as they are counted; of those with a face or a look in less than half of the
  ///     stretch nothing is said.
  ///   - stretch: half seconds.
  init(_ viewers: [TalliedViewer], in stretch: Range<Int>) {
    for viewer in viewers {
      let faces = stretch.filter { viewer.face.levels[$0] != FaceSeries.unknown }
      let places = stretch.compactMap { viewer.rows[$0]?.position }
      guard 2 * faces.count >= stretch.count, 2 * places.count >= stretch.count, !faces.isEmpty
      else { continue }
      let mean = faces.reduce(Float(0)) { $0 + viewer.reacting[$1] } / Float(faces.count)
      let side = mean > 0.5 ? \LooksByReaction.reacting : \LooksByReaction.others
      self[keyPath: side].viewers += viewer.count
      self[keyPath: side].places += places
    }
    for side in [\LooksByReaction.reacting, \LooksByReaction.others] {
      self[keyPath: side].places.sort { ($0.x, $0.y) < ($1.x, $1.y) }
    }
  }
}
