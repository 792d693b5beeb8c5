/// The gaze points in a segment, separately for viewers who reacted and for all others.
///
/// It is computed from samples, and is not available after they were erased: the audience timeline
/// does not store which face and which gaze belong to the same viewer.
package struct GazeByReaction: Sendable {
  package struct ViewerGroup: Sendable {
    package var viewers = 0
    /// The group's gaze points, one per viewer and time bin.
    package var places: [PicturePoint] = []
  }

  /// Viewers who reacted in more than half of the time bins with a known face.
  package var reacting = ViewerGroup()
  package var others = ViewerGroup()

  /// Adds a viewer with a face and gaze in at least half of the segment.
  mutating func add(_ viewer: ViewerBins, _ series: ViewerSeries, in segment: Range<Int>) {
    let faces = segment.filter { series.values[$0] != ReactionSeries.unknown }
    let places = segment.compactMap { viewer.row($0)?.position }
    guard !faces.isEmpty, 2 * faces.count >= segment.count, 2 * places.count >= segment.count
    else { return }
    let reacting = faces.count(where: series.reacts)
    let side = 2 * reacting > faces.count ? \GazeByReaction.reacting : \GazeByReaction.others
    self[keyPath: side].viewers += 1
    self[keyPath: side].places += places
  }
}
