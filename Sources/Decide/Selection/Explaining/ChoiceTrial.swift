import Audience

/// Runs selection on a changed audience, or with changed settings.
struct ChoiceTrial {
  var settings: SelectionSettings
  /// Rules of a person, which override the audience; `nil` if there are none.
  var overrides: (any ChoiceOverrides)?
  /// The segments that resampled audiences chose; `nil` without resampling.
  ///
  /// They are not recomputed for a changed audience.
  var resampled: ResampledChoices?

  func choice(of summary: TimelineSummary) -> Choice {
    let choice = MomentChooser(settings: settings).choose(from: summary)
    let repeated = resampled?.withConfidence(choice, settings) ?? choice
    return overrides?.applied(to: repeated, settings: settings, summary: summary) ?? repeated
  }
}

extension Choice {
  /// Whether a chosen core covers at least half of a window, in seconds.
  func covers(_ window: Range<Double>) -> Bool {
    candidates.contains { candidate in
      let start = max(candidate.coreStart, window.lowerBound)
      let end = min(candidate.coreEnd, window.upperBound)
      return (end - start) * 2 >= window.upperBound - window.lowerBound
    }
  }
}

/// The smallest number from 1 to `most` that works, by binary search; `nil` if `most` does not.
///
/// If `most` is larger than `steps`, the result is rounded up to one of `steps` values, so that the
/// cost of `explain` does not grow with the audience.
func smallestStep(
  upTo most: Int, of steps: Int = 128, _ works: (Int) throws -> Bool
) rethrows -> Int? {
  guard most > 0, try works(most) else { return nil }
  let step = (most - 1) / steps + 1
  var (fails, holds) = (0, (most - 1) / step + 1)
  while holds - fails > 1 {
    let middle = (fails + holds) / 2
    if try works(middle * step) { holds = middle } else { fails = middle }
  }
  return min(most, holds * step)
}
