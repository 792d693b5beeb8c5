import EditDecisions

/// The gaze during a moment's core in one shot, as heat maps over a still image of that shot.
struct HeatMap: Sendable, Hashable {
  var columns: Int
  /// One map of all viewers, or one of those who reacted and one of the others.
  var maps: [Map]
  /// Aspect ratio of the frame (width / height).
  var aspect = 1.0
  /// Path of the still image, relative to the page, if there is one.
  var still: String?
  var time = 0.0
  /// The crops at that time, as shares of the frame.
  var windows: [FrameArea] = []
  /// Seconds of gaze in the maps.
  var seconds: Double
  /// The reason why viewers who reacted are not shown separately, if there is one.
  var remark: String?

  struct Map: Sendable, Hashable {
    enum Who: Sendable { case everyone, reacting, others }

    var who: Who
    /// The density, row by row, as a share (0…1) of the densest cell.
    var values: [Double]
    /// Lower limit of the number of viewers.
    var leastViewers: Int
  }
}
