/// Where people looked during a moment's evidence in one shot, over a still of that shot.
package struct HeatMap: Sendable, Hashable {
  /// Cells across.
  package var columns: Int
  /// One of all, or one of those who reacted and one of those who did not.
  package var maps: [Map]
  /// Width of the picture divided by its height.
  package var aspect: Double
  /// A still of the source, relative to the page; `nil` where there is none.
  package var still: String?
  /// Play time of the still.
  package var time: Double
  /// The windows at that time, in shares of the picture: left, top, width, height.
  package var windows: [PictureShare]
  /// Seconds that were added up.
  package var seconds: Double
  /// Why those who reacted are not shown apart; `nil` where there is nothing to say.
  package var remark: String?

  /// Makes one.
  package init(
    columns: Int, maps: [Map], aspect: Double, still: String?, time: Double,
    windows: [PictureShare], seconds: Double, remark: String? = nil
  ) {
    self.columns = columns
    self.maps = maps
    self.aspect = aspect
    self.still = still
    self.time = time
    self.windows = windows
    self.seconds = seconds
    self.remark = remark
  }

  /// The looks of some people.
  package struct Map: Sendable, Hashable {
    /// Whose looks they are.
    package enum Who: Sendable {
      case everyone, reacting, others
    }

    /// Whose they are.
    package var who: Who
    /// Row by row, 0…1 of the densest cell.
    package var values: [Double]
    /// How many people at least.
    package var leastViewers: Int

    /// Makes one.
    package init(who: Who, values: [Double], leastViewers: Int) {
      self.who = who
      self.values = values
      self.leastViewers = leastViewers
    }
  }
}
