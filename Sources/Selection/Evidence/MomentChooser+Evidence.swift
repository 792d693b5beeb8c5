internal import Audience

extension MomentChooser {
  /// How far each half second stands out: the share that reacts, less what is usual in the video and
  /// `leastRise`; where gaze alone is asked, of the looks that a frame holds.
  ///
  /// Half of a video lies at or below what is usual of reactions, some seconds of rest beside it
  /// counted in, so that one with many laughs is no reason to ask more of each. Looks may be drawn
  /// for most of a video: there it is the lower quarter. 0 where too few tell, and where a curve
  /// alone is asked.
  func rises(of summary: TimelineSummary) -> [Double] {
    if settings.evidence == .curve { return Array(repeating: 0, count: summary.bins.count) }
    let isGaze = settings.evidence == .gaze
    let shares = summary.bins.map { bin in
      let told = disclosure.told(bin)
      return isGaze ? told.heldShare : told.reactingShare
    }
    let rest = Int(summary.fold.model.restSeconds / HalfSeconds.length)
    let usual =
      isGaze
      ? quantile(shares.compactMap(\.self), 0.25)
      : quantile(shares.compactMap(\.self) + Array(repeating: 0, count: rest), 0.5)
    return shares.map { share in share.map { $0 - usual - settings.leastRise } ?? 0 }
  }

  /// What the rises of a stretch have to add up to: `leastRise` for as long as a face must hold.
  func leastSum(_ summary: TimelineSummary) -> Double {
    settings.leastRise * summary.fold.model.heldSeconds / HalfSeconds.length
  }
}
