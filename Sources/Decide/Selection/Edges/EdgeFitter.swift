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
  /// Seconds by which an edge may move to a cut, a subtitle or a pause.
  static let reach = 1.0
  /// Seconds by which an edge may move to a pause if none is within `reach`.
  static let farReach = 4.0
  /// Shortest clip in seconds; a clip can be shorter only if its shots are.
  static let shortest = 5.0
  /// Seconds around the possible range of a clip in which cuts and pauses are needed.
  private static let margin = farReach
  /// Seconds around a fixed range in which framing needs the cuts.
  ///
  /// They are one time bin of gaze, and one more after a cut, in which gaze does not count.
  private static let framingMargin = 1.0

  let settings: SelectionSettings
  let duration: Double

  package init(settings: SelectionSettings, duration: Double) {
    self.settings = settings
    self.duration = milliseconds(duration)
  }

  /// The ranges of the source, in seconds, in which cuts and pauses must be detected.
  ///
  /// Each candidate needs the range that its clip may show, with a margin. Overlapping ranges are
  /// merged.
  package func neededRanges(for candidates: [Candidate]) -> [Range<Double>] {
    merged(candidates.map { Self.neededSeconds(of: $0, least: leastClipLength(of: $0)) })
  }

  /// The ranges of the source, in seconds, in which cuts around fixed ranges must be detected.
  ///
  /// They include a margin; overlapping ranges are merged.
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

  /// The range that a clip may show plus a margin, in seconds.
  ///
  /// If a cut limits one edge, the other edge may move further.
  package static func neededSeconds(of candidate: Candidate, least: Double) -> Range<Double> {
    let start = min(candidate.start, candidate.coreEnd - least) - margin
    return start..<max(start, candidate.end + margin, candidate.coreStart + least + margin)
  }

  private func leastClipLength(of candidate: Candidate) -> Double {
    let least = settings.minimumLength(forDuration: duration)
    return milliseconds(min(least, candidate.end - candidate.start))
  }

  /// Minimum seconds of a scene that a moment needs.
  ///
  /// That is the shortest core minus one time bin at each end, which may belong to another shot.
  private func minimumSceneLength(of candidate: Candidate) -> Double {
    // The last core can be shorter than others if the video ends inside a time bin.
    milliseconds(min(settings.minimumCore, candidate.core.length) - 2 * TimeBins.length)
  }

  /// The part of a core from the first to the last time bin in which enough viewers react.
  private func reactingRange(of candidate: Candidate, _ reacting: [Double]) -> ClosedRange<Double> {
    let core = candidate.core
    let bins = TimeBins.centered(
      from: core.lowerBound, to: core.upperBound, count: reacting.count
    ).filter { reacting[$0] >= settings.leastReaction }
    guard let first = bins.first, let last = bins.last else { return core }
    let start = max(core.lowerBound, TimeBins.start(of: first))
    return start...max(start, min(core.upperBound, TimeBins.start(of: last + 1)))
  }

  /// The reacting range without its end, if the reaction there only fades after a cut.
  private func rangeBeforeDecay(
    of candidate: Candidate, _ material: CutPoints, _ reacting: [Double]
  ) -> ClosedRange<Double> {
    let all = reactingRange(of: candidate, reacting)
    let begin = material.shotBoundaries.last { $0 <= all.lowerBound } ?? 0
    let least = max(
      all.lowerBound + minimumSceneLength(of: candidate),
      max(begin, candidate.start) + Self.shortest)
    let cut = material.shotBoundaries.first { cut in
      cut >= least && cut < all.upperBound
        && ClipShots.isDecay(reacting, from: cut, to: all.upperBound)
    }
    return all.lowerBound...(cut ?? all.upperBound)
  }

  /// Fits the edges of the chosen moments, and rejects moments in too short a scene.
  ///
  /// `material` must cover `neededRanges`. `reacting` has the reaction rate per time bin. `seen`
  /// has for each time bin whether gaze coverage is high enough (`true` if missing). Edges of
  /// `fixed` moments do not move.
  package func fit(
    _ choice: Choice, to material: CutPoints, reacting: [Double], seen: [Bool] = [],
    beside fixed: [Candidate] = []
  ) -> Choice {
    var fitted = choice
    var left = choice.candidates
    var refused: [RejectedSegment] = []
    while true {
      fitted.candidates = fit(
        left, to: material, reacting: reacting, seen: seen, beside: fixed)
      let lengths = fitted.candidates.map { milliseconds($0.end - $0.start) }
      let least = left.map(minimumSceneLength)
      guard let short = left.indices.first(where: { lengths[$0] < least[$0] }) else { break }
      // Fit again without the rejected moment: the others may use its seconds.
      let texts = apart(lengths[short], least[short], places: 1)
      let reason =
        "too short: its scene lasts \(texts[0]) s between dissolves (\(texts[1]) needed)"
      refused.append(RejectedSegment(of: left.remove(at: short), reason))
      if left.isEmpty { fitted.reason = choice.reason ?? refused.first?.reason }
    }
    fitted.rejected = refused + choice.rejected
    return fitted
  }

  /// Fits the edges of each candidate between the others.
  ///
  /// Candidates must not overlap; earlier ones use free seconds first. Fitting runs twice: if a cut
  /// shortens one clip, its neighbour can then use the seconds. A missing `reacting` is 0, a
  /// missing `seen` is `true`.
  package func fit(
    _ candidates: [Candidate], to material: CutPoints, reacting: [Double] = [],
    seen: [Bool] = [], beside fixed: [Candidate] = []
  ) -> [Candidate] {
    var fitted = candidates
    for _ in 0..<2 {
      for (index, candidate) in candidates.enumerated() {
        var others = fitted
        let own = others.remove(at: index)
        fitted[index] = fit(
          candidate, between: walls(of: own, others + fixed), material, reacting, seen)
      }
    }
    return fitted
  }

  /// A range that an edge must not enter, and its name in messages.
  private typealias Wall = (start: Double, end: Double, reason: String)

  /// The nearest walls before and after a candidate.
  private func walls(of candidate: Candidate, _ others: [Candidate]) -> (before: Wall, after: Wall)
  {
    let walls: [Wall] = others.map { ($0.start, $0.end, "next to another moment") }
    return (
      walls.filter { $0.end <= candidate.start }.max { $0.end < $1.end }
        ?? (0, 0, "the start of the video"),
      walls.filter { $0.start >= candidate.end }.min { $0.start < $1.start }
        ?? (duration, duration, "the end of the video")
    )
  }

  private func fit(
    _ candidate: Candidate, between walls: (before: Wall, after: Wall), _ material: CutPoints,
    _ reacting: [Double], _ seen: [Bool]
  ) -> Candidate {
    var fitted = candidate
    var material = material
    material.cuts = [0] + material.cuts + [milliseconds(duration)]
    let least = leastClipLength(of: candidate)
    let most = max(settings.maximumLength, candidate.end - candidate.start)
    let known = Self.neededSeconds(of: candidate, least: least)
    let last = min(walls.after.start, known.upperBound)
    func shownShots(by core: ClosedRange<Double>) -> ClipShots {
      ClipShots(
        around: core, material.shotBoundaries, dissolves: material.dissolves,
        in: max(walls.before.end, known.lowerBound)...last)
    }
    // Use only the shots of the reaction itself if they are long enough, because the rest of the
    // core may belong to another scene.
    var shots = shownShots(by: rangeBeforeDecay(of: candidate, material, reacting))
    if milliseconds(shots.span.length) < minimumSceneLength(of: candidate) {
      shots = shownShots(by: candidate.core)
    }
    let refusals = shots.lengthen(
      to: least...most, reacting: reacting, atLeast: settings.leastReaction, few: lowReactionReason)
    let span = shots.span
    fitted.coreStart = max(candidate.coreStart, span.lowerBound)
    fitted.coreEnd = min(candidate.coreEnd, span.upperBound)
    // Reactions during other scenes do not count.
    let core = milliseconds(fitted.coreEnd - fitted.coreStart)
    fitted.why.sustainedSeconds = candidate.why.sustainedSeconds.map { min($0, core) }
    // If one edge is limited, the other moves further. Added shots are shown as a whole.
    let length = shots.isLengthened ? span.length : least
    var start = max(candidate.start, span.lowerBound)
    var end = milliseconds(min(span.upperBound, max(candidate.end, start + length)))
    start = milliseconds(max(span.lowerBound, min(start, end - length)))
    if !shots.isLengthened {
      (start, end) = withoutFiller(start, end, around: fitted, reacting, seen)
    }
    let isTrimmed = milliseconds(end - start) < milliseconds(min(length, span.length))
    let shortest = min(shots.isLengthened ? length : Self.shortest, end - start)
    fitted.start = material.edge(
      of: .start, near: start, above: max(span.lowerBound, end - most),
      below: min(fitted.coreStart, end - shortest))
    fitted.end = material.edge(
      of: .end, near: end, above: max(fitted.coreEnd, fitted.start + shortest),
      below: min(span.upperBound, fitted.start + most))
    let before = fitted.start <= walls.before.end ? walls.before.reason : nil
    fitted.why.startReason = reason(
      of: .start, at: fitted.start, core: fitted.coreStart, material, wall: before)
    let after = fitted.end >= milliseconds(walls.after.start) ? walls.after.reason : nil
    fitted.why.endReason = reason(
      of: .end, at: fitted.end, core: fitted.coreEnd, material, wall: after)
    let reason =
      if !refusals.isEmpty {
        "without " + refusals.joined(separator: " and ")
      } else if isTrimmed {
        "without seconds in which nothing happens"
      } else {
        "so that it begins and ends in pauses"
      }
    if !refusals.isEmpty || milliseconds(fitted.end - fitted.start) < least {
      fitted.why.shortened =
        "\(tenths(fitted.end - fitted.start)) s, not \(tenths(least)), \(reason)"
    }
    return fitted
  }

  /// Removes time bins at the edges that are there only to reach the minimum length.
  ///
  /// They are outside pre-roll and post-roll, too few viewers react in them, and no 9:16 window
  /// covers enough of the gaze.
  private func withoutFiller(
    _ start: Double, _ end: Double, around fitted: Candidate, _ reacting: [Double], _ seen: [Bool]
  ) -> (start: Double, end: Double) {
    func isFiller(_ from: Double, _ to: Double) -> Bool {
      let bin = TimeBins.index(at: (from + to) / 2)
      guard seen.indices.contains(bin), !seen[bin] else { return false }
      return !reacting.indices.contains(bin) || reacting[bin] < settings.leastReaction
    }
    var (first, last) = (start, end)
    let bin = TimeBins.length
    while isFiller(first, first + bin), last - first - bin >= Self.shortest,
      first + bin <= fitted.coreStart - MomentChooser.leadIn
    {
      first = milliseconds(first + bin)
    }
    while isFiller(last - bin, last), last - first - bin >= Self.shortest,
      last - bin >= fitted.coreEnd + MomentChooser.tail
    {
      last = milliseconds(last - bin)
    }
    return (first, last)
  }

  private var lowReactionReason: String {
    guard settings.evidence != .gaze else {
      return "gaze does not show whether viewers react there"
    }
    return "under \(Int((settings.leastReaction * 100).rounded())) % react there"
  }

  /// The reason for the place of an edge; `wall` names the limit there, if any.
  private func reason(
    of edge: CutPoints.Edge, at time: Double, core: Double, _ material: CutPoints,
    wall: String?
  ) -> String {
    let isOfVideo = time <= 0 || time >= milliseconds(duration)
    if let reason = (isOfVideo ? wall : nil) ?? material.reason(of: edge, at: time) ?? wall {
      return reason
    }
    // The noun depends on the evidence: gaze alone and a curve alone do not use faces.
    let what =
      switch settings.evidence {
      case .both, .emotion: "reaction"
      case .gaze: "shared gaze"
      case .curve: "peak"
      }
    let beyond = milliseconds(abs(core - time))
    if beyond == 0 { return "the \(what) \(edge == .start ? "begins" : "ends")" }
    guard beyond <= (edge == .start ? MomentChooser.leadIn : MomentChooser.tail) else {
      return "room for the minimum length"
    }
    if edge == .start { return "what led to the \(what)" }
    return what == "reaction" ? "the reaction has decayed" : "the \(what) is over"
  }
}
