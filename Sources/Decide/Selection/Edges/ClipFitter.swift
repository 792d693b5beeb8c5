import EditDecisions
import Audience

/// Fits the edges of one clip to the cuts, subtitles and pauses, between its neighbours.
struct ClipFitter {
  /// Shortest clip in seconds; a clip can be shorter only if its shots are.
  private static let shortest = 5.0

  private let settings: SelectionSettings
  private let duration: Double
  /// The cuts, with the start and the end of the video, and the pauses and subtitles.
  private let material: CutPoints
  /// The reaction rate per time bin; 0 if missing.
  private let reacting: [Double]
  /// For each time bin, whether gaze coverage is high enough; `true` if missing.
  private let hasCoverage: [Bool]

  init(
    settings: SelectionSettings, duration: Double, _ material: CutPoints, reacting: [Double],
    hasCoverage: [Bool]
  ) {
    var material = material
    material.cuts = [0] + material.cuts + [milliseconds(duration)]
    (self.settings, self.duration, self.material) = (settings, duration, material)
    (self.reacting, self.hasCoverage) = (reacting, hasCoverage)
  }

  /// A range that an edge must not enter, and its name in messages.
  typealias EdgeBoundary = (start: Double, end: Double, reason: String)

  /// The candidate with its edges fitted, and with their reasons.
  func fit(
    _ candidate: Candidate, between boundaries: (before: EdgeBoundary, after: EdgeBoundary)
  ) -> Candidate {
    var fitted = candidate
    let least = candidate.leastLength(settings, inVideoOf: duration)
    let most = max(settings.maximumLength, candidate.end - candidate.start)
    let known = EdgeFitter.neededSeconds(of: candidate, least: least)
    let last = min(boundaries.after.start, known.upperBound)
    func shownShots(by core: ClosedRange<Double>) -> ClipShots {
      ClipShots(
        around: core, material.shotBoundaries, dissolves: material.dissolves,
        in: max(boundaries.before.end, known.lowerBound)...last)
    }
    // Use only the shots of the reaction itself if they are long enough, because the rest of the
    // core may belong to another scene.
    var shots = shownShots(by: rangeBeforeDecay(of: candidate))
    if milliseconds(shots.span.length) < candidate.minimumSceneLength(settings) {
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
    if !shots.isLengthened { (start, end) = withoutFiller(start, end, around: fitted) }
    let isTrimmed = milliseconds(end - start) < milliseconds(min(length, span.length))
    let shortest = min(shots.isLengthened ? length : Self.shortest, end - start)
    fitted.start = material.edge(
      of: .start, near: start, above: max(span.lowerBound, end - most),
      below: min(fitted.coreStart, end - shortest))
    fitted.end = material.edge(
      of: .end, near: end, above: max(fitted.coreEnd, fitted.start + shortest),
      below: min(span.upperBound, fitted.start + most))
    let before = fitted.start <= boundaries.before.end ? boundaries.before.reason : nil
    fitted.why.startReason = reason(
      of: .start, at: fitted.start, core: fitted.coreStart, wall: before)
    let after = fitted.end >= milliseconds(boundaries.after.start) ? boundaries.after.reason : nil
    fitted.why.endReason = reason(of: .end, at: fitted.end, core: fitted.coreEnd, wall: after)
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

  /// The part of a core from the first to the last time bin in which enough viewers react.
  private func reactingRange(of candidate: Candidate) -> ClosedRange<Double> {
    let core = candidate.core
    let bins = TimeBins.centered(
      from: core.lowerBound, to: core.upperBound, count: reacting.count
    ).filter { reacting[$0] >= settings.leastReaction }
    guard let first = bins.first, let last = bins.last else { return core }
    let start = max(core.lowerBound, TimeBins.start(of: first))
    return start...max(start, min(core.upperBound, TimeBins.start(of: last + 1)))
  }

  /// The reacting range without its end, if the reaction there only fades after a cut.
  private func rangeBeforeDecay(of candidate: Candidate) -> ClosedRange<Double> {
    let all = reactingRange(of: candidate)
    let begin = material.shotBoundaries.last { $0 <= all.lowerBound } ?? 0
    let least = max(
      all.lowerBound + candidate.minimumSceneLength(settings),
      max(begin, candidate.start) + Self.shortest)
    let cut = material.shotBoundaries.first { cut in
      cut >= least && cut < all.upperBound
        && ClipShots.isDecay(reacting, from: cut, to: all.upperBound)
    }
    return all.lowerBound...(cut ?? all.upperBound)
  }

  /// Removes time bins at the edges that are there only to reach the minimum length.
  ///
  /// Too few viewers react in them, and no 9:16 window covers enough of the gaze.
  private func withoutFiller(
    _ start: Double, _ end: Double, around fitted: Candidate
  ) -> (start: Double, end: Double) {
    func isFiller(_ from: Double, _ to: Double) -> Bool {
      let bin = TimeBins.index(at: (from + to) / 2)
      guard hasCoverage.indices.contains(bin), !hasCoverage[bin] else { return false }
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
    settings.evidence == .gaze
      ? "gaze does not show whether viewers react there"
      : "under \(Int((settings.leastReaction * 100).rounded())) % react there"
  }

  /// The reason for the place of an edge; `wall` names the limit there, if any.
  private func reason(
    of edge: CutPoints.Edge, at time: Double, core: Double, wall: String?
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

extension Candidate {
  /// Minimum length of its clip in seconds: that of the settings, or of its range if shorter.
  func leastLength(_ settings: SelectionSettings, inVideoOf duration: Double) -> Double {
    milliseconds(min(settings.minimumLength(forDuration: duration), end - start))
  }

  /// Minimum seconds of a scene that a moment needs: the shortest core minus one time bin at each
  /// end, which may belong to another shot.
  func minimumSceneLength(_ settings: SelectionSettings) -> Double {
    // The last core can be shorter than others if the video ends inside a time bin.
    milliseconds(min(settings.minimumCore, core.length) - 2 * TimeBins.length)
  }
}
