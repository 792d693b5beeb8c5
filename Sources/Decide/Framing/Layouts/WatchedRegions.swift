import Audience

/// The watched objects of a time bin (a title or a line of text), and its gaze points.
struct WatchedRegions {
  /// Their extents in shares of the axis.
  var ranges: [ClosedRange<Double>]
  /// The viewers' medians; empty without gaze.
  var points: [GazePoint]
  /// The uncertainty of the ends of each range.
  var edge: SoftEdge

  /// The probability that all ranges are shown, given the room around each.
  func shownProbability(_ room: (ClosedRange<Double>) -> Double) -> Double {
    ranges.map { edge.above(room($0)) }.min() ?? 1
  }
}

/// Finds the extents of watched objects, from the gaze of several seconds.
struct RegionSearch {
  let timeline: GazeTimeline
  let axis: WindowAxis
  let constants: FramingConstants

  func regions(inBins bins: Range<Int>) -> [WatchedRegions] {
    zip(bins, zip(things(inBins: bins), lines(inBins: bins))).map { bin, found in
      let points = timeline.points(inBin: bin)
      return WatchedRegions(
        ranges: [found.0, found.1].compactMap(\.self), points: points,
        edge: SoftEdge(deviation: constants.deviation(ofWeight: points.weight)))
    }
  }

  /// For each time bin the extent of the watched object (a whole title, or a moving object).
  ///
  /// It is the area of all clusters in some seconds of gaze that weigh nearly as much as the
  /// heaviest one, because the words of a title can be separate clusters.
  func things(inBins bins: Range<Int>) -> [ClosedRange<Double>?] {
    let search = GazeClusterSearch(timeline: timeline, axis: axis, isOfSingleSamples: true)
    return returned(to: bins, beside: TimeBins.count(for: constants.nearSeconds / 2)) { near in
      let boxes = search.clusters(inBins: near).compactMap { PictureBox(around: $0) }
      return boxes.first.map { axis.interval(of: $0.joined(with: boxes)) }
    }
  }

  /// For each time bin the extent of a line of text that viewers read in step.
  ///
  /// In each time bin three quarters of the gaze points are on a part of the line. Viewers return
  /// to its beginning again and again.
  func lines(inBins bins: Range<Int>) -> [ClosedRange<Double>?] {
    let found = bins.map { bin -> ClosedRange<Double>? in
      let points = timeline.points(inBin: bin)
      guard !points.isEmpty else { return nil }
      let range = axis.shortestRange(of: points, holding: 0.75)
      // A range wider than the window is not a part of a line.
      return range.width <= axis.windowShare ? range : nil
    }
    return returned(to: bins, beside: TimeBins.count(for: constants.nearSeconds)) { near in
      let ranges = near.compactMap { found[$0 - bins.lowerBound] }
      guard let low = ranges.map(\.lowerBound).min(), let high = ranges.map(\.upperBound).max()
      else { return nil }
      return low...high
    }
  }

  /// For each time bin the region to which viewers' eyes return, in shares of the axis.
  ///
  /// It is the overlap of the region in the `nearSeconds` before and the region in those after, if
  /// they overlap. The first and last bins use the nearest bin with enough neighbours. The widest
  /// region of `beside` bins on either side counts, because few gaze points give a region that is
  /// too narrow, and eyes may return later.
  private func returned(
    to bins: Range<Int>, beside: Int, region: (Range<Int>) -> ClosedRange<Double>?
  ) -> [ClosedRange<Double>?] {
    let reach = min(TimeBins.count(for: constants.nearSeconds), max(0, bins.count - 1) / 2)
    let firsts = bins.lowerBound..<max(bins.lowerBound, bins.upperBound - reach)
    let regions = firsts.map { region($0..<$0 + reach + 1) }
    let returned = bins.indices.map { bin -> ClosedRange<Double>? in
      let index = max(reach, min(bin - bins.lowerBound, regions.count - 1))
      guard let before = regions[index - reach], let after = regions[index],
        before.overlaps(after)
      else { return nil }
      return before.clamped(to: after)
    }
    return returned.indices.map { index in
      returned[(index - beside..<index + beside + 1).clamped(to: returned.indices)]
        .compactMap { $0 }.max { $0.width < $1.width }
    }
  }
}
