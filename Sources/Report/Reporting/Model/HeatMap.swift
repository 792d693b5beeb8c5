/// Where people looked during a moment's evidence in one shot, over a still of that shot.
struct HeatMap: Sendable, Hashable {
  /// Cells across.
  var columns: Int
  /// One of all, or one of those who reacted and one of those who did not.
  var maps: [Map]
  /// Width of the picture divided by its height.
  var aspect = 1.0
  /// A still of the source, relative to the page; `nil` where there is none.
  var still: String?
  var time = 0.0
  /// The windows at that time, in shares of the picture: left, top, width, height.
  var windows: [NormalizedRectangle] = []
  /// Seconds that were added up.
  var seconds: Double
  /// Why those who reacted are not shown apart; `nil` where there is nothing to say.
  var remark: String?

  /// The looks of some people.
  struct Map: Sendable, Hashable {
    enum Who: Sendable {
      case everyone, reacting, others
    }

    var who: Who
    /// Row by row, 0…1 of the densest cell.
    var values: [Double]
    /// How many people at least.
    var leastViewers: Int
  }
}
