package import Audience
package import EditDecisions

/// Finds what would have to change for a window to be chosen, by asking the chooser.
///
/// For each way it looks for the smallest step that works: the largest is tried first, then the
/// range is halved (more viewers who react never make a window less of a moment). The step found
/// was seen to work, and the one below it was seen to fail; of many viewers a step is some of them.
///
/// It is searched in the least audience of which the same would be told (`AlteredAudience.least`):
/// a step tells nothing of anybody that the figures do not.
///
/// By another setting resampled audiences choose otherwise, too. They are learned anew for each, so
/// the ceiling alone is looked for with them; another setting that was found without is asked of
/// them once.
package struct ChangeSearch {
  /// The audience.
  package let summary: TimelineSummary
  let settings: SelectionSettings
  /// A person's, which stand over the audience.
  let wishes: [Wish]
  /// What resampled audiences chose; `nil` where nothing is resampled.
  let resampled: ResampledChoices?
  /// What they choose by other settings; `nil` where they are gone.
  let trials: ResampledTrials?
  let now: Choice
  /// The least audience of which the same is told.
  let least: TimelineSummary

  /// Seconds around a time that are weighed where nothing stood out.
  private static let around = 10.0

  /// Takes an audience, what counts, what a person wishes, what resamples chose, and what is shown
  /// because cuts made room for it, of which nothing is known here.
  package init(
    summary: TimelineSummary, settings: SelectionSettings, wishes: [Wish] = [],
    resampled: ResampledChoices? = nil, trials: ResampledTrials? = nil, placed: [Candidate] = []
  ) {
    self.summary = summary
    self.settings = settings
    self.wishes = wishes
    self.resampled = resampled
    self.trials = trials
    var now = Self.choice(of: summary, settings, wishes, resampled)
    now.candidates = MomentChooser.best(now.candidates + placed)
    for candidate in placed { now.tell(candidate, nil) }
    self.now = now
    least = AlteredAudience(summary).least(Disclosure(settings))
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
  /// - Throws: what folding resampled audiences throws.
  package func changes(
    for window: Range<Double>, settable: Set<String> = []
  ) throws -> [Change] {
    guard !window.isEmpty, !isChosen(window, in: now) else { return [] }
    if settings.evidence != .curve, let change = watching(window) { return [change] }
    // What a person alone keeps out needs no other audience.
    let kept = inTheWay(of: window)
    guard kept.isEmpty else { return kept.map { .wish("\($0)") } }
    // What is good enough and only comes too late needs a higher ceiling, and no other audience.
    if settable.contains("selection.count"), let count = try count(window) {
      return [.setting(count)]
    }
    var found = audienceChanges(window)
    found += try settingChanges(window, settable: settable).map(Change.setting)
    // What a platform counted is no audience that could do otherwise.
    return found.isEmpty && settings.evidence != .curve
      ? [blocked(window)].compactMap(\.self) : found
  }

  /// What the audience would have to do otherwise.
  private func audienceChanges(_ window: Range<Double>) -> [Change] {
    let asked = settings.evidence
    let reacting = asked == .both || asked == .emotion ? leastReacting(window, and: 0) : nil
    let held = asked == .both || asked == .gaze ? leastHeld(window, and: 0) : nil
    let both = reacting == nil && held == nil && asked == .both ? leastBoth(window) : nil
    return rivals(of: window)
      + [reacting.map(Change.reacting), held.map(Change.held), both].compactMap(\.self)
  }

  /// Whether a chosen core covers at least half of a window.
  func isChosen(_ window: Range<Double>, in choice: Choice) -> Bool {
    choice.candidates.contains { candidate in
      let start = max(candidate.coreStart, window.lowerBound)
      let end = min(candidate.coreEnd, window.upperBound)
      return (end - start) * 2 >= window.upperBound - window.lowerBound
    }
  }

  /// The same of an altered audience.
  func works(_ window: Range<Double>, _ altered: TimelineSummary) -> Bool {
    isChosen(window, in: choice(of: altered))
  }

  private func choice(of altered: TimelineSummary) -> Choice {
    Self.choice(of: altered, settings, wishes, resampled)
  }

  /// What is chosen of an audience; what resamples chose stays.
  static func choice(
    of summary: TimelineSummary, _ settings: SelectionSettings, _ wishes: [Wish],
    _ resampled: ResampledChoices?
  ) -> Choice {
    let choice = MomentChooser(settings: settings).choose(from: summary)
    return WishedMoments(wishes, settings: settings, summary: summary)
      .fulfilled(resampled?.judging(choice, settings) ?? choice)
  }

  /// Most numbers that are told apart: what explaining costs must not grow with the audience.
  private static let steps = 128

  /// The least number from 1 to `most` that works, were they to work from some number on; of more
  /// than `steps` to within so many parts of them.
  func least(
    _ most: Int, ofSteps steps: Int = steps, _ works: (Int) throws -> Bool
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
}

extension ChangeSearch {
  private var audience: AlteredAudience { AlteredAudience(least) }

  /// Too few viewers: nothing else helps, and nothing else is said of so few.
  private func watching(_ window: Range<Double>) -> Change? {
    guard !Disclosure(settings).isTold(figures(window).viewers) else { return nil }
    return .watching(.init(least: settings.minimumViewers, evidence: settings.evidence))
  }

  /// The wishes without each of which a window would be chosen.
  private func inTheWay(of window: Range<Double>) -> [Wish] {
    wishes.filter { wish in
      let others = wishes.filter { $0 != wish }
      return isChosen(window, in: Self.choice(of: least, settings, others, resampled))
    }
  }

  private func rivals(of window: Range<Double>) -> [Change] {
    let own = MomentChooser(settings: settings).candidate(
      from: window.lowerBound, to: window.upperBound, in: summary)
    let reach = settings.minimumLength(forDuration: summary.duration)
    return now.candidates.enumerated().compactMap { index, rival in
      guard rival.evidence >= own.evidence, rival.start < window.upperBound + reach,
        rival.end > window.lowerBound - reach,
        works(window, audience.emptied(in: rival.coreStart..<rival.coreEnd))
      else { return nil }
      return .rival(
        .init(
          rank: index + 1, coreStart: rival.coreStart, coreEnd: rival.coreEnd,
          score: rival.score, ownScore: own.score))
    }
  }

  /// The fewest more who would have to react, if `others` more look at the one place as well.
  private func leastReacting(_ window: Range<Double>, and others: Int) -> Change.Reacting? {
    let bins = least.bins[audience.bins(of: window)]
    let base = others > 0 ? audience.held(more: others, in: window) : least
    let emotion = figures(window).emotion ?? mostCounted
    let altered = AlteredAudience(base)
    let idle = bins.map { Int((Double($0.withFace) - $0.reacting).rounded(.up)) }.max() ?? 0
    let more = least(idle) { works(window, altered.reacting(more: $0, with: emotion, in: window)) }
    return more.map {
      Change.Reacting(
        more: $0, of: upperHalf(bins.map(\.withFace)), now: figures(window).toldViewers ?? 0,
        emotion: emotion)
    }
  }

  /// The emotion with the greatest weight.
  private var mostCounted: Emotion {
    Emotion.allCases.max { settings.weights[$0] < settings.weights[$1] } ?? .happy
  }

  /// The fewest more who would have to look at the one place, if `others` more react as well.
  private func leastHeld(_ window: Range<Double>, and others: Int) -> Change.Held? {
    let bins = least.bins[audience.bins(of: window)]
    let base =
      others > 0
      ? audience.reacting(more: others, with: figures(window).emotion ?? mostCounted, in: window)
      : least
    let altered = AlteredAudience(base)
    let looks = upperHalf(bins.map(\.withGaze))
    let more = least(looks) { works(window, altered.held(more: $0, in: window)) }
    return more.map { more in
      let then = figures(window, of: audience.held(more: more, in: window))
      return Change.Held(
        more: more, of: looks, share: hundredths(then.toldHeld ?? 0),
        now: figures(window).toldHeld.map(hundredths))
    }
  }

  /// What would stand in the way of the best that this audience could do.
  private func blocked(_ window: Range<Double>) -> Change? {
    let all = summary.viewers
    let held = audience.held(more: all, in: window)
    let best = AlteredAudience(held).reacting(more: all, with: mostCounted, in: window)
    return choice(of: best).rejected.first {
      $0.start < window.upperBound && window.lowerBound < $0.end
    }.map { .blocked(reason: $0.reason) }
  }

  /// The fewest who would have to do both; of each side no more than are needed with the other.
  private func leastBoth(_ window: Range<Double>) -> Change? {
    guard let reacting = leastReacting(window, and: summary.viewers),
      let held = leastHeld(window, and: reacting.more)
    else { return nil }
    return .both(reacting, held)
  }

  /// The figures of a window.
  private func figures(
    _ window: Range<Double>, of altered: TimelineSummary? = nil
  ) -> WindowFigures {
    WindowFigures(audience.bins(of: window), of: altered ?? summary, settings)
  }
}
