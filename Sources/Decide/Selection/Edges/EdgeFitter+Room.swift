package import Audience
internal import EditDecisions

extension EdgeFitter {
  /// Fits the edges of what was chosen, and chooses what that leaves room for.
  ///
  /// Before the cuts were known each clip took the least length, whatever its scene lasts. Those
  /// that had no room beside better ones are placed in what the fitted clips leave, the best first,
  /// each fitted before the next is placed; the clips that were chosen before stay as they are.
  ///
  /// - Parameters:
  ///   - choice: what was chosen.
  ///   - material: what was found in `neededRanges` of all that may be shown.
  ///   - summary: the audience.
  /// - Returns: what is shown, with edges; refusals for want of room tell what the clips leave.
  package func fit(
    _ choice: Choice, to material: EdgeMaterial, in summary: TimelineSummary
  ) -> Choice {
    let chooser = MomentChooser(settings: settings)
    let reacting = chooser.reactingShares(of: summary)
    let seen = chooser.seen(in: summary)
    var fitted = fit(choice, to: material, reacting: reacting, seen: seen)
    guard !choice.crowdedOut.isEmpty else { return fitted }
    var placing = WindowPlacing(
      settings: settings, duration: duration, isSeen: seen,
      others: choice.crowdedOut)
    var free = settings.count - choice.candidates.count
    for candidate in choice.crowdedOut {
      placing.placed = fitted.candidates
      guard let placed = placing.placed(candidate) else {
        fitted.tell(candidate, placing.crowding(of: candidate))
        continue
      }
      guard free > 0 else {
        fitted.tell(
          candidate,
          "moments that had room before it fill the \(settings.count) of selection.count")
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
