internal import Audience
internal import EditDecisions

extension MomentChooser {
  /// Why a stretch is not a moment: each condition that failed, and by how much; `nil` when it is
  /// one.
  func refusal(of window: WindowFigures) -> String? {
    guard disclosure.isTold(window.viewers) else { return tooFew }
    var failed: [String] = []
    if settings.evidence != .gaze {
      let share = window.reactingShare ?? 0
      if share < settings.leastReaction {
        let (found, asked) = shares(share, below: settings.leastReaction)
        failed.append(
          "hardly anyone reacts\(named): \(found) of the viewers at a time, \(asked) asked")
      } else if window.reactingViewers < settings.leastReactingViewers {
        failed.append(
          "few react\(named): \(tenths(window.reactingViewers)) viewers at a time, "
            + "\(tenths(settings.leastReactingViewers)) asked")
      }
    }
    let held = window.held ?? 0
    if settings.evidence != .emotion, held < settings.leastHeld {
      let (found, asked) = shares(held, below: settings.leastHeld)
      failed.append("looks scattered: no window holds more than \(found) of them, \(asked) asked")
    }
    return failed.isEmpty ? nil : failed.joined(separator: "; ")
  }

  /// Why a stretch of few viewers is no moment: how few is not told.
  var tooFew: String {
    "\(disclosure.few) viewers with usable \(sides) in half of it (selection.minimumViewers)"
  }

  /// Why this video cannot give any moment, whatever its seconds are like.
  func hindrance(_ summary: TimelineSummary) -> String? {
    if summary.duration < 5 {
      return "the video is \(tenths(summary.duration)) s long (a moment needs at least 5)"
    }
    if settings.count == 0 { return "selection.count is 0" }
    if summary.viewers == 0 {
      return summary.excluded.isEmpty
        ? "no timelines of it are imported" : "nobody's session could be used"
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
    let atOnce = summary.bins.map { $0.count(settings.sides) }.max() ?? 0
    let most = summary.presences.isEmpty ? atOnce : .max
    if !disclosure.isTold(most) {
      return "\(disclosure.few) viewers with usable \(sides) at any time "
        + "(selection.minimumViewers)"
    }
    return nil
  }

  /// Why nothing was chosen although there was something to choose from.
  func dullness(_ rejected: [Rejection]) -> String {
    guard let nearest = rejected.first else {
      return "nothing stands out: "
        + (settings.evidence == .gaze
          ? "no stretch in which a frame holds more of the looks than usual"
          : "no stretch in which people react together")
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

  private var sides: String {
    switch settings.evidence {
    case .both: "gaze and face"
    case .emotion: "face"
    case .gaze: "gaze"
    }
  }
}

/// A share as it is written: two places.
func share(_ value: Double?) -> String {
  guard let value, value.isFinite else { return "unknown" }
  return Rounding.text(value, decimals: 2)
}

/// A share and the greater one that was asked for, with as many places as tell them apart.
func shares(_ found: Double, below asked: Double) -> (found: String, asked: String) {
  let two = (share(found), share(asked))
  guard two.0 == two.1, two.0 != "unknown" else { return two }
  let places = (3...6).first {
    Rounding.text(found, decimals: $0) != Rounding.text(asked, decimals: $0)
  }
  return (
    Rounding.text(found, decimals: places ?? 6), Rounding.text(asked, decimals: places ?? 6)
  )
}

/// A number with one place.
func tenths(_ value: Double) -> String { "\(Rounding.span(value))" }
