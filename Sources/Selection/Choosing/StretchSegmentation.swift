/// What explains a stretch of the video.
enum StretchKind: Hashable, Sendable {
  case reaction, gathering, both
}

/// A stretch of bins with one explanation.
struct Stretch: Hashable, Sendable {
  var bins: Range<Int>
  var kind: StretchKind
  var evidence: Double
}

/// Divides the video into idle time and stretches of reaction, gathering, or both.
///
/// Weighted interval selection by exact dynamic programming over all windows up to the longest
/// core: the sum of the stretches' evidence, less a cost for each explanation used, is greatest.
/// A window in which people laugh and look elsewhere is best explained as a reaction alone, so
/// both sides are asked of the same seconds. Time grows with bins × longest core.
struct StretchSegmentation {
  let track: EvidenceTrack
  let asksFaces: Bool
  let asksGaze: Bool
  /// Reaction below which there is none, however little noise there is.
  let leastReaction: Double
  let cost: Double
  let least: Int
  let most: Int

  private struct Step {
    var value: Double
    var stretch: Stretch?
  }

  func stretches() -> [Stretch] {
    var steps = [Step(value: 0, stretch: nil)]
    steps.reserveCapacity(track.count + 1)
    for end in 1..<max(2, track.count + 1) where end <= track.count {
      var best = Step(value: steps[end - 1].value, stretch: nil)
      for start in max(0, end - most)..<max(0, end - least + 1) {
        guard let stretch = explanation(of: start..<end) else { continue }
        let value = steps[start].value + stretch.evidence
        // Rounded before compared: sums may differ in their last bits.
        if rounded(value) > rounded(best.value) { best = Step(value: value, stretch: stretch) }
      }
      steps.append(best)
    }
    return walkBack(steps)
  }

  /// The best explanation of a window; `nil` where idle time explains it as well.
  private func explanation(of bins: Range<Int>) -> Stretch? {
    let reacts = asksFaces && track.reaction(bins) >= leastReaction
    let reaction = reacts ? track.reactionEvidence(bins) - cost : 0
    let gathering = asksGaze ? track.gatheringEvidence(bins) - cost : 0
    if reaction > 0, gathering > 0 {
      return Stretch(bins: bins, kind: .both, evidence: reaction + gathering)
    }
    if reaction > 0 { return Stretch(bins: bins, kind: .reaction, evidence: reaction) }
    if gathering > 0 { return Stretch(bins: bins, kind: .gathering, evidence: gathering) }
    return nil
  }

  private func walkBack(_ steps: [Step]) -> [Stretch] {
    var found: [Stretch] = []
    var end = steps.count - 1
    while end > 0 {
      if let stretch = steps[end].stretch {
        found.append(stretch)
        end = stretch.bins.lowerBound
      } else {
        end -= 1
      }
    }
    return found.reversed()
  }

  private func rounded(_ value: Double) -> Double { (value * 1e6).rounded() }
}
