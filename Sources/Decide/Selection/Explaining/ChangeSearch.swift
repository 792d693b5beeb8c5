package import Audience
package import EditDecisions

/// Finds changes that would make selection choose a window, by running selection repeatedly.
///
/// For each kind of change it finds the smallest step that works, by binary search: if more viewers
/// react, a window is never rated lower. The next smaller step was verified to fail. For large
/// audiences a step is several viewers.
///
/// The search uses the smallest audience with the same published figures
/// (`TimelineSummary.least`), so a step reveals no more than those figures. What resampled
/// audiences choose with other settings is expensive to compute. So only `selection.count` is
/// searched with them; values of other settings are verified with them once.
package struct ChangeSearch {
  private let summary: TimelineSummary
  /// Selection with the current settings.
  private let trial: ChoiceTrial
  private let now: Choice
  /// The smallest audience with the same published figures.
  private let least: TimelineSummary
  private let settingSearch: SettingSearch

  /// Length in seconds of the range examined around a time that has no segment.
  private static let around = 10.0

  /// Creates a search for changes of a choice by the current settings.
  ///
  /// `placed` are moments that were added after cuts made room for them.
  package init(
    summary: TimelineSummary, settings: SelectionSettings, overrides: (any ChoiceOverrides)? = nil,
    resampled: ResampledChoices? = nil, trials: ResampledChoiceCache? = nil,
    placed: [Candidate] = []
  ) {
    let trial = ChoiceTrial(settings: settings, overrides: overrides, resampled: resampled)
    var now = trial.choice(of: summary)
    now.candidates = MomentChooser.best(now.candidates + placed)
    for candidate in placed { now.replaceReason(candidate, nil) }
    let least = summary.least(MinimumGroupRule(settings))
    (self.summary, self.trial, self.now, self.least) = (summary, trial, now, least)
    settingSearch = SettingSearch(
      summary: summary, least: least, trial: trial, resampledChoices: trials, now: now)
  }

  private var settings: SelectionSettings { trial.settings }

  /// The range around a play time, in seconds, that could become the core of a moment.
  ///
  /// It is the rejected segment that contains the time, or 10 s around it between chosen cores.
  package func window(around time: Double) -> Range<Double> {
    if let refusal = now.rejection(at: time), refusal.end > refusal.start {
      return refusal.start..<refusal.end
    }
    let lowest = now.candidates.map(\.coreEnd).filter { $0 <= time }.max() ?? 0
    let highest =
      now.candidates.map(\.coreStart).filter { $0 > time }.min() ?? summary.duration
    let length = min(highest - lowest, max(Self.around, settings.minimumCore))
    let start = min(max(lowest, time - length / 2), highest - length)
    return start..<max(start, start + length)
  }

  /// The changes that would each make selection choose a window in seconds, most useful first.
  ///
  /// The result is empty if the window is chosen already. Settings that are not in `settable` are
  /// left out, because the user cannot change them.
  ///
  /// - Throws: errors of aggregating resampled audiences.
  package func changes(for window: Range<Double>, settable: Set<String> = []) throws -> [Change] {
    guard !window.isEmpty, !now.covers(window) else { return [] }
    if settings.evidence != .curve, let change = missingViewers(window) { return [change] }
    // If only a wish excludes the window, no change of the audience is needed.
    let kept = blockingWishes(of: window)
    guard kept.isEmpty else { return kept.map(Change.wish) }
    // If the window is good enough but not among the best, only `selection.count` must change.
    if settable.contains("selection.count"), let count = try settingSearch.count(window) {
      return [.setting(count)]
    }
    var found = audienceChanges(window)
    found += try settingSearch.changes(window, settable: settable).map(Change.setting)
    // No single change helps. With a curve alone this is never reported: counts of a platform
    // cannot change.
    return found.isEmpty && settings.evidence != .curve
      ? [remainingRejection(window)].compactMap(\.self) : found
  }

  /// The changes in the behaviour of viewers.
  private func audienceChanges(_ window: Range<Double>) -> [Change] {
    let asked = settings.evidence
    let reacting = asked == .both || asked == .emotion ? leastReacting(window, and: 0) : nil
    let held = asked == .both || asked == .gaze ? leastHeld(window, and: 0) : nil
    let both = reacting == nil && held == nil && asked == .both ? leastBoth(window) : nil
    return rivals(of: window)
      + [reacting.map(Change.reacting), held.map(Change.held), both].compactMap(\.self)
  }

  /// The change for a window with too few viewers; then no other change is reported.
  private func missingViewers(_ window: Range<Double>) -> Change? {
    guard !MinimumGroupRule(settings).mayPublish(figures(window).viewers) else { return nil }
    return .watching(.init(least: settings.minimumViewers, evidence: settings.evidence))
  }

  /// The wishes that each prevent a window from being chosen.
  private func blockingWishes(of window: Range<Double>) -> [String] {
    (trial.overrides?.removingEachRule ?? []).compactMap { wish, others in
      var without = trial
      without.overrides = others
      return without.choice(of: least).covers(window) ? wish : nil
    }
  }

  /// Whether selection chooses a window from a changed audience.
  private func works(_ window: Range<Double>, _ altered: TimelineSummary) -> Bool {
    trial.choice(of: altered).covers(window)
  }

  private func rivals(of window: Range<Double>) -> [Change] {
    let own = MomentChooser(settings: settings).candidate(
      from: window.lowerBound, to: window.upperBound, in: summary)
    let reach = settings.minimumLength(forDuration: summary.duration)
    return now.candidates.enumerated().compactMap { index, rival in
      guard rival.evidence >= own.evidence, rival.start < window.upperBound + reach,
        rival.end > window.lowerBound - reach,
        works(window, least.withoutViewers(in: rival.coreStart..<rival.coreEnd))
      else { return nil }
      return .rival(
        .init(
          rank: index + 1, coreStart: rival.coreStart, coreEnd: rival.coreEnd,
          score: rival.score, ownScore: own.score))
    }
  }

  /// The smallest number of additional viewers who must react, if `others` more look at one place.
  private func leastReacting(_ window: Range<Double>, and others: Int) -> Change.MoreReacting? {
    let bins = least.bins[least.bins(of: window)]
    let base = others > 0 ? least.held(more: others, in: window) : least
    let emotion = emotion(of: window)
    let idle = bins.map { Int((Double($0.withFace) - $0.reacting).rounded(.up)) }.max() ?? 0
    let more = smallestStep(upTo: idle) {
      works(window, base.reacting(more: $0, with: emotion, in: window))
    }
    return more.map {
      Change.MoreReacting(
        more: $0, of: upperHalf(bins.map(\.withFace)),
        now: figures(window).publishedReactingViewers ?? 0, emotion: emotion)
    }
  }

  private var heaviestEmotion: Emotion {
    Emotion.allCases.max { settings.weights[$0] < settings.weights[$1] } ?? .happy
  }

  private func emotion(of window: Range<Double>) -> Emotion {
    figures(window).emotion ?? heaviestEmotion
  }

  /// The smallest number of additional viewers who must look at one place, if `others` more react.
  private func leastHeld(_ window: Range<Double>, and others: Int) -> Change.MoreGazeCoverage? {
    let bins = least.bins[least.bins(of: window)]
    let base =
      others > 0 ? least.reacting(more: others, with: emotion(of: window), in: window) : least
    let looks = upperHalf(bins.map(\.withGaze))
    let more = smallestStep(upTo: looks) { works(window, base.held(more: $0, in: window)) }
    return more.map { more in
      let then = figures(window, of: least.held(more: more, in: window))
      return Change.MoreGazeCoverage(
        more: more, of: looks, share: hundredths(then.publishedGazeCoverage ?? 0),
        now: figures(window).publishedGazeCoverage.map(hundredths))
    }
  }

  /// The reason for rejection that would remain even with the best possible audience.
  private func remainingRejection(_ window: Range<Double>) -> Change? {
    let all = summary.viewers
    let held = least.held(more: all, in: window)
    let best = held.reacting(more: all, with: heaviestEmotion, in: window)
    return trial.choice(of: best).rejected.first {
      $0.start < window.upperBound && window.lowerBound < $0.end
    }.map { .blocked(reason: $0.reason) }
  }

  /// The smallest numbers of viewers if both changes are needed together.
  private func leastBoth(_ window: Range<Double>) -> Change? {
    guard let reacting = leastReacting(window, and: summary.viewers),
      let held = leastHeld(window, and: reacting.more)
    else { return nil }
    return .both(reacting, held)
  }

  private func figures(
    _ window: Range<Double>, of altered: TimelineSummary? = nil
  ) -> SegmentFigures {
    SegmentFigures(least.bins(of: window), of: altered ?? summary, settings)
  }
}
