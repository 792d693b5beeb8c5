package import EditDecisions
import Support

/// The result of comparing an earlier decision with a new one.
package enum DecisionComparison: Hashable, Sendable {
  /// The earlier seconds and framing are kept, with new figures.
  case unchanged(Moment)
  /// The earlier decision is replaced; contains the reason.
  case replaced(String)
  /// The two decisions do not overlap.
  case apart
}

/// Minimum overlap (intersection over union) of two ranges that count as the same moment.
private let leastOverlap = 0.9
/// Maximum gaze coverage, as a share, that an earlier framing may lose against a new one.
private let mostLost = 0.01

/// Decides whether an earlier decision is kept instead of a new one for the same source.
///
/// Slightly more data moves edges and windows by invisible amounts, but the clip would be rendered
/// again under another name. So small changes are ignored. Both framings are scored on the current
/// gaze points. `request` is of the whole frame, and its timeline covers both decisions.
package func comparison(
  of earlier: Moment, with new: Moment, _ request: FramingRequest
) -> DecisionComparison {
  let shared = earlier.sharedSeconds(with: new)
  guard shared > 0 else { return .apart }
  let overlap = shared / (max(earlier.end, new.end) - min(earlier.start, new.start))
  guard overlap >= leastOverlap - 1e-9 else {
    return .replaced(
      "\(Rounding.text(overlap, decimals: 2)) of their seconds are the same "
        + "(needed \(Rounding.text(leastOverlap, decimals: 2)))")
  }
  let coverage = GazeCoverage(request)
  let before = coverage.share(of: earlier.framing.shots)
  let now = coverage.share(of: new.framing.shots)
  if let before, let now, before < now - mostLost - 1e-9 {
    // Absolute coverage is reported elsewhere, if it may be published.
    return .replaced(
      "this keeps \(Rounding.text(now - before, decimals: 3)) more of the gaze points")
  }
  var kept = new
  kept.id = earlier.id
  (kept.start, kept.end) = (earlier.start, earlier.end)
  kept.coreStart = min(earlier.end, max(earlier.start, new.coreStart))
  kept.coreEnd = max(kept.coreStart, min(earlier.end, new.coreEnd))
  kept.framing.shots = earlier.framing.shots
  kept.framing.gazeKept = new.framing.gazeKept.map {
    Rounding.share(min(1, max(0, $0 + (before ?? 0) - (now ?? 0))))
  }
  kept.why.startReason = reason(earlier.why.startReason, new.why.startReason)
  kept.why.endReason = reason(earlier.why.endReason, new.why.endReason)
  kept.why.shortened = earlier.why.shortened
  return .unchanged(kept)
}

/// The earlier reason; the new one if either is about a wish that cannot be fulfilled.
private func reason(_ earlier: String?, _ new: String?) -> String? {
  let isRefusal = [earlier, new].contains { $0?.hasPrefix(MomentReasons.refusal) == true }
  return isRefusal ? new : earlier
}
