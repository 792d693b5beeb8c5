package import Audience
internal import EditDecisions

extension EdgeFitter {
  /// Fits the edges of the chosen moments, then adds candidates for which room is left.
  ///
  /// Clips were placed with the minimum length before the cuts were known. Candidates that had no
  /// room then are tried again between the fitted clips, best first. Moments chosen before stay the
  /// same. Rejections for lack of room get an updated reason. `material` must cover `neededRanges`
  /// of `choice.possibleMoments`.
  package func fit(
    _ choice: Choice, to material: CutPoints, in summary: TimelineSummary
  ) -> Choice {
    let chooser = MomentChooser(settings: settings)
    let reacting = chooser.reactingShares(of: summary)
    let seen = chooser.seen(in: summary)
    var fitted = fit(choice, to: material, reacting: reacting, seen: seen)
    guard !choice.crowdedOut.isEmpty else { return fitted }
    var placing = ClipPlacement(
      settings: settings, duration: duration, isSeen: seen,
      others: choice.crowdedOut)
    var free = settings.count - choice.candidates.count
    for candidate in choice.crowdedOut {
      placing.placed = fitted.candidates
      guard let placed = placing.placed(candidate) else {
        fitted.tell(candidate, placing.noRoomReason(of: candidate))
        continue
      }
      guard free > 0 else {
        fitted.tell(
          candidate,
          "moments placed before it fill selection.count (\(settings.count))")
        continue
      }
      let further = fit(
        Choice(candidates: [placed], rejected: [], reason: nil), to: material, reacting: reacting,
        seen: seen, beside: fitted.candidates)
      fitted.candidates += further.candidates
      fitted.tell(candidate, further.rejected.first?.reason)
      free -= further.candidates.count
    }
    fitted.candidates = MomentChooser.best(fitted.candidates)
    fitted.crowdedOut = []
    if !fitted.candidates.isEmpty { fitted.reason = nil }
    return fitted
  }
}
