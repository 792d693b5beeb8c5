import Audience
package import EditDecisions
import Support

/// The time in a moment's core, in seconds, with the most gaze on one shown object; `nil` without
/// any.
///
/// Each time bin counts with half of its neighbours in the same shot, because a single bin of few
/// viewers is noisy. If bins are equal, the one nearest to the middle of the core wins. The first
/// bin after a cut is ignored, since its gaze is about the shot before. Bins within 0.5 s of a
/// dissolve are used only if there are no others. `moment` and `request` use the coordinates of the
/// whole frame.
package func posterTime(of moment: Moment, _ request: FramingRequest) -> Double? {
  let (cuts, coverage) = (SourceCuts(request), GazeCoverage(request))
  let search = GazeClusterSearch(timeline: request.timeline, axis: coverage.axis)
  let middle = (moment.coreStart + moment.coreEnd) / 2
  var best: (time: Double, weight: Double, isClear: Bool)?
  for shot in cuts.shots {
    let bins = request.timeline.bins(
      from: max(moment.coreStart, shot.start, cuts.settled(in: shot)),
      to: min(moment.coreEnd, shot.end))
    let weights = bins.map { bin in
      let time = TimeBins.middle(of: bin)
      let windows = moment.framing.shots.last { $0.start <= time }?.windows(at: time) ?? []
      let heaviest = search.clusters(inBins: bin..<bin + 1).first ?? []
      return heaviest.filter { coverage.isShown($0.place, in: windows) }.weight
    }
    for (index, bin) in bins.enumerated() {
      let before = index > 0 ? weights[index - 1] : 0
      let after = index + 1 < weights.count ? weights[index + 1] : 0
      let (time, weight) = (TimeBins.middle(of: bin), weights[index] + (before + after) / 2)
      let isClear = !request.dissolves.contains {
        $0.lowerBound < time + TimeBins.length && time - TimeBins.length < $0.upperBound
      }
      let isBetter = best.map { known in
        isClear != known.isClear
          ? isClear
          : (weight, -abs(time - middle)) > (known.weight, -abs(known.time - middle))
      }
      if weight > 0, isBetter ?? true { best = (time, weight, isClear) }
    }
  }
  return best.map { Rounding.time($0.time) }
}
