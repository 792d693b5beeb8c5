import Audience

/// The place at which most viewers look, and what a window loses that is not centred on it.
struct MainCluster {
  var middle: PicturePoint
  /// The share of gaze points that a window around the middle covers.
  var share: Double
  /// The detected object there, which should be shown as a whole.
  var box: PictureBox?
  /// The value that a window loses if it does not show the middle, as a share of the gaze points.
  var worth = 1.0

  /// The loss of each position by its distance from the middle (Huber loss).
  ///
  /// It is nearly `worth` at the distance at which the box is cut, or at half a window, and
  /// quadratic up to a quarter of that distance. A window at the edge of the frame loses nothing
  /// for a middle closer to the edge.
  func losses(over grid: PositionGrid, along axis: WindowAxis) -> [Double] {
    let half = grid.window / 2
    let center = axis.coordinate(of: box?.center ?? middle)
    let middle = min(1 - half, max(half, center))
    let room = max(1e-9, half - (box.map { axis.interval(of: $0).width } ?? 0) / 2)
    let knee = 0.25
    return (0..<grid.count).map { position in
      let away = min(1, abs(grid.edge(position) + half - middle) / room)
      return worth * (away < knee ? away * away / (2 * knee) : away - knee / 2)
    }
  }
}

extension GazeClusterSearch {
  /// The main cluster of some time bins; `nil` without a dense cluster.
  ///
  /// Mean shift (Comaniciu & Meer 2002) with the window as the kernel starts at the heaviest
  /// cluster. So two objects that fit into one window count as one cluster.
  func mainCluster(inBins bins: Range<Int>) -> MainCluster? {
    guard let heaviest = clusters(inBins: bins).first?.mean else { return nil }
    let points = bins.flatMap(points)
    let half = axis.windowShare / 2
    var cluster = MainCluster(middle: heaviest, share: 0)
    for _ in 0..<8 {
      let place = min(1 - half, max(half, axis.coordinate(of: cluster.middle)))
      let held = points.filter { abs(axis.coordinate(of: $0.place) - place) <= half }
      guard let middle = held.mean else { break }
      cluster = MainCluster(middle: middle, share: held.weight / max(1e-9, points.weight))
    }
    return cluster
  }
}
