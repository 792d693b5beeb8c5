import Audience
import Foundation
import Media
import Selection

extension PageAudienceFigures {
  /// Number of cells of a heat map horizontally.
  private static let columns = 64
  /// Standard deviation of a gaze point's spread, as a share of the frame height.
  private static let spread = 0.045

  /// The time bins of a range that do not overlap another shot.
  ///
  /// Aggregation already subtracted the reaction delay of the eyes, so gaze is at the place of the
  /// object at that time.
  func stretch(_ shot: ClosedRange<Double>) -> Range<Int> {
    let first = (shot.lowerBound / TimeBins.length).rounded(.up) * TimeBins.length
    let inside = range(first, shot.upperBound)
    return inside.lowerBound..<max(inside.lowerBound, inside.upperBound - 1)
  }

  /// Heat maps of the viewers who reacted and of the others, otherwise one of the densest clusters.
  ///
  /// Either both groups are shown or neither: the gaze of all viewers and of one group would reveal
  /// the other. `stretch` contains time bins of one shot. `isKnown` is false if samples were
  /// erased, so that nobody knows which viewers reacted. The result is `nil` for too few viewers.
  func heat(in stretch: Range<Int>, _ sides: GazeByReaction?, isKnown: Bool) -> HeatMap? {
    guard isShown, !stretch.isEmpty else { return nil }
    if let maps = sides.flatMap(mapsByReaction) {
      return HeatMap(
        columns: Self.columns, maps: maps, seconds: Double(stretch.count) * TimeBins.length)
    }
    var places: [PicturePoint] = []
    var (bins, fewest) = (0, Int.max)
    for bin in summary.bins[stretch] where disclosure.mayPublish(bin.withGaze) {
      let looks = GazeClusterMap(bin, of: summary)
      places += zip(looks.places, looks.isGathered).filter(\.1).map(\.0)
      bins += 1
      fewest = min(fewest, bin.withGaze)
    }
    guard let values = density(of: places), let least = disclosure.atLeast(fewest) else {
      return nil
    }
    return HeatMap(
      columns: Self.columns, maps: [.init(who: .everyone, values: values, leastViewers: least)],
      seconds: Double(bins) * TimeBins.length,
      remark: summary.bins[stretch].contains { $0.withFace > 0 } ? why(isKnown) : nil)
  }

  private func mapsByReaction(_ sides: GazeByReaction) -> [HeatMap.Map]? {
    let both: [(HeatMap.Map.Who, GazeByReaction.ViewerGroup)] = [
      (.reacting, sides.reacting), (.others, sides.others),
    ]
    guard both.allSatisfy({ disclosure.mayPublish($0.1.viewers) }) else { return nil }
    let maps = both.compactMap { who, side -> HeatMap.Map? in
      guard let values = density(of: side.places), let least = disclosure.atLeast(side.viewers)
      else { return nil }
      return HeatMap.Map(who: who, values: values, leastViewers: least)
    }
    return maps.count == both.count ? maps : nil
  }

  private func why(_ isKnown: Bool) -> String {
    isKnown
      ? "Viewers who reacted are not shown separately: one of the two groups has "
        + "\(disclosure.few) viewers."
      : "Viewers who reacted cannot be shown separately any more: samples were erased "
        + "(library.keepSamples)."
  }

  /// The density of points, row by row, as a share (0…1) of the densest cell; `nil` if none is
  /// inside.
  private func density(of places: [PicturePoint]) -> [Double]? {
    let rows = max(1, Int(bounding: Double(Self.columns) / max(0.1, summary.aspect)))
    var values = [Double](repeating: 0, count: Self.columns * rows)
    for place in places {
      let across = Self.gaussianWeights(
        Self.columns, at: place.x, deviation: Self.spread / summary.aspect)
      let down = Self.gaussianWeights(rows, at: place.y, deviation: Self.spread)
      let near = across.indices.filter { across[$0] > 1e-4 }
      for row in 0..<rows where down[row] > 1e-4 {
        for column in near { values[row * Self.columns + column] += down[row] * across[column] }
      }
    }
    let most = values.max() ?? 0
    return most > 0 ? values.map { $0 / most } : nil
  }

  private static func gaussianWeights(_ count: Int, at place: Double, deviation: Double) -> [Double]
  {
    (0..<count).map { index in
      let away = ((Double(index) + 0.5) / Double(count) - place) / deviation
      return exp(-away * away / 2)
    }
  }
}
