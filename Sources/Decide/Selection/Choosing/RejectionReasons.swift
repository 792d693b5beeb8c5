import Audience
import EditDecisions
import Support

/// The sentences that explain why a segment, or a whole video, has no moment.
package struct RejectionReasons: Sendable {
  private let settings: SelectionSettings
  private let disclosure: MinimumGroupRule

  init(_ settings: SelectionSettings) {
    (self.settings, disclosure) = (settings, MinimumGroupRule(settings))
  }

  /// The thresholds that a segment misses and by how much, as one sentence; `nil` if none.
  ///
  /// If a wider layout shows the segment, its gaze coverage of one vertical crop does not count.
  func refusal(of window: SegmentFigures, isShownWide: Bool = false) -> String? {
    guard disclosure.mayPublish(window.viewers) else { return tooFewViewers }
    var failed: [String] = []
    if settings.evidence != .gaze {
      if window.reactingShare ?? 0 < settings.leastReaction {
        failed.append(
          "too few viewers react\(emotionNames): "
            + missedRateText(window.publishedReactionRate, below: settings.leastReaction)
            + missingFacesNote(window))
      } else if window.reactingViewers < settings.leastReactingViewers {
        failed.append(
          "few react\(emotionNames): "
            + missedThresholdText(
              window.publishedReactingViewers, below: settings.leastReactingViewers,
              "viewers at a time", places: 1))
      }
    }
    if isScattered(window), !isShownWide {
      failed.append(
        "scattered gaze: one vertical window holds "
          + missedThresholdText(
            window.publishedGazeCoverage, below: settings.leastHeld, "of the gaze points"))
    }
    return failed.isEmpty ? nil : failed.joined(separator: "; ")
  }

  private func isScattered(_ window: SegmentFigures) -> Bool {
    settings.evidence != .emotion && window.held ?? 0 < settings.leastHeld
  }

  /// Explains why a wider layout is used; `nil` if one vertical crop covers enough gaze.
  func widerLayoutReason(by wide: WideSegment, _ window: SegmentFigures) -> String? {
    guard isScattered(window) else { return nil }
    let held = disclosure.share(wide.held, of: window.looks).map { Rounding.text($0, decimals: 2) }
    let name = wide.layout == "stack" ? "a split screen of two crops" : "a wide crop"
    return "\(name) contains \(held ?? "most") of the gaze points; one vertical crop contains "
      + missedThresholdText(window.publishedGazeCoverage, below: settings.leastHeld, "of them")
  }

  /// States how many time bins count as "no reaction" because too few viewers have a face in them.
  private func missingFacesNote(_ window: SegmentFigures) -> String {
    window.unfaced == 0
      ? ""
      : ", because \(window.unfaced) of \(window.length) time bins have \(disclosure.few) faces "
        + "and count as no reaction (selection.minimumViewers)"
  }

  /// The rejection reason for too few viewers, without their exact number.
  package var tooFewViewers: String {
    "\(disclosure.few) viewers with usable \(requiredData) in half of the segment "
      + "(selection.minimumViewers)"
  }

  /// The reason why no moment of this video is possible; `nil` if one is.
  func impossibilityReason(_ summary: TimelineSummary) -> String? {
    if summary.duration < settings.minimumCore {
      let least = Rounding.text(settings.minimumCore, decimals: 0)
      let lasts = distinguishableNumbers(summary.duration, settings.minimumCore, places: 1)[0]
      return "the video is \(lasts) s long (a moment needs at least \(least))"
    }
    if settings.count == 0 { return "selection.count is 0" }
    if settings.evidence == .curve { return reasonAgainstCurves(summary) }
    if summary.viewers == 0 {
      return summary.excluded.isEmpty
        ? "no sessions of this video are imported" + curveAdvice(summary)
        : "no session could be used"
    }
    if !disclosure.mayPublish(summary.viewers) {
      return "\(disclosure.few) viewers (selection.minimumViewers)"
    }
    let faces = summary.bins.contains { $0.withFace > 0 }
    let gaze = summary.bins.contains { $0.withGaze > 0 }
    if settings.evidence != .gaze, !faces {
      return missingFacesReason(summary) + "; to choose by gaze alone, set selection.evidence: gaze"
    }
    if settings.evidence != .emotion, !gaze {
      return "no session contains gaze; to choose by faces alone, set selection.evidence: emotion"
    }
    let known = summary.bins.count { $0.withFace > 0 }
    if settings.evidence != .gaze, known <= TimelineSummary.minimumKnownBins {
      let seconds = Double(TimelineSummary.minimumKnownBins) * TimeBins.length
      return "faces are known for \(tenths(Double(known) * TimeBins.length)) s, and more than "
        + "\(tenths(seconds)) s are needed; to choose by gaze alone, set selection.evidence: gaze"
    }
    let atOnce = summary.bins.map { $0.count(settings.evidence) }.max() ?? 0
    if !disclosure.mayPublish(atOnce) {
      return "\(disclosure.few) viewers with usable \(requiredData) at any time "
        + "(selection.minimumViewers)"
    }
    return nil
  }

  /// The reason why no segment became a moment, from the rejections, best first.
  func noMomentReason(_ rejected: [RejectedSegment]) -> String {
    guard let nearest = rejected.first else {
      if settings.evidence == .curve {
        return "no peak: no segment of the curve is above both its neighbours by more "
          + "than the curve's noise"
      }
      return "no moment: "
        + (settings.evidence == .gaze
          ? "in no segment is the gaze coverage far enough above the usual"
          : "in no segment do enough people react together")
    }
    return
      "no segment meets all thresholds; nearest at \(tenths(nearest.start)) s: \(nearest.reason)"
  }

  /// The reason why faces cannot be used: no session has faces, or none reports a counted emotion.
  private func missingFacesReason(_ summary: TimelineSummary) -> String {
    let reported = summary.reportedEmotions
    guard !reported.isEmpty else { return "no session contains faces" }
    func list(_ kinds: EmotionSet) -> String { kinds.emotions.map(\.name).joined(separator: ", ") }
    guard !settings.counted.isEmpty else { return "no emotion counts (selection.emotions)" }
    return "no session reports an emotion that counts: selection.emotions has "
      + "\(list(settings.counted)), the sessions report \(list(reported))"
  }

  /// The reason why selection cannot use any curve; `nil` if it can.
  private func reasonAgainstCurves(_ summary: TimelineSummary) -> String? {
    guard CurveEvidence(of: summary, settings).isEmpty else { return nil }
    guard let curve = summary.curves.first else {
      return "no engagement curve of this video is imported (`gazecut import curve`); to choose by "
        + "viewers, set selection.evidence: both, emotion or gaze"
    }
    let step = curve.step(inVideoOf: summary.duration)
    if step > settings.maximumLength {
      let texts = distinguishableNumbers(step, settings.maximumLength, places: 1)
      return "\(curve.source.words) has a point every \(texts[0]) s, but a moment lasts at most "
        + "\(texts[1]) s (selection.maximumLength)"
    }
    if curve.countsPeople, curve.points.count >= CurvePeakTest.minimumPointCount {
      return "\(curve.source.words): at no time do \(settings.minimumViewers) people write within "
        + "\(Int(EngagementCurve.chatPause)) s (selection.minimumViewers)"
    }
    if let people = curve.people, !disclosure.mayPublish(people) {
      return "\(curve.source.words) counts \(disclosure.few) people (selection.minimumViewers)"
    }
    return "\(curve.source.words) has too few points to distinguish a peak from noise"
  }

  /// A hint that a curve could be used instead of viewers; empty if there is no curve.
  private func curveAdvice(_ summary: TimelineSummary) -> String {
    summary.curves.isEmpty
      ? "" : ", but an engagement curve is; to choose by it alone, set selection.evidence: curve"
  }

  /// The counted emotions in brackets; empty if they are the default ones.
  private var emotionNames: String {
    guard settings.counted != SelectionSettings().counted else { return "" }
    return " (\(settings.counted.emotions.map(\.name).joined(separator: ", ")))"
  }

  private var requiredData: String { settings.evidence.sides }
}

/// A figure and the threshold that it misses: `0.12 of the viewers, 0.15 needed`, or `under 0.15 of
/// the viewers` if it may not be published exactly.
func missedThresholdText(
  _ found: Double?, below asked: Double, _ whole: String, places: Int = 2
) -> String {
  guard let found, found < asked else {
    return "under \(Rounding.text(asked, decimals: places)) \(whole)"
  }
  let texts = distinguishableNumbers(found, asked, places: places)
  return "\(texts[0]) \(whole), \(texts[1]) needed"
}

/// A reaction rate and the threshold that it misses: `12 % at a time (needed 15 %)`, or `under 15 %
/// at a time` if it may not be published exactly.
private func missedRateText(_ found: Double?, below asked: Double) -> String {
  guard let found, found < asked else {
    return "under \(Rounding.text(asked * 100, decimals: 0)) % at a time"
  }
  let texts = distinguishableNumbers(found * 100, asked * 100, places: 0)
  return "\(texts[0]) % at a time (needed \(texts[1]) %)"
}

/// Two numbers as text, with the fewest decimals (at most six) that show their difference.
package func distinguishableNumbers(_ first: Double, _ second: Double, places: Int) -> [String] {
  let texts = [first, second].map { Rounding.text($0, decimals: places) }
  return texts[0] != texts[1] || places == 6
    ? texts : distinguishableNumbers(first, second, places: places + 1)
}

func tenths(_ value: Double) -> String { "\(Rounding.span(value))" }
