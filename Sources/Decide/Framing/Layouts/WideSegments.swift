package import Audience
import EditDecisions
import Support

/// Finds segments whose gaze a split screen or a wide crop covers, although one window does not.
///
/// A layout must cover at least `FramingConstants.leastWide` of the gaze points. To exclude
/// scattered gaze, they must be as concentrated as in one window. A split screen needs two
/// clusters, each in a crop of half the window's height. A wide crop needs, at each time, a strip
/// that is lower by the same factor by which it is wider. The seconds of `request` are not used.
package func wideSegments(in cores: [Range<Int>], _ request: FramingRequest) -> [WideSegment] {
  let axis = WindowAxis(request)
  guard axis.canMove, axis.isHorizontal else { return [] }
  return cores.compactMap { WideLayoutSearch(request: request, axis: axis, bins: $0).segment() }
}

private struct WideLayoutSearch {
  let request: FramingRequest
  let axis: WindowAxis
  let bins: Range<Int>

  /// Single gaze points of each time bin, as for the coverage of one window.
  ///
  /// The median of a viewer whose gaze is scattered over the frame is near the middle.
  private var points: [[GazePoint]] {
    bins.clamped(to: request.timeline.bins.indices).map {
      request.timeline.points(inBin: $0, isOfSingleSamples: true)
    }
  }

  func segment() -> WideSegment? {
    let layouts = request.settings.layouts
    let found = [
      layouts.contains(.stack) ? stack() : nil, layouts.contains(.fit) ? wideCrop() : nil,
    ]
    return found.compactMap(\.self).first { $0.held >= request.settings.constants.leastWide }
  }

  private func stack() -> WideSegment? {
    let planner = StackPlanner(timeline: request.timeline, axis: axis, settings: request.settings)
    guard let panes = planner.panes(inBins: bins).first, panes.bins == bins,
      !panes.worths.contains(-LayoutSearch.never)
    else { return nil }
    let (width, height) = (axis.windowShare, 0.5)
    let crops = [panes.things.top, panes.things.bottom].map { thing in
      PictureBox(
        x: min(1 - width, max(0, thing.center.x - width / 2)),
        y: min(1 - height, max(0, thing.center.y - height / 2)), width: width, height: height)
    }
    let all = points.flatMap(\.self)
    let held = all.filter { point in crops.contains { $0.contains(point.place) } }
    return WideSegment(bins: bins, layout: "stack", held: held.weight / max(1e-9, all.weight))
  }

  private func wideCrop() -> WideSegment? {
    let points = points
    let all = points.reduce(0) { $0 + $1.weight }
    var best = WideSegment(bins: bins, layout: "wide", held: 0)
    // The narrower of the two wide crops: three of four objects side by side would fit the wider.
    let width = axis.wider.windowShare
    let height = axis.windowShare / width
    let steps = 40
    for step in 0...steps {
      let left = (1 - width) * Double(step) / Double(steps)
      let inside = points.map { $0.filter { (left...left + width).contains($0.place.x) } }
      let held = inside.indices.reduce(0.0) { sum, index in
        // Place the strip by the neighbouring bins: its own gaze points would favour chance.
        let near = [index - 1, index + 1].filter(inside.indices.contains)
        let strip = Self.strip(of: near.flatMap { inside[$0] }, height)
        return sum + inside[index].filter { strip.contains($0.place.y) }.weight
      }
      best.held = max(best.held, held / max(1e-9, all))
    }
    return best
  }

  /// The strip of a given height that contains the most gaze points.
  private static func strip(of points: [GazePoint], _ height: Double) -> ClosedRange<Double> {
    let points = points.sorted { $0.place.y < $1.place.y }
    var (first, held, most) = (0, 0.0, 0.0)
    var best = 0...height
    for point in points {
      held += point.weight
      while point.place.y - points[first].place.y > height {
        held -= points[first].weight
        first += 1
      }
      guard held > most else { continue }
      most = held
      let middle = (points[first].place.y + point.place.y) / 2
      best = middle - height / 2...middle + height / 2
    }
    return best
  }
}
