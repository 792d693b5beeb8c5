internal import Audience
import Glibc

extension MomentChooser {
  /// The evidence of each time bin that viewers react: a log-likelihood ratio in nats.
  ///
  /// With gaze alone it is the evidence that gaze coverage is higher than usual. It is 0 if there
  /// are too few viewers, or if selection uses a curve alone.
  func evidence(of summary: TimelineSummary) -> [Double] {
    if settings.evidence == .curve { return Array(repeating: 0, count: summary.bins.count) }
    let bins = summary.bins.map(disclosure.told)
    guard settings.evidence == .gaze else { return bins.map(\.evidence) }
    // Gaze may be concentrated for most of a video, so the lower quartile is the usual coverage.
    let usual = quantile(bins.compactMap(\.heldShare), 0.25)
    // If gaze is concentrated, assume that half of the usually uncovered gaze is covered.
    let drawn = (1 + usual) / 2
    guard usual > 0, drawn < 1 else { return Array(repeating: 0, count: bins.count) }
    let (held, lost) = (log(drawn / usual), log((1 - drawn) / (1 - usual)))
    return bins.map { bin in
      bin.held * held + (Double(bin.withGaze) - bin.held) * lost
    }
  }
}
