/// The gaze points of a segment, those of viewers who reacted apart from those of all others.
///
/// A viewer's face and gaze are linked only while the audience is aggregated; nothing of it is
/// kept, so an audience whose samples were erased has none.
package struct LooksByReaction: Sendable {
  /// The gaze points of some viewers.
  package struct Side: Sendable {
    package var viewers = 0
    /// Their gaze points, one per time bin, in the order of viewers.
    package var places: [PicturePoint] = []
  }

  /// Viewers who reacted in more than half of the segment.
  package var reacting = Side()
  package var others = Side()

  /// Adds a viewer with a face and gaze in at least half of the segment.
  mutating func add(_ viewer: ViewerBins, _ series: ViewerSeries, in segment: Range<Int>) {
    let faces = segment.filter { series.values[$0] != ReactionSeries.unknown }
    let places = segment.compactMap { viewer.row($0)?.position }
    guard !faces.isEmpty, 2 * faces.count >= segment.count, 2 * places.count >= segment.count
    else { return }
    let reacting = faces.count(where: series.reacts)
    let side = 2 * reacting > faces.count ? \LooksByReaction.reacting : \LooksByReaction.others
    self[keyPath: side].viewers += 1
    self[keyPath: side].places += places
  }
}
