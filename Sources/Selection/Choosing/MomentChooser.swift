package import Audience
package import EditDecisions

/// Chooses the moments of a video: windows in which people react and look at one thing.
///
/// Pure and deterministic. The evidence of both sides is divided into stretches by exact dynamic
/// programming (`StretchSegmentation`); those that both sides explain, and that pass the limits of
/// the settings, become candidates with a window around their core; everything else is refused
/// with its figures.
package struct MomentChooser: Sendable {
  /// Seconds before the onset that hold the cause.
  static let leadIn = 1.5
  /// Seconds in which a reaction decays.
  static let tail = 1.0

  /// What counts as a moment.
  package internal(set) var settings: SelectionSettings
  let wishedSeconds: WishedSeconds

  /// Makes a chooser.
  ///
  /// - Parameters:
  ///   - settings: what counts as a moment.
  ///   - wishes: a person's, which stand over the audience.
  package init(settings: SelectionSettings = SelectionSettings(), wishes: [Wish] = []) {
    self.settings = settings
    wishedSeconds = WishedSeconds(wishes)
  }

  /// The raw figures of every bin, as `choose` uses them; `series` has what may be told.
  package func undisclosedFigures(of summary: TimelineSummary) -> [BinFigures] {
    KnownFigures(summary, settings).figures(of: summary, settings, altered: 0..<0)
  }

  /// Chooses.
  ///
  /// - Parameter summary: the audience.
  /// - Returns: the moments best first, the nearest refusals, and the reason when there is none.
  package func choose(from summary: TimelineSummary) -> Choice {
    choose(from: summary, undisclosedFigures(of: summary))
  }

  /// Chooses by figures that are known already.
  func choose(from summary: TimelineSummary, _ figures: [BinFigures]) -> Choice {
    var unfulfilled: [Rejection] = []
    let wished = wished(in: summary, rejected: &unfulfilled)
    if let reason = hindrance(summary, figures) {
      return Choice(
        candidates: Self.best(wished), rejected: unfulfilled,
        reason: wished.isEmpty ? reason : nil)
    }
    var rejected: [Rejection] = []
    var fit: [Candidate] = []
    let track = EvidenceTrack(figures, settings.constants)
    let stretches = stretches(in: track)
    let usual = Usual(
      gathered: usualShare(in: summary), reacting: usualReaction(figures),
      middle: MiddleHabit(of: summary, beside: stretches, settings.constants))
    func judge(_ stretch: Stretch, takenBy wish: Wish?) {
      let window = WindowFigures(
        Array(figures[stretch.bins]), of: summary, settings: settings)
      let candidate = candidate(for: stretch, window, duration: summary.duration)
      if let reason = refusal(of: stretch, window, usual: usual) ?? wish.map({ "a wish: \($0)" }) {
        rejected.append(rejection(of: candidate, reason))
      } else {
        fit.append(candidate)
      }
    }
    for stretch in merged(stretches, track) {
      let (parts, wish) = stretch.left(by: wishedSeconds.taken, least: leastBins(track))
      for part in parts { judge(part, takenBy: nil) }
      if parts.isEmpty { judge(stretch, takenBy: wish) }
    }
    var placing = WindowPlacing(
      settings: settings, duration: summary.duration, fixed: wished,
      walls: wishedSeconds.forbidden.map(\.span))
    let candidates = Self.best(placing.place(fit, rejected: &rejected))
    rejected.sort { ($1.score ?? 0, $0.start) < ($0.score ?? 0, $1.start) }
    // What too few stand behind has its place among the others, and no figure.
    let few = tooFew
    for index in rejected.indices where rejected[index].reason == few {
      rejected[index].score = nil
    }
    return Choice(
      candidates: candidates, rejected: unfulfilled + rejected,
      reason: candidates.isEmpty ? dullness(rejected) : nil)
  }

  /// Candidates by their score, the best first.
  private static func best(_ candidates: [Candidate]) -> [Candidate] {
    candidates.sorted { ($1.score, $0.coreStart) < ($0.score, $1.coreStart) }
  }

  /// Bins that a core has at least.
  private func leastBins(_ track: EvidenceTrack) -> Int {
    max(1, min(track.count, Int((settings.leastCore / HalfSeconds.length).rounded(.up))))
  }

  /// The figures of a person's own window; its length and evidence are not judged.
  ///
  /// - Parameters:
  ///   - start: first second.
  ///   - end: end in seconds.
  ///   - person: who chose, for the record.
  ///   - summary: the audience.
  /// - Returns: the candidate, its core the window itself.
  package func candidate(
    from start: Double, to end: Double, chosenBy person: String = "person",
    in summary: TimelineSummary
  ) -> Candidate {
    let bins = HalfSeconds.covering(start..<max(start, end), count: summary.bins.count).map {
      BinFigures(summary.bins[$0], index: $0, settings: settings)
    }
    let window = WindowFigures(bins, of: summary, settings: settings)
    var why = window.why(settings.evidence)
    why.chosenBy = person
    why.sustainedSeconds = why.sustainedSeconds.map { _ in longestReaction(bins) }
    return Candidate(
      coreStart: milliseconds(start), coreEnd: milliseconds(end), start: milliseconds(start),
      end: milliseconds(end), score: window.score(settings.evidence), why: why)
  }

  /// Seconds of the longest stretch in which as many react as are asked for; half a second without
  /// does not end it.
  ///
  /// A person's seconds may hold several reactions, or hardly any: only one of them is sustained.
  private func longestReaction(_ bins: [BinFigures]) -> Double {
    var (longest, begun, last) = (0, 0, Int.min / 2)
    for (index, bin) in bins.enumerated() where bin.reactingOfOneMore >= settings.leastReaction {
      if index - last > 2 { begun = index }
      last = index
      longest = max(longest, index - begun + 1)
    }
    return Double(longest) * HalfSeconds.length
  }

  /// Median share of the gaze in the densest cluster, from a bin every five seconds.
  private func usualShare(in summary: TimelineSummary) -> Double {
    let shares = stride(from: 0, to: summary.bins.count, by: 10).compactMap {
      summary.bins[$0].gatheredShare
    }
    return quantile(shares, 0.5)
  }

  /// Median share of those who react, from the bins with faces.
  private func usualReaction(_ figures: [BinFigures]) -> Double {
    quantile(figures.filter { $0.withFace > 0 }.map(\.reactingOfOneMore), 0.5)
  }

  private func stretches(in track: EvidenceTrack) -> [Stretch] {
    let bin = HalfSeconds.length
    let least = leastBins(track)
    return StretchSegmentation(
      track: track, asksFaces: settings.evidence != .gaze,
      asksGaze: settings.evidence != .emotion, leastReaction: settings.leastReaction,
      cost: settings.stretchCost, changeCost: settings.changeCost,
      near: Int(settings.constants.nearSeconds / bin), least: least,
      most: max(least, Int(settings.maximumLength / bin))
    ).stretches()
  }

  /// Stretches of the same kind at most a second apart are one, if that is not too long, or a
  /// reaction and its rise or decay: what is far weaker than its neighbour is no part of it, and
  /// no moment of its own.
  private func merged(_ stretches: [Stretch], _ track: EvidenceTrack) -> [Stretch] {
    let most = Int(settings.maximumLength / HalfSeconds.length)
    func level(_ stretch: Stretch) -> Double {
      stretch.kind == .gathering
        ? (track.agreement(stretch.bins) ?? 0) - track.gatheringBase
        : track.reaction(stretch.bins) - track.reactionBase
    }
    func areNear(_ a: Stretch, _ b: Stretch) -> Bool {
      a.kind == b.kind && b.bins.lowerBound - a.bins.upperBound <= 2
    }
    let strong = stretches.indices.filter { index in
      let own = level(stretches[index])
      let isUnder = { (other: Stretch) in own < settings.constants.leastNeighbor * level(other) }
      if index > 0, areNear(stretches[index - 1], stretches[index]) {
        guard !isUnder(stretches[index - 1]) else { return false }
      }
      guard index + 1 < stretches.count, areNear(stretches[index], stretches[index + 1]) else {
        return true
      }
      return !isUnder(stretches[index + 1])
    }
    var merged: [Stretch] = []
    for stretch in strong.map({ stretches[$0] }) {
      if let last = merged.last, areNear(last, stretch),
        stretch.bins.upperBound - last.bins.lowerBound <= most
      {
        merged[merged.count - 1].bins = last.bins.lowerBound..<stretch.bins.upperBound
      } else {
        merged.append(stretch)
      }
    }
    return merged
  }

  private func candidate(
    for stretch: Stretch, _ window: WindowFigures, duration: Double
  ) -> Candidate {
    let bin = HalfSeconds.length
    let start = Double(stretch.bins.lowerBound) * bin
    let end = min(duration, Double(stretch.bins.upperBound) * bin)
    return Candidate(
      coreStart: milliseconds(start), coreEnd: milliseconds(end), start: milliseconds(start),
      end: milliseconds(end), score: window.score(settings.evidence),
      why: window.why(settings.evidence))
  }

  private func rejection(of candidate: Candidate, _ reason: String) -> Rejection {
    Rejection(
      start: candidate.coreStart, end: candidate.coreEnd, score: candidate.score, reason: reason)
  }
}
