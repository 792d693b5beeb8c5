package import Audience
import EditDecisions
import Support

/// The segments among some whose gaze a stack or a wide crop holds, although one window does not.
///
/// Gaze must be as close together as in one window, so that scattered gaze does not count as wide:
/// a stack has two clusters, each in a crop of half the window's height, and a wide crop at each
/// time a strip that is as much lower as it is wider.
///
/// - Parameters:
///   - cores: time bins that one window does not hold.
///   - request: the audience and the picture; its seconds are not used.
/// - Returns: those with a layout that holds `FramingConstants.leastWide` of the gaze points.
package func wideSegments(
  in cores: [Range<Int>], _ request: FramingRequest
) -> [WideSegment] {
  let framer = MomentFramer(request)
  guard framer.grid.count > 1, framer.axis.isHorizontal else { return [] }
  return cores.compactMap { WideLayoutSearch(framer: framer, bins: $0).segment() }
}

/// Looks for the layout of one segment.
private struct WideLayoutSearch {
  let framer: MomentFramer
  let bins: Range<Int>

  /// The gaze points of each bin.
  private var looks: [[WeighedPoint]] {
    let search = GatheringSearch(timeline: framer.request.timeline, axis: framer.axis)
    return bins.clamped(to: framer.request.timeline.bins.indices).map(search.looks)
  }

  func segment() -> WideSegment? {
    let found = [
      framer.layouts.contains(.stack) ? stack() : nil,
      framer.layouts.contains(.fit) ? wideCrop() : nil,
    ].compactMap(\.self)
    return found.first { $0.held >= framer.constants.leastWide }
  }

  private func stack() -> WideSegment? {
    let planner = StackPlanner(
      timeline: framer.request.timeline, axis: framer.axis, settings: framer.request.settings)
    guard let panes = planner.panes(inBins: bins).first, panes.bins == bins, panes.isWatched
    else { return nil }
    let (width, height) = (framer.axis.windowShare, 0.5)
    let crops = [panes.things.top, panes.things.bottom].map { thing in
      PictureBox(
        x: min(1 - width, max(0, thing.center.x - width / 2)),
        y: min(1 - height, max(0, thing.center.y - height / 2)), width: width, height: height)
    }
    let all = looks.flatMap(\.self)
    let held = all.filter { look in crops.contains { $0.contains(look.point) } }
    return WideSegment(bins: bins, layout: "stack", held: held.weight / max(1e-9, all.weight))
  }

  private func wideCrop() -> WideSegment? {
    let looks = looks
    let all = looks.reduce(0) { $0 + $1.weight }
    var best = WideSegment(bins: bins, layout: "wide", held: 0)
    // Three of four things side by side fit a wider one.
    let width = framer.axis.wider.windowShare
    let height = framer.axis.windowShare / width
    for step in 0...Self.steps {
      let left = (1 - width) * Double(step) / Double(Self.steps)
      let inside = looks.map { $0.filter { (left...left + width).contains($0.point.x) } }
      let held = inside.indices.reduce(0.0) { sum, index in
        // The bins beside it place the strip, which chance would favour.
        let near = [index - 1, index + 1].filter(inside.indices.contains)
        let strip = Self.strip(of: near.flatMap { inside[$0] }, height)
        return sum + inside[index].filter { strip.contains($0.point.y) }.weight
      }
      best.held = max(best.held, held / max(1e-9, all))
    }
    return best
  }

  /// The strip of some height that holds most of the gaze points.
  private static func strip(of looks: [WeighedPoint], _ height: Double) -> ClosedRange<Double> {
    let looks = looks.sorted { $0.point.y < $1.point.y }
    var (first, held, most) = (0, 0.0, 0.0)
    var best = 0...height
    for look in looks {
      held += look.weight
      while look.point.y - looks[first].point.y > height {
        held -= looks[first].weight
        first += 1
      }
      guard held > most else { continue }
      most = held
      let middle = (looks[first].point.y + look.point.y) / 2
      best = middle - height / 2...middle + height / 2
    }
    return best
  }

  /// Places at which a wide crop is tried.
  private static let steps = 40
}
