import Audience

/// A weighted point that the window should show: a viewer's gaze point, or a detected box's middle.
struct GazePoint {
  /// In picture coordinates; it may be outside the frame.
  var place: PicturePoint
  var weight: Double
}

/// The gaze points of one time bin, or the detections of one instant.
struct TimedPoints {
  /// Play time in seconds; the middle of a time bin.
  var time: Double
  var points: [GazePoint]
}

extension [GazePoint] {
  var weight: Double { reduce(0) { $0 + $1.weight } }

  /// The weighted mean, limited to the frame; `nil` without weight.
  var mean: PicturePoint? {
    guard weight > 0 else { return nil }
    return PicturePoint(
      x: mean { Swift.min(1, Swift.max(0, $0.x)) }, y: mean { Swift.min(1, Swift.max(0, $0.y)) })
  }

  /// The weighted mean of a value of each point; there must be some weight.
  func mean(of value: (PicturePoint) -> Double) -> Double {
    reduce(0) { $0 + $1.weight * value($1.place) } / weight
  }
}

extension GazeTimeline {
  /// The indices of the time bins with their middle in [start, end), in seconds.
  func bins(from start: Double, to end: Double) -> Range<Int> {
    TimeBins.centered(from: start, to: end, count: bins.count)
  }

  /// One gaze point per viewer: the median of the time bin, or a single sample.
  func points(inBin bin: Int, isOfSingleSamples: Bool = false) -> [GazePoint] {
    bins[bin].compactMap { row in
      guard row.weight > 0, let place = isOfSingleSamples ? row.look : row.position
      else { return nil }
      return GazePoint(place: place, weight: row.weight)
    }
  }

  /// The viewers' medians in each time bin of a range; bins without gaze are left out.
  func points(inBins range: Range<Int>) -> [TimedPoints] {
    range.compactMap { bin in
      let points = points(inBin: bin)
      return points.isEmpty ? nil : TimedPoints(time: TimeBins.middle(of: bin), points: points)
    }
  }
}

extension WindowAxis {
  /// Position of a gaze point along the axis, 0…1; a point outside the frame counts as on its edge.
  func position(of point: GazePoint) -> Double {
    min(1, max(0, isHorizontal ? point.place.x : point.place.y))
  }

  /// The weighted share of gaze points in a range of the axis; 0 without gaze.
  func share(of points: [GazePoint], in range: ClosedRange<Double>) -> Double {
    let all = points.weight
    guard all > 0 else { return 0 }
    return points.reduce(0) { range.contains(position(of: $1)) ? $0 + $1.weight : $0 } / all
  }

  /// The largest weighted share of gaze points that one window can cover; 0 without gaze.
  func bestShare(of points: [GazePoint]) -> Double {
    let sorted = sorted(points)
    var (first, held, best) = (0, 0.0, 0.0)
    for point in sorted {
      held += point.weight
      while point.position - sorted[first].position > windowShare + 1e-9 {
        held -= sorted[first].weight
        first += 1
      }
      best = max(best, held)
    }
    let all = points.weight
    return all > 0 ? best / all : 0
  }

  /// The shortest range of the axis that contains `share` of the gaze points; 0…0 without gaze.
  func shortestRange(of points: [GazePoint], holding share: Double) -> ClosedRange<Double> {
    let sorted = sorted(points)
    let least = share * points.weight - 1e-9
    var (first, held) = (0, 0.0)
    var best: ClosedRange<Double>?
    for point in sorted {
      held += point.weight
      while held - sorted[first].weight >= least, sorted[first].position < point.position {
        held -= sorted[first].weight
        first += 1
      }
      let width = point.position - sorted[first].position
      if held >= least, width < best?.width ?? .infinity {
        best = sorted[first].position...point.position
      }
    }
    return best ?? 0...0
  }

  private func sorted(_ points: [GazePoint]) -> [(position: Double, weight: Double)] {
    points.map { (position(of: $0), $0.weight) }.sorted { $0.position < $1.position }
  }
}

extension ClosedRange<Double> {
  var width: Double { upperBound - lowerBound }
}
