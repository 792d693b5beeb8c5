import Audience
import EditDecisions

extension MomentFramer {
  /// The shots, or one still window in their place where that keeps more of the looks.
  ///
  /// A path is planned on looks that are spread, and with room to spare: at their edges a still
  /// window may hold a few more. Where room counts for most looks, people watch one thing and want
  /// it whole, and beside a cut of the source a face is: there the path stands, which a window
  /// chosen by its edges would cut into.
  func noWorseThanStill(_ shots: [FramedShot]) -> [FramedShot] {
    let sources = sourceShots()
    guard grid.count > 1, sources.count == 1, sources[0].cuts.isEmpty,
      shots.allSatisfy(isLargestCrop), let kept = gazeKept(by: shots), let edge = bestStillEdge()
    else { return shots }
    let still = FramedShot(
      start: sources[0].start, end: sources[0].end, cut: .source,
      layout: .crop([axis.keyframe(at: sources[0].start, edge: edge)]))
    guard let share = gazeKept(by: [still]), share > kept + 1e-9 else { return shots }
    return [still]
  }

  private func isLargestCrop(_ shot: FramedShot) -> Bool {
    guard case .crop(let keyframes) = shot.layout else { return false }
    return keyframes.allSatisfy {
      $0.width == axis.windowWidth && $0.height == axis.windowHeight
    }
  }

  /// The near edge in pixels of the still window that holds most looks of the moment.
  ///
  /// - Returns: of equals the middle one; `nil` without gaze, and where room counts for most looks.
  private func bestStillEdge() -> Double? {
    let lag = request.timeline.eyeLag
    let looks = request.timeline.looks(
      inBins: request.timeline.bins(from: request.start - lag, to: request.end - lag),
      along: axis, later: lag)
    let all = looks.reduce(0) { $0 + $1.weight }
    let rooms = RoomyWindow(grid: grid, constants: constants).shares(of: looks)
    let room = zip(looks, rooms).reduce(0) { $0 + $1.0.weight * $1.1 }
    guard all > 0, room < all / 2 else { return nil }
    let pooled = Looks(time: 0, entries: Looks.thinned(looks.flatMap(\.entries)))
    let shares = (0..<grid.count).map { position in
      let low = grid.edge(position)
      return pooled.share(from: low - 1e-9, to: low + grid.window + 1e-9) ?? 0
    }
    let most = shares.max() ?? 0
    let best = shares.indices.filter { shares[$0] >= most - 1e-9 }
    return grid.edge(best[best.count / 2]) * axis.length
  }
}
