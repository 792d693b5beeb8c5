internal import Audience
internal import EditDecisions

extension MomentChooser {
  /// Why a segment is not a moment: each threshold that it misses, and by how much; `nil` if it
  /// misses none.
  func refusal(of window: WindowFigures) -> String? {
    guard disclosure.isTold(window.viewers) else { return tooFew }
    var failed: [String] = []
    if settings.evidence != .gaze {
      if window.reactingShare ?? 0 < settings.leastReaction {
        failed.append(
          "hardly anyone reacts\(named): "
            + tooLittle(
              window.toldShare, below: settings.leastReaction, "of the viewers at a time")
            + unfaced(window))
      } else if window.reactingViewers < settings.leastReactingViewers {
        failed.append(
          "few react\(named): "
            + tooLittle(
              window.toldViewers, below: settings.leastReactingViewers, "viewers at a time",
              places: 1))
      }
    }
    if settings.evidence != .emotion, window.held ?? 0 < settings.leastHeld {
      failed.append(
        "scattered gaze: one vertical window holds "
          + tooLittle(window.toldHeld, below: settings.leastHeld, "of the gaze points"))
    }
    return failed.isEmpty ? nil : failed.joined(separator: "; ")
  }

  /// What counts as nobody's reaction, for too few faces tell it.
  private func unfaced(_ window: WindowFigures) -> String {
    window.unfaced == 0
      ? ""
      : ", where \(window.unfaced) of its \(window.length) half seconds count as none: "
        + "\(disclosure.few) faces (selection.minimumViewers)"
  }

  /// Why a stretch of few viewers is no moment: how few is not told.
  package var tooFew: String {
    "\(disclosure.few) viewers with usable \(sides) in half of it (selection.minimumViewers)"
  }

  /// Why this video cannot give any moment, whatever its seconds are like.
  func hindrance(_ summary: TimelineSummary) -> String? {
    if summary.duration < settings.leastCore {
      let least = Rounding.text(settings.leastCore, decimals: 0)
      let lasts = apart(summary.duration, settings.leastCore, places: 1)[0]
      return "the video is \(lasts) s long (a moment needs at least \(least))"
    }
    if settings.count == 0 { return "selection.count is 0" }
    if settings.evidence == .curve { return curveHindrance(summary) }
    if summary.viewers == 0 {
      return summary.excluded.isEmpty
        ? "no timelines of it are imported" + curveAdvice(summary)
        : "nobody's session could be used"
    }
    if !disclosure.isTold(summary.viewers) {
      return "\(disclosure.few) viewers (selection.minimumViewers)"
    }
    let faces = summary.bins.contains { $0.withFace > 0 }
    let gaze = summary.bins.contains { $0.withGaze > 0 }
    if settings.evidence != .gaze, !faces {
      return untoldFaces(summary) + "; selection.evidence: gaze chooses by gaze alone"
    }
    if settings.evidence != .emotion, !gaze {
      return "the sessions tell nothing of gaze; "
        + "selection.evidence: emotion chooses by faces alone"
    }
    let known = summary.bins.count { $0.withFace > 0 }
    if settings.evidence != .gaze, known <= TimelineSummary.leastKnownBins {
      let seconds = Double(TimelineSummary.leastKnownBins) * HalfSeconds.length
      return "faces are known for \(tenths(Double(known) * HalfSeconds.length)) s; agreement needs "
        + "more than \(tenths(seconds)) s. selection.evidence: gaze chooses by gaze alone"
    }
    let atOnce = summary.bins.map { $0.count(settings.evidence) }.max() ?? 0
    if !disclosure.isTold(atOnce) {
      return "\(disclosure.few) viewers with usable \(sides) at any time "
        + "(selection.minimumViewers)"
    }
    return nil
  }

  /// Why nothing was chosen although there was something to choose from.
  func dullness(_ rejected: [Rejection]) -> String {
    guard let nearest = rejected.first else {
      if settings.evidence == .curve { return Self.flat }
      return "nothing stands out: "
        + (settings.evidence == .gaze
          ? "in no stretch does a frame hold enough more of the looks than usual"
          : "in no stretch do enough people react together")
    }
    return "nothing reaches far enough; nearest at \(tenths(nearest.start)) s: \(nearest.reason)"
  }

  /// In whose words nothing is known of faces: there are none, or they never tell what counts.
  private func untoldFaces(_ summary: TimelineSummary) -> String {
    let told = summary.toldClasses
    guard !told.isEmpty else { return "the sessions tell nothing of faces" }
    func list(_ kinds: EmotionSet) -> String { kinds.emotions.map(\.name).joined(separator: ", ") }
    guard !settings.counted.isEmpty else { return "no emotion counts (selection.emotions)" }
    return "no face tells what counts: selection.emotions has \(list(settings.counted)), "
      + "the sessions tell \(list(told))"
  }

  /// The emotions that count, where a library wants others than most do.
  private var named: String {
    func counted(_ settings: SelectionSettings) -> [Emotion] {
      Emotion.allCases.filter { settings.emotions[$0, default: 0] > 0 }
    }
    let own = counted(settings)
    guard own != counted(SelectionSettings()) else { return "" }
    return " (\(own.map(\.name).joined(separator: ", ")))"
  }

  private var sides: String { settings.evidence.sides }
}

/// A figure and the threshold that it misses, for example `0.12 of the viewers, 0.15 needed`.
///
/// If the figure may not be published exactly: `under 0.15 of the viewers`.
func tooLittle(
  _ found: Double?, below asked: Double, _ whole: String, places: Int = 2
) -> String {
  guard let found, found < asked else {
    return "under \(Rounding.text(asked, decimals: places)) \(whole)"
  }
  let texts = apart(found, asked, places: places)
  return "\(texts[0]) \(whole), \(texts[1]) needed"
}

/// Two numbers with so many places, or with as many more, up to six, as tell them apart.
func apart(_ first: Double, _ second: Double, places: Int) -> [String] {
  let texts = [first, second].map { Rounding.text($0, decimals: places) }
  return texts[0] != texts[1] || places == 6 ? texts : apart(first, second, places: places + 1)
}

/// A number with one place.
func tenths(_ value: Double) -> String { "\(Rounding.span(value))" }
