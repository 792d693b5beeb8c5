package import Audience
import EditDecisions

/// Moves the edges of candidates to where a viewer would cut: a cut, a subtitle, a pause.
///
/// Pure. A clip stays in the shots that its core touches. If these shots are shorter than the
/// shortest length, neighbouring ones in which viewers react are added, each whole. If there are
/// none, the clip is shorter, down to the core, and says why. A clip is not filled up with seconds
/// in which nothing happens: too few react, and no window holds what people look at.
///
/// Each edge then moves to a cut, a subtitle or a pause (`EdgeMaterial.edge`), never into the core
/// and not below 5 s. The reason is derived from where the edge lies.
package struct EdgeFitter: Sendable {
  /// Seconds by which an edge may move to a cut, a subtitle or a pause.
  static let reach = 1.0
  /// Seconds by which an edge may move to a pause if none is within `reach`.
  static let farReach = 4.0
  /// The shortest clip in seconds, if its core is shorter.
  static let shortest = 5.0
  /// Seconds beyond all that a clip may show in which cuts and pauses are looked for.
  private static let margin = farReach
  /// Seconds beyond a window in which a cut tells framing that its shot does not go on there.
  ///
  /// A half second of looks, and as long after a cut as they do not count.
  private static let around = 1.0

  let settings: SelectionSettings
  let duration: Double

  /// Makes a fitter for a video.
  ///
  /// - Parameters:
  ///   - settings: which lengths are allowed, and which share of the audience is a reaction.
  ///   - duration: length of the video in seconds.
  package init(settings: SelectionSettings, duration: Double) {
    self.settings = settings
    self.duration = milliseconds(duration)
  }

  /// The stretches of the source that must be looked at for cuts and pauses, apart and in order.
  ///
  /// - Parameter candidates: in any order.
  /// - Returns: what each may come to show and a margin, merged where they meet.
  package func neededRanges(for candidates: [Candidate]) -> [Range<Double>] {
    merged(candidates.map { Self.neededSeconds(of: $0, least: leastLength(of: $0)) })
  }

  /// The stretches of the source that must be looked at for cuts around some windows, whose edges
  /// stay where they are.
  ///
  /// - Parameter windows: in any order, seconds.
  /// - Returns: as of candidates.
  package func neededRanges(around windows: [Range<Double>]) -> [Range<Double>] {
    merged(windows.map { $0.lowerBound - Self.around..<$0.upperBound + Self.around })
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

  /// All that a clip may come to show, where a cut stops one edge and the other makes up for it.
  static func neededSeconds(of candidate: Candidate, least: Double) -> Range<Double> {
    let start = min(candidate.start, candidate.coreEnd - least) - margin
    return start..<max(start, candidate.end + margin, candidate.coreStart + least + margin)
  }

  private func leastLength(of candidate: Candidate) -> Double {
    let least = settings.minimumLength(forDuration: duration)
    return milliseconds(min(least, candidate.end - candidate.start))
  }

  /// Seconds of the scene that a moment is of: a core lies on half seconds, of which one at either
  /// end may be another shot's.
  private func leastScene(of candidate: Candidate) -> Double {
    // Where the video ends within a half second the last core is shorter than others.
    milliseconds(min(settings.leastCore, candidate.core.length) - 2 * HalfSeconds.length)
  }

  /// A core without what lies before and after the half seconds in which as many react as must.
  private func reaction(of candidate: Candidate, _ reacting: [Double]) -> ClosedRange<Double> {
    let core = candidate.core
    let bins = HalfSeconds.centered(
      from: core.lowerBound, to: core.upperBound, count: reacting.count
    ).filter { reacting[$0] >= settings.leastReaction }
    guard let first = bins.first, let last = bins.last else { return core }
    let start = max(core.lowerBound, HalfSeconds.start(of: first))
    return start...max(start, min(core.upperBound, HalfSeconds.start(of: last + 1)))
  }

  /// The reaction up to a cut after which it only decays: viewers laugh on at the scene before.
  private func withoutDecay(
    of candidate: Candidate, _ material: EdgeMaterial, _ reacting: [Double]
  ) -> ClosedRange<Double> {
    let all = reaction(of: candidate, reacting)
    let begin = material.shotBounds.last { $0 <= all.lowerBound } ?? 0
    let least = max(
      all.lowerBound + leastScene(of: candidate), max(begin, candidate.start) + Self.shortest)
    let cut = material.shotBounds.first { cut in
      cut >= least && cut < all.upperBound
        && ShownShots.isDecay(reacting, from: cut, to: all.upperBound)
    }
    return all.lowerBound...(cut ?? all.upperBound)
  }

  /// Fits the edges of what was chosen.
  ///
  /// - Parameters:
  ///   - choice: what was chosen.
  ///   - material: what was found in `neededRanges`.
  ///   - reacting: the share who react, of each half second of the video.
  ///   - seen: whether a window holds what people look at, for each half second; `true` if it is
  ///     missing.
  ///   - fixed: moments beside it whose edges stay where they are.
  /// - Returns: the same with edges; a moment whose scene is shorter than a core is refused.
  package func fit(
    _ choice: Choice, to material: EdgeMaterial, reacting: [Double], seen: [Bool] = [],
    beside fixed: [Candidate] = []
  ) -> Choice {
    var fitted = choice
    var left = choice.candidates
    var refused: [Rejection] = []
    while true {
      fitted.candidates = fit(
        left, to: material, reacting: reacting, seen: seen, beside: fixed)
      let lengths = fitted.candidates.map { milliseconds($0.end - $0.start) }
      let least = left.map(leastScene)
      guard let short = left.indices.first(where: { lengths[$0] < least[$0] }) else { break }
      // The others have its seconds, too.
      let told = apart(lengths[short], least[short], places: 1)
      let reason =
        "too short: its scene lasts \(told[0]) s between dissolves (\(told[1]) asked)"
      refused.append(Rejection(of: left.remove(at: short), reason))
      if left.isEmpty { fitted.reason = choice.reason ?? refused.first?.reason }
    }
    fitted.rejected = refused + choice.rejected
    return fitted
  }

  /// Fits the edges, and once more between those of the others as they were fitted: what a cut
  /// took from one is free.
  ///
  /// - Parameters:
  ///   - candidates: moments that do not overlap; who comes first takes free seconds first.
  ///   - material: what was found in `neededRanges`.
  ///   - reacting: the share who react, of each half second of the video; 0 where it is missing.
  ///   - seen: whether a window holds what people look at, for each half second; `true` if it is
  ///     missing.
  ///   - fixed: moments beside them whose edges stay where they are.
  /// - Returns: the same moments in the same order, with edges and their reasons.
  package func fit(
    _ candidates: [Candidate], to material: EdgeMaterial, reacting: [Double] = [],
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

  /// Seconds that are not free, and what they are.
  private typealias Wall = (start: Double, end: Double, reason: String)

  /// The walls on either side of a candidate.
  private func walls(of candidate: Candidate, _ others: [Candidate]) -> (before: Wall, after: Wall)
  {
    let walls: [Wall] = others.map { ($0.start, $0.end, "beside another moment") }
    return (
      walls.filter { $0.end <= candidate.start }.max { $0.end < $1.end }
        ?? (0, 0, "the start of the video"),
      walls.filter { $0.start >= candidate.end }.min { $0.start < $1.start }
        ?? (duration, duration, "the end of the video")
    )
  }

  private func fit(
    _ candidate: Candidate, between walls: (before: Wall, after: Wall), _ material: EdgeMaterial,
    _ reacting: [Double], _ seen: [Bool]
  ) -> Candidate {
    var fitted = candidate
    // The video's own ends are as good an edge as a cut.
    var material = material
    material.cuts = [0] + material.cuts + [milliseconds(duration)]
    let least = leastLength(of: candidate)
    let most = max(settings.maximumLength, candidate.end - candidate.start)
    let known = Self.neededSeconds(of: candidate, least: least)
    let last = min(walls.after.start, known.upperBound)
    func touched(by core: ClosedRange<Double>) -> ShownShots {
      ShownShots(
        around: core, material.shotBounds, dissolves: material.dissolves,
        in: max(walls.before.end, known.lowerBound)...last)
    }
    // A core is at least so long, whatever the reaction lasts: what it has besides is of no other
    // scene, if the reaction's own is as long as a clip must be.
    var shots = touched(by: withoutDecay(of: candidate, material, reacting))
    if milliseconds(shots.span.length) < leastScene(of: candidate) {
      shots = touched(by: candidate.core)
    }
    let refusals = shots.lengthen(
      to: least...most, reacting: reacting, atLeast: settings.leastReaction, few: few)
    let span = shots.span
    fitted.coreStart = max(candidate.coreStart, span.lowerBound)
    fitted.coreEnd = min(candidate.coreEnd, span.upperBound)
    // What people did while other scenes were shown is no part of it.
    let core = milliseconds(fitted.coreEnd - fitted.coreStart)
    fitted.why.sustainedSeconds = candidate.why.sustainedSeconds.map { min($0, core) }
    // What one edge may not show the other makes up for; shots that were added are shown whole.
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

  /// A window without the time bins at its edges that only fill it up to the shortest length.
  ///
  /// They lie outside pre-roll and post-roll, too few viewers react in them, and no 9:16 window
  /// holds what people look at.
  private func withoutFiller(
    _ start: Double, _ end: Double, around fitted: Candidate, _ reacting: [Double], _ seen: [Bool]
  ) -> (start: Double, end: Double) {
    func isFiller(_ from: Double, _ to: Double) -> Bool {
      let bin = HalfSeconds.index(at: (from + to) / 2)
      guard seen.indices.contains(bin), !seen[bin] else { return false }
      return !reacting.indices.contains(bin) || reacting[bin] < settings.leastReaction
    }
    var (first, last) = (start, end)
    let bin = HalfSeconds.length
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

  /// Why a shot in which too few react stays out.
  private var few: String {
    guard settings.evidence != .gaze else { return "looks do not tell whether any react there" }
    return "under \(Int((settings.leastReaction * 100).rounded())) % react there"
  }

  /// Why an edge lies where it does, told from there; `wall` is what it may not pass there.
  private func reason(
    of edge: EdgeMaterial.Edge, at time: Double, core: Double, _ material: EdgeMaterial,
    wall: String?
  ) -> String {
    let isOfVideo = time <= 0 || time >= milliseconds(duration)
    if let reason = (isOfVideo ? wall : nil) ?? material.reason(of: edge, at: time) ?? wall {
      return reason
    }
    // Where gaze alone was asked, nobody's face had a say in it; where a curve was, nobody's.
    let what =
      switch settings.evidence {
      case .both, .emotion: "reaction"
      case .gaze: "gathering"
      case .curve: "peak"
      }
    let beyond = milliseconds(abs(core - time))
    if beyond == 0 { return "the \(what) \(edge == .start ? "begins" : "ends")" }
    guard beyond <= (edge == .start ? MomentChooser.leadIn : MomentChooser.tail) else {
      return "room for the least length"
    }
    if edge == .start { return "what led to the \(what)" }
    return what == "reaction" ? "the reaction has decayed" : "the \(what) is over"
  }
}

extension MomentChooser {
  /// The share of the audience who react in each half second, for edges alone: it is not told.
  ///
  /// All of them where a curve alone is asked: it does not say of any shot that nobody reacts. Less
  /// than any that may be asked where looks alone are, whatever is known of faces.
  package func reactingShares(of summary: TimelineSummary) -> [Double] {
    switch settings.evidence {
    case .both, .emotion: summary.bins.map { disclosure.told($0).reactingShare ?? 0 }
    case .gaze: summary.bins.map { _ in -1 }
    case .curve: summary.bins.map { _ in 1 }
    }
  }
}
