package import EditDecisions
import Support

/// What becomes of an earlier decision where a moment is decided anew.
package enum Standing: Hashable, Sendable {
  /// It stands: the seconds and the framing that it had, with the new figures.
  case stands(Moment)
  /// It is replaced: why, in figures.
  case replaced(String)
  /// It is about other seconds.
  case apart
}

/// Least overlap (intersection over union) of two windows that are the same moment.
private let leastOverlap = 0.9
/// Share of the looks that an earlier window may keep less than a new one.
private let mostLost = 0.01

/// Holds an earlier decision against a new one of the same source and settings.
///
/// Pure. A little more evidence moves edges and windows by what nobody would see; each such clip
/// would be rendered again under another name. Both framings are scored on the looks as they are
/// now.
///
/// - Parameters:
///   - earlier: what was decided.
///   - new: what would be decided now.
///   - request: what `new` was framed from, in the coordinates of the whole picture; its timeline
///     reaches over both.
/// - Returns: whether the earlier one stands.
package func standing(
  of earlier: Moment, against new: Moment, _ request: FramingRequest
) -> Standing {
  let shared = min(earlier.end, new.end) - max(earlier.start, new.start)
  guard shared > 0 else { return .apart }
  let overlap = shared / (max(earlier.end, new.end) - min(earlier.start, new.start))
  guard overlap >= leastOverlap - 1e-9 else {
    return .replaced(
      "\(Rounding.text(overlap, decimals: 2)) of their seconds are the same; "
        + "\(Rounding.text(leastOverlap, decimals: 2)) are asked for")
  }
  let framer = MomentFramer(request)
  let before = framer.gazeKept(by: earlier.framing.shots)
  let now = framer.gazeKept(by: new.framing.shots)
  if let before, let now, before < now - mostLost - 1e-9 {
    // How much either keeps is told elsewhere, as far as it may be.
    return .replaced("this keeps \(Rounding.text(now - before, decimals: 3)) more of the looks")
  }
  var kept = new
  kept.id = earlier.id
  (kept.start, kept.end) = (earlier.start, earlier.end)
  kept.coreStart = min(earlier.end, max(earlier.start, new.coreStart))
  kept.coreEnd = max(kept.coreStart, min(earlier.end, new.coreEnd))
  kept.framing.shots = earlier.framing.shots
  kept.framing.gazeKept = new.framing.gazeKept.map {
    Written.share(min(1, max(0, $0 + (before ?? 0) - (now ?? 0))))
  }
  kept.why.startReason = standingReason(earlier.why.startReason, new.why.startReason)
  kept.why.endReason = standingReason(earlier.why.endReason, new.why.endReason)
  kept.why.shortened = earlier.why.shortened
  return .stands(kept)
}

/// Why an edge lies where it does.
///
/// As was said of the earlier one, unless either tells of a wish that cannot be: that is for the
/// new decision to say.
private func standingReason(_ earlier: String?, _ new: String?) -> String? {
  let isRefusal = [earlier, new].contains { $0?.hasPrefix(Why.refusal) == true }
  return isRefusal ? new : earlier
}
