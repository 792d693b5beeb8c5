internal import Audience
import Glibc

extension MomentChooser {
  /// The log likelihood of each half second that people react; where gaze alone is asked, that a
  /// frame holds more of the looks than it usually does.
  ///
  /// None where too few tell, and where a curve alone is asked.
  func evidence(of summary: TimelineSummary) -> [Double] {
    if settings.evidence == .curve { return Array(repeating: 0, count: summary.bins.count) }
    let bins = summary.bins.map(disclosure.told)
    guard settings.evidence == .gaze else { return bins.map(\.evidence) }
    // Looks may be drawn for most of a video: what is usual is its lower quarter.
    let usual = quantile(bins.compactMap(\.heldShare), 0.25)
    // Half of what is usually lost is held where looks are drawn to one thing.
    let drawn = (1 + usual) / 2
    guard usual > 0, drawn < 1 else { return Array(repeating: 0, count: bins.count) }
    let (held, lost) = (log(drawn / usual), log((1 - drawn) / (1 - usual)))
    return bins.map { bin in
      bin.held * held + (Double(bin.withGaze) - bin.held) * lost
    }
  }
}
