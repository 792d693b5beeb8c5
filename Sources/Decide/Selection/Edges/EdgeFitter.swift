package import Audience
import EditDecisions

/// Moves the edges of candidates to places where an editor would cut: a cut, subtitle or pause.
///
/// A clip stays in the shots that its core touches. If they are shorter than the minimum length,
/// the clip adds neighbouring shots in which viewers react, each as a whole. If there are none, the
/// clip is shorter, but contains the core, and records the reason. A clip is not extended by
/// filler: seconds in which too few viewers react and no 9:16 window covers enough of the gaze.
///
/// Each edge then moves to a cut, a subtitle or a pause (`CutPoints.edge`), never into the core.
/// The clip stays at least 5 s long. The reason of an edge is derived from its final time.
package struct EdgeFitter: Sendable {
  /// Seconds around the possible range of a clip in which cuts and pauses are needed.
  private static let margin = CutPoints.farReach
  /// Seconds around a fixed range in which framing needs the cuts: one time bin of gaze, and one
  /// more after a cut, in which gaze does not count.
  private static let framingMargin = 1.0

  let settings: SelectionSettings
  let duration: Double

  package init(settings: SelectionSettings, duration: Double) {
    self.settings = settings
    self.duration = milliseconds(duration)
  }

  /// The ranges of the source, in seconds, in which cuts and pauses must be detected.
  ///
  /// Overlapping ranges are merged.
  package func neededRanges(for candidates: [Candidate]) -> [Range<Double>] {
    merged(
      candidates.map {
        Self.neededSeconds(of: $0, least: $0.leastLength(settings, inVideoOf: duration))
      })
  }

  /// The ranges of the source, in seconds, in which cuts around fixed ranges must be detected.
  package func neededRanges(around windows: [Range<Double>]) -> [Range<Double>] {
    merged(windows.map { $0.lowerBound - Self.framingMargin..<$0.upperBound + Self.framingMargin })
  }

  private func merged(_ ranges: [Range<Double>]) -> [Range<Double>] {
    var merged: [Range<Double>] = []
    let inside = ranges.map { range in
      let start = milliseconds(max(0, range.lowerBound))
      return start..<max(start, milliseconds(min(duration, range.upperBound)))
    }
    for range in inside.sorted(by: { $0.lowerBound < $1.lowerBound }) where !range.isEmpty {
      if let last = merged.last, range.lowerBound <= last.upperBound {
        merged[merged.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
      } else {
        merged.append(range)
      }
    }
    return merged
  }

  /// The range that a clip may show plus a margin: if a cut limits one edge, the other may move
  /// more.
  package static func neededSeconds(of candidate: Candidate, least: Double) -> Range<Double> {
    let start = min(candidate.start, candidate.coreEnd - least) - margin
    return start..<max(start, candidate.end + margin, candidate.coreStart + least + margin)
  }

  /// Fits the edges of the chosen moments, then adds candidates for which room is left.
  ///
  /// Candidates that had no room before the cuts were known are tried again between the fitted
  /// clips, best first. Rejections for lack of room get an updated reason. `material` must cover
  /// `neededRanges` of `choice.possibleMoments`.
  package func fit(_ choice: Choice, to material: CutPoints, in summary: TimelineSummary) -> Choice
  {
    let chooser = MomentChooser(settings: settings)
    let reacting = chooser.reactingShares(of: summary)
    let hasCoverage = chooser.hasCoverage(in: summary)
    var fitted = fit(choice, to: material, reacting: reacting, hasCoverage: hasCoverage)
    guard !choice.crowdedOut.isEmpty else { return fitted }
    var placing = ClipPlacement(
      settings: settings, duration: duration, isSeen: hasCoverage, others: choice.crowdedOut)
    var free = settings.count - choice.candidates.count
    for candidate in choice.crowdedOut {
      placing.placed = fitted.candidates
      guard let placed = placing.placed(candidate) else {
        fitted.replaceReason(candidate, placing.noRoomReason(of: candidate))
        continue
      }
      guard free > 0 else {
        fitted.replaceReason(
          candidate, "moments placed before it fill selection.count (\(settings.count))")
        continue
      }
      let further = fit(
        Choice(candidates: [placed], rejected: [], reason: nil), to: material, reacting: reacting,
        hasCoverage: hasCoverage, beside: fitted.candidates)
      fitted.candidates += further.candidates
      fitted.replaceReason(candidate, further.rejected.first?.reason)
      free -= further.candidates.count
    }
    fitted.candidates = MomentChooser.best(fitted.candidates)
    fitted.crowdedOut = []
    if !fitted.candidates.isEmpty { fitted.reason = nil }
    return fitted
  }

  /// Fits the edges of the chosen moments, and rejects moments in too short a scene.
  ///
  /// `reacting` has the reaction rate per time bin, `hasCoverage` whether gaze coverage is high
  /// enough (`true` if missing). Edges of `fixed` moments do not move.
  func fit(
    _ choice: Choice, to material: CutPoints, reacting: [Double], hasCoverage: [Bool] = [],
    beside fixed: [Candidate] = []
  ) -> Choice {
    var fitted = choice
    var left = choice.candidates
    var refused: [RejectedSegment] = []
    while true {
      fitted.candidates = fit(
        left, to: material, reacting: reacting, hasCoverage: hasCoverage, beside: fixed)
      let lengths = fitted.candidates.map { milliseconds($0.end - $0.start) }
      let least = left.map { $0.minimumSceneLength(settings) }
      guard let short = left.indices.first(where: { lengths[$0] < least[$0] }) else { break }
      // Fit again without the rejected moment: the others may use its seconds.
      let texts = distinguishableNumbers(lengths[short], least[short], places: 1)
      let reason =
        "too short: its scene lasts \(texts[0]) s between dissolves (\(texts[1]) needed)"
      refused.append(RejectedSegment(of: left.remove(at: short), reason))
      if left.isEmpty { fitted.reason = choice.reason ?? refused.first?.reason }
    }
    fitted.rejected = refused + choice.rejected
    return fitted
  }

  /// Fits the edges of each candidate between the others; earlier ones use free seconds first.
  ///
  /// Fitting runs twice: if a cut shortens one clip, its neighbour can then use the seconds.
  func fit(
    _ candidates: [Candidate], to material: CutPoints, reacting: [Double] = [],
    hasCoverage: [Bool] = [], beside fixed: [Candidate] = []
  ) -> [Candidate] {
    let clip = ClipFitter(
      settings: settings, duration: duration, material, reacting: reacting, hasCoverage: hasCoverage
    )
    var fitted = candidates
    for _ in 0..<2 {
      for (index, candidate) in candidates.enumerated() {
        var others = fitted
        let own = others.remove(at: index)
        fitted[index] = clip.fit(candidate, between: boundaries(of: own, others + fixed))
      }
    }
    return fitted
  }

  /// The nearest walls before and after a candidate.
  private func boundaries(
    of candidate: Candidate, _ others: [Candidate]
  ) -> (before: ClipFitter.EdgeBoundary, after: ClipFitter.EdgeBoundary) {
    let reason = "next to another moment"
    let before = others.filter { $0.end <= candidate.start }.max { $0.end < $1.end }
    let after = others.filter { $0.start >= candidate.end }.min { $0.start < $1.start }
    return (
      before.map { ($0.start, $0.end, reason) } ?? (0, 0, "the start of the video"),
      after.map { ($0.start, $0.end, reason) } ?? (duration, duration, "the end of the video")
    )
  }
}
