package import Audience
package import EditDecisions

/// Finds what would have to change for a window to be chosen, by asking the chooser.
///
/// For each way it looks for the smallest step that works: the largest is tried first, then the
/// range is halved (more viewers who react never make a window less of a moment). The step found
/// was seen to work, and the one below it was seen to fail; of many viewers a step is some of them.
package struct ChangeSearch: Sendable {
  /// The audience, with the looks of the bins that are asked about.
  package var summary: TimelineSummary
  let settings: SelectionSettings
  /// A person's, which stand over the audience.
  let wishes: [Wish]
  let now: Choice
  /// What is known of the audience as it is.
  let known: KnownFigures

  /// Seconds around a time that are weighed where nothing stood out.
  private static let around = 10.0

  /// Takes an audience, what counts, and what a person wishes.
  package init(
    summary: TimelineSummary, settings: SelectionSettings, wishes: [Wish] = []
  ) {
    self.summary = summary
    self.settings = settings
    self.wishes = wishes
    known = KnownFigures(summary, settings)
    now = MomentChooser(settings: settings, wishes: wishes).choose(
      from: summary, known.figures(of: summary, settings, altered: 0..<0))
  }

  /// The seconds around a time of which a moment's core could be made.
  ///
  /// - Parameter time: seconds of play time.
  /// - Returns: the refused stretch that holds it, or ten seconds around it between chosen cores.
  package func window(around time: Double) -> Range<Double> {
    if let refusal = now.rejection(at: time), refusal.end > refusal.start {
      return refusal.start..<refusal.end
    }
    let lowest = now.candidates.map(\.coreEnd).filter { $0 <= time }.max() ?? 0
    let highest =
      now.candidates.map(\.coreStart).filter { $0 > time }.min() ?? summary.duration
    let length = min(highest - lowest, max(Self.around, settings.leastCore))
    let start = min(max(lowest, time - length / 2), highest - length)
    return start..<max(start, start + length)
  }

  /// What would get a window chosen.
  ///
  /// - Parameters:
  ///   - window: seconds of play time.
  ///   - settable: names of settings that a person can change; others are not spoken of.
  /// - Returns: each way that works alone, most telling first; empty when it is chosen as it is.
  package func changes(
    for window: Range<Double>, settable: Set<String> = []
  ) -> [Change] {
    guard !window.isEmpty, !isChosen(window, in: now) else { return [] }
    if let change = watching(window) { return [change] }
    // What a person alone keeps out needs no other audience.
    let kept = inTheWay(of: window)
    guard kept.isEmpty else { return kept.map { .wish("\($0)") } }
    // What is good enough and only comes too late needs a higher ceiling, and no other audience.
    if settable.contains("selection.count"), let count = count(window) {
      return [.setting(count)]
    }
    var found = rivals(of: window)
    let reacting = settings.evidence == .gaze ? nil : leastReacting(window, and: 0)
    let gathering = settings.evidence == .emotion ? nil : leastGathering(window, and: 0)
    found += [reacting.map(Change.reacting), gathering.map(Change.gathering)].compactMap(\.self)
    if reacting == nil, settings.evidence != .gaze {
      found += [leastStrength(window)].compactMap(\.self)
    }
    if reacting == nil, gathering == nil, settings.evidence == .both,
      let both = leastBoth(window)
    {
      found.append(both)
    }
    found += settingChanges(window, settable: settable).map(Change.setting)
    return found.isEmpty ? [blocked(window)].compactMap(\.self) : found
  }

  /// Whether a chosen core covers at least half of a window.
  func isChosen(_ window: Range<Double>, in choice: Choice) -> Bool {
    choice.candidates.contains { candidate in
      let start = max(candidate.coreStart, window.lowerBound)
      let end = min(candidate.coreEnd, window.upperBound)
      return (end - start) * 2 >= window.upperBound - window.lowerBound
    }
  }

  /// The same of an audience that is altered in a window, this one where no other is named.
  func works(
    _ window: Range<Double>, _ altered: TimelineSummary, alteredIn other: Range<Double>? = nil
  ) -> Bool {
    isChosen(window, in: choice(of: altered, alteredIn: other ?? window))
  }

  /// What is chosen from an audience that is altered in a window.
  private func choice(
    of altered: TimelineSummary, alteredIn window: Range<Double>
  ) -> Choice {
    let figures = known.figures(of: altered, settings, altered: audience.bins(of: window))
    return MomentChooser(settings: settings, wishes: wishes).choose(from: altered, figures)
  }

  /// Most numbers that are told apart: what explaining costs must not grow with the audience.
  private static let steps = 128

  /// The least number from 1 to `most` that works, were they to work from some number on; of many
  /// to within a 128th of them.
  func least(_ most: Int, _ works: (Int) -> Bool) -> Int? {
    guard most > 0, works(most) else { return nil }
    let step = (most - 1) / Self.steps + 1
    var (fails, holds) = (0, (most - 1) / step + 1)
    while holds - fails > 1 {
      let middle = (fails + holds) / 2
      if works(middle * step) { holds = middle } else { fails = middle }
    }
    return min(most, holds * step)
  }
}

extension ChangeSearch {
  private var audience: AlteredAudience { AlteredAudience(summary, settings: settings) }

  /// Too few viewers: nothing else helps, and nothing else is said of so few.
  private func watching(_ window: Range<Double>) -> Change? {
    let figures = figures(window)
    let viewers =
      switch settings.evidence {
      case .both: figures.viewers
      case .emotion: figures.withFace
      case .gaze: figures.withGaze
      }
    let missing = settings.minimumViewers - viewers
    guard missing > 0 else { return nil }
    return .watching(
      .init(
        more: missing, now: viewers, least: settings.minimumViewers,
        evidence: settings.evidence,
        isEnough: viewers > 0 && works(window, audience.joined(by: missing, in: window))))
  }

  /// The wishes without each of which a window would be chosen.
  private func inTheWay(of window: Range<Double>) -> [Wish] {
    wishes.filter { wish in
      let others = wishes.filter { $0 != wish }
      let figures = known.figures(of: summary, settings, altered: 0..<0)
      return isChosen(
        window,
        in: MomentChooser(settings: settings, wishes: others).choose(from: summary, figures))
    }
  }

  private func rivals(of window: Range<Double>) -> [Change] {
    let own = figures(window).score(settings.evidence)
    let reach = settings.minimumLength(forDuration: summary.duration)
    return now.candidates.enumerated().compactMap { index, rival in
      guard rival.score >= own, rival.start < window.upperBound + reach,
        rival.end > window.lowerBound - reach,
        works(
          window, audience.emptied(in: rival.coreStart..<rival.coreEnd),
          alteredIn: rival.coreStart..<rival.coreEnd)
      else { return nil }
      return .rival(
        .init(
          rank: index + 1, coreStart: rival.coreStart, coreEnd: rival.coreEnd,
          score: rival.score, ownScore: own))
    }
  }

  /// The fewest more who would have to react, if `others` more look at the one place as well.
  private func leastReacting(
    _ window: Range<Double>, and others: Int
  ) -> Change.Reacting? {
    let profile = ReactionProfile(audience, window)
    let base = others > 0 ? audience.gathered(more: others, in: window) : summary
    let altered = AlteredAudience(base, settings: settings)
    let more = least(profile.mostIdle) {
      works(
        window,
        altered.reacting(
          more: $0, with: profile.emotion, strength: profile.strength, in: window))
    }
    return more.map {
      Change.Reacting(
        more: $0, of: profile.faces, now: profile.reacting, emotion: profile.emotion,
        strength: profile.strength)
    }
  }

  /// How strongly those would have to react who do so too weakly.
  private func leastStrength(_ window: Range<Double>) -> Change? {
    let profile = ReactionProfile(audience, window)
    let now = profile.strengthNow
    guard now > 0 else { return nil }
    let first = (now * 20).rounded(.down) / 20
    let step = least(Int(((1 - first) * 20).rounded())) { step in
      works(
        window,
        audience.reacting(times: (first + Double(step) / 20) / now, in: window))
    }
    return step.map {
      .strength(.init(now: now, needed: hundredths(first + Double($0) / 20)))
    }
  }

  /// The fewest more who would have to look at the one place, if `others` more react as well.
  private func leastGathering(
    _ window: Range<Double>, and others: Int
  ) -> Change.Gathering? {
    let profile = ReactionProfile(audience, window)
    let base =
      others > 0
      ? audience.reacting(
        more: others, with: profile.emotion, strength: profile.strength, in: window) : summary
    let altered = AlteredAudience(base, settings: settings)
    let figures = figures(window)
    let more = least(figures.withGaze) {
      works(window, altered.gathered(more: $0, in: window))
    }
    return more.map { more in
      let then = self.figures(window, of: audience.gathered(more: more, in: window))
      return Change.Gathering(
        more: more, of: figures.withGaze, share: hundredths(then.gatheredShare ?? 0),
        now: figures.gatheredShare.map(hundredths),
        byChance: figures.gatheredByChance.map(hundredths))
    }
  }

  /// What would stand in the way of the best that this audience could do.
  private func blocked(_ window: Range<Double>) -> Change? {
    let profile = ReactionProfile(audience, window)
    let gathered = audience.gathered(more: figures(window).withGaze, in: window)
    let best = AlteredAudience(gathered, settings: settings).reacting(
      more: profile.mostIdle, with: profile.emotion, strength: profile.strength, in: window)
    return choice(of: best, alteredIn: window).rejected.first {
      $0.start < window.upperBound && window.lowerBound < $0.end
    }.map { .blocked(reason: $0.reason) }
  }

  /// The fewest who would have to do both; of each side no more than are needed with the other.
  private func leastBoth(_ window: Range<Double>) -> Change? {
    let everyone = figures(window).withGaze
    guard let reacting = leastReacting(window, and: everyone),
      let gathering = leastGathering(window, and: reacting.more)
    else { return nil }
    return .both(reacting, gathering)
  }

  /// The figures of a window.
  func figures(_ window: Range<Double>, of altered: TimelineSummary? = nil) -> WindowFigures {
    let summary = altered ?? summary
    let bins = audience.bins(of: window).map {
      BinFigures(summary.bins[$0], index: $0, settings: settings)
    }
    return WindowFigures(bins, of: summary, settings: settings)
  }
}

/// How those react who react in a window, and how many do not.
struct ReactionProfile {
  /// The emotion that counts most there; without any, the one with the greatest weight.
  var emotion = Emotion.happy
  /// How strongly more would react: as those do who react, or by a usual 0.6 where they do so
  /// faintly or nobody does.
  var strength = 0.6
  /// Mean strength of those who react now; 0 where nobody does.
  var strengthNow = 0.0
  /// Mean number of viewers who react.
  var reacting = 0.0
  /// Viewers with a face in half of the window.
  var faces = 0
  /// Most viewers of a bin who have a face and do not react.
  var mostIdle = 0

  /// Least mean strength that more viewers are thought to react with.
  private static let leastTaken = 0.3

  init(_ audience: AlteredAudience, _ window: Range<Double>) {
    let bins = audience.bins(of: window).map { audience.summary.bins[$0].faces }
    let weights = audience.settings.weights
    let counted = audience.settings.counted
    var sums = EmotionVector.zero
    var (strongest, reacted) = (0.0, 0)
    var counts: [Int] = []
    for groups in bins {
      let shown = groups.filter { $0.tells(anyOf: counted) }
      let active = shown.filter { audience.counts($0.strengths) }
      for group in active {
        let viewers = Float(group.viewers)
        sums.lanes += group.strengths.lanes * weights.lanes * viewers
        strongest += Double(group.strengths.lanes.max()) * Double(group.viewers)
      }
      let count = active.reduce(0) { $0 + $1.viewers }
      reacted += count
      counts.append(count)
      mostIdle = max(mostIdle, shown.reduce(0) { $0 + $1.viewers } - count)
    }
    faces = upperHalf(
      bins.map { $0.reduce(0) { $1.tells(anyOf: counted) ? $0 + $1.viewers : $0 } })
    reacting = mean(counts.map(Double.init))
    let usual = reacted > 0 ? strongest / Double(reacted) : 0
    strengthNow = hundredths(usual)
    if usual >= Self.leastTaken {
      strength = strengthNow
    }
    let best = reacted == 0 ? weights : sums
    emotion = Emotion.allCases.max { best[$0] < best[$1] } ?? .happy
  }
}
