package import EditDecisions

/// Moves the edges of candidates to where a viewer would cut: a cut, a subtitle, a pause.
///
/// Pure. Each edge moves by at most a second (farther only to be rid of a sliver of another shot),
/// never into the core, never over another moment, and the length keeps its bounds. Of all pairs
/// of places that hold these, the one that moves least wins; a cut beats a subtitle by 0.2 s, a
/// pause by 0.3 s and no place at all by 1.2 s. Why each edge is where it is stands in the reasons.
///
/// The least length gives way where keeping it would show a sliver of another scene: then the clip
/// is shorter, down to its core, and says so.
package struct EdgeFitter: Sendable {
  /// Seconds around a candidate in which cuts and pauses matter.
  static let margin = 2.5

  private let settings: SelectionSettings
  private let edges: EdgeSettings
  private let duration: Double
  private let forbidden: [WishedSeconds.Taken]

  /// Makes a fitter for a video.
  ///
  /// - Parameters:
  ///   - settings: which lengths are allowed.
  ///   - edges: how far edges move.
  ///   - duration: length of the video in seconds.
  ///   - wishes: a person's; no edge moves into seconds that are never to be shown.
  package init(
    settings: SelectionSettings, edges: EdgeSettings = EdgeSettings(), duration: Double,
    wishes: [Wish] = []
  ) {
    self.settings = settings
    self.edges = edges
    self.duration = duration
    forbidden = WishedSeconds(wishes).forbidden
  }

  /// The stretches of the source that must be looked at for cuts and pauses, apart and in order.
  ///
  /// - Parameter candidates: in any order.
  /// - Returns: each candidate's window and a margin, merged where they meet, inside the video.
  package func neededRanges(for candidates: [Candidate]) -> [Range<Double>] {
    neededRanges(around: candidates.map { $0.start..<max($0.start, $0.end) })
  }

  /// The stretches of the source that must be looked at for cuts around some windows.
  ///
  /// - Parameter windows: in any order, seconds.
  /// - Returns: as of candidates.
  package func neededRanges(around windows: [Range<Double>]) -> [Range<Double>] {
    var merged: [Range<Double>] = []
    let ordered = windows.sorted {
      ($0.lowerBound, $0.upperBound) < ($1.lowerBound, $1.upperBound)
    }
    for window in ordered {
      let start = milliseconds(max(0, window.lowerBound - Self.margin))
      let end = milliseconds(min(duration, window.upperBound + Self.margin))
      guard start < end else { continue }
      if let last = merged.last, start <= last.upperBound {
        merged[merged.count - 1] = last.lowerBound..<max(last.upperBound, end)
      } else {
        merged.append(start..<end)
      }
    }
    return merged
  }

  /// Fits the edges.
  ///
  /// - Parameters:
  ///   - candidates: chosen moments that do not overlap.
  ///   - material: what was found in `neededRanges`.
  /// - Returns: the same moments in the same order, with edges and their reasons.
  package func fit(_ candidates: [Candidate], to material: EdgeMaterial) -> [Candidate] {
    var fitted = candidates
    let order = candidates.indices.sorted { candidates[$0].start < candidates[$1].start }
    for (place, index) in order.enumerated() {
      let earlier = place > 0 ? candidates[order[place - 1]].end : nil
      let later = place + 1 < order.count ? candidates[order[place + 1]].start : nil
      let candidate = candidates[index]
      // Two moments share the seconds between them evenly, so neither can reach into the other.
      let lowest = earlier.map { ($0 + candidate.start) / 2 } ?? 0
      let highest = later.map { ($0 + candidate.end) / 2 } ?? duration
      fitted[index] = fit(candidate, besideWishes: lowest...max(lowest, highest), material)
    }
    return fitted
  }

  /// Fits within what wishes leave; where one stops an edge the reason says so.
  private func fit(
    _ candidate: Candidate, besideWishes room: ClosedRange<Double>, _ material: EdgeMaterial
  ) -> Candidate {
    var fitted = candidate
    guard !candidate.isFixed else {
      (fitted.why.startReason, fitted.why.endReason) = ("a wish", "a wish")
      return fitted
    }
    let before = forbidden.filter { $0.span.upperBound <= candidate.start + 1e-6 }
      .max { $0.span.upperBound < $1.span.upperBound }
    let after = forbidden.filter { $0.span.lowerBound >= candidate.end - 1e-6 }
      .min { $0.span.lowerBound < $1.span.lowerBound }
    let lowest = max(room.lowerBound, before?.span.upperBound ?? 0)
    let highest = min(room.upperBound, after?.span.lowerBound ?? duration)
    let unstretched = Unstretched(candidate, material.cuts)
    fitted = fit(unstretched.candidate, between: lowest, and: highest, material)
    let least = leastLength(of: candidate)
    if fitted.end - fitted.start < least - 1e-3 {
      fitted.why.shortened = unstretched.reason(length: fitted.end - fitted.start, least: least)
    }
    if let before, fitted.start <= milliseconds(before.span.upperBound) {
      fitted.why.startReason = "a wish: \(before.wish)"
    }
    if let after, fitted.end >= milliseconds(after.span.lowerBound) {
      fitted.why.endReason = "a wish: \(after.wish)"
    }
    return fitted
  }

  private func leastLength(of candidate: Candidate) -> Double {
    min(settings.minimumLength(forDuration: duration), candidate.end - candidate.start)
  }

  private func fit(
    _ candidate: Candidate, between lowest: Double, and highest: Double, _ material: EdgeMaterial
  ) -> Candidate {
    let starts = EdgePlaces(
      side: .start, material: material, settings: edges,
      bounds: min(lowest, candidate.start)...max(candidate.start, candidate.coreStart),
      duration: duration)
    let ends = EdgePlaces(
      side: .end, material: material, settings: edges,
      bounds: min(candidate.end, candidate.coreEnd)...max(highest, candidate.end),
      duration: duration)
    let least = leastLength(of: candidate)
    let most = max(settings.maximumLength, candidate.end - candidate.start)
    var best: (cost: Double, start: EdgePlace, end: EdgePlace)?
    // Where gaze alone was asked, nobody's face had a say in it.
    let isReaction = settings.evidence != .gaze
    let before = isReaction ? "what led to the reaction" : "what led to the gathering"
    let after = isReaction ? "the reaction has decayed" : "the gathering is over"
    for start in starts.places(near: candidate.start, plain: before) {
      for end in ends.places(near: candidate.end, plain: after) {
        let length = end.time - start.time
        guard length <= most + 1e-6 else { continue }
        let missing = max(0, least - length)
        let short = missing > 1e-6 ? EdgePlace.shortCost + missing : 0
        let cost = ((start.cost + end.cost + short) * 1e6).rounded()
        if let found = best,
          (cost, start.time, end.time) >= (found.cost, found.start.time, found.end.time)
        {
          continue
        }
        best = (cost, start, end)
      }
    }
    var fitted = candidate
    guard let best else { return fitted }
    fitted.start = best.start.time
    fitted.end = best.end.time
    fitted.why.startReason = best.start.reason
    fitted.why.endReason = best.end.reason
    return fitted
  }
}
