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
  /// What a stretch costs more that begins within `near` bins of the end of another: a reaction
  /// that swells and looks that come and go are one stretch, not two.
  let changeCost: Double
  let near: Int
  let least: Int
  let most: Int

  /// The best divisions up to a bin.
  private struct Step {
    /// With idle time before it for `near` bins and more, or from the beginning.
    var rested = 0.0
    /// With a stretch that ends here.
    var ended = -Double.infinity
    var stretch: Stretch?
    /// Where the stretch before that one ends, if it is near.
    var previous: Int?
    /// The best value that a stretch can begin with here, and where a near one ends that it
    /// follows.
    var before = (value: 0.0, previous: Int?.none)
  }

  func stretches() -> [Stretch] {
    var steps = [Step()]
    steps.reserveCapacity(track.count + 1)
    for end in 1..<max(2, track.count + 1) where end <= track.count {
      var step = Step(rested: steps[end - 1].rested)
      if end >= near { step.rested = max(step.rested, steps[end - near].ended) }
      for start in max(0, end - most)..<max(0, end - least + 1) {
        guard let stretch = explanation(of: start..<end) else { continue }
        let (value, previous) = steps[start].before
        // Rounded before compared: sums may differ in their last bits. What is no more is no more
        // when it is rounded.
        guard value + stretch.evidence > step.ended else { continue }
        if rounded(value + stretch.evidence) > rounded(step.ended) {
          (step.ended, step.stretch, step.previous) = (
            value + stretch.evidence, stretch, previous
          )
        }
      }
      steps.append(step)
      steps[end].before = best(before: end, steps)
    }
    return walkBack(steps)
  }

  private func best(before start: Int, _ steps: [Step]) -> (value: Double, previous: Int?) {
    var best = (value: steps[start].rested, previous: Int?.none)
    for end in stride(from: start, to: max(-1, start - near), by: -1) {
      let value = steps[end].ended - changeCost
      if value > best.value, rounded(value) > rounded(best.value) { best = (value, end) }
    }
    return best
  }

  /// The best explanation of a window; `nil` where idle time explains it as well.
  private func explanation(of bins: Range<Int>) -> Stretch? {
    let reacts = asksFaces && track.reacting(bins) >= leastReaction
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
    // The last stretch may end within the last bins, which nothing has to follow.
    for last in max(0, end - near + 1)...end
    where rounded(steps[last].ended) > rounded(max(steps[end].rested, steps[end].ended)) {
      end = last
    }
    var isNear = rounded(steps[end].ended) > rounded(steps[end].rested)
    while end > 0 {
      if isNear, let stretch = steps[end].stretch {
        found.append(stretch)
        isNear = steps[end].previous != nil
        end = steps[end].previous ?? stretch.bins.lowerBound
      } else if end >= near, steps[end].rested == steps[end - near].ended {
        end -= near
        isNear = true
      } else {
        end -= 1
      }
    }
    return found.reversed()
  }
}

/// A value to six places, for comparing.
private func rounded(_ value: Double) -> Double { (value * 1e6).rounded() }
