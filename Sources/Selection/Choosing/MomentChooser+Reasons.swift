internal import Audience
internal import EditDecisions

/// What is usual in a video, shares of the audience.
struct Usual: Hashable, Sendable {
  /// Median share of the gaze in the densest cluster.
  var gathered: Double
  /// Median share of those who react at a time.
  var reacting: Double
  /// How often the middle of the picture is looked at.
  var middle = MiddleHabit()

  /// What is asked of a moment's reaction beyond what is asked anywhere: an audience that laughs at
  /// anything has to laugh more at something.
  var excess: Double {
    let constants = middle.constants
    let habit = min(reacting, 2 * constants.habitualReaction - reacting)
    return constants.habitFactor * max(0, habit - constants.ordinaryReaction)
  }
}

extension MomentChooser {
  /// Why a stretch is not a moment, in a line of figures; `nil` when it is one.
  func refusal(
    of stretch: Stretch, _ window: WindowFigures, usual: Usual
  ) -> String? {
    let why = window.why(settings.evidence)
    guard disclosure.isTold(why.viewers) else { return tooFew }
    if settings.evidence != .emotion {
      if stretch.kind == .reaction || window.z < settings.leastGatheringZ {
        // Above chance is no news in a video that always holds the eye.
        let chance = window.gatheredByChance ?? 0
        let places =
          usual.gathered > chance + 0.05 ? ", \(share(usual.gathered)) usual in this video" : ""
        return "gaze scattered: \(share(window.gatheredShare)) gathered, "
          + "\(share(window.gatheredByChance)) by chance\(places)"
      }
    }
    guard settings.evidence != .gaze else { return rest(in: window, usual) ?? weakness(of: window) }
    if stretch.kind == .gathering, window.reaction >= settings.leastReaction {
      return "\(wanted) that does not stand out: \(share(window.reaction)) of the audience"
    }
    if window.reaction < settings.leastReaction {
      let (found, asked) = shares(window.reaction, below: settings.leastReaction)
      return "hardly \(wanted): \(found) of the audience; \(asked) is asked for anywhere"
    }
    if window.reaction < settings.leastReaction + usual.excess {
      let (found, asked) = shares(window.reaction, below: settings.leastReaction + usual.excess)
      return "\(wanted) as usual: \(found) of the audience, "
        + "\(share(usual.reacting)) usual in this video; \(asked) is asked for there"
    }
    if window.reactingViewers < settings.leastReactingViewers {
      return "\(wanted) of few: \(tenths(window.reactingViewers)) viewers at a time; "
        + "\(tenths(settings.leastReactingViewers)) are asked for anywhere"
    }
    return rest(in: window, usual) ?? weakness(of: window)
  }

  /// Why a gathering at the middle is none: eyes rest there in this video whatever happens.
  private func rest(in window: WindowFigures, _ usual: Usual) -> String? {
    guard settings.evidence != .emotion, usual.middle.explains(window) else { return nil }
    return "gaze at the middle as usual: \(share(window.gatheredShare)) gathered, "
      + "\(share(usual.gathered)) usual in this video; at the middle for "
      + "\(share(usual.middle.usual)) of the time without a reaction"
  }

  /// Why a stretch of few viewers is no moment: how few is not told.
  var tooFew: String {
    "\(disclosure.few) viewers with usable \(sides) in half of it (selection.minimumViewers)"
  }

  /// Why a window is too little to be a moment anywhere, however dull the rest of the video is.
  private func weakness(of window: WindowFigures) -> String? {
    let score = window.score(settings.evidence)
    guard score < settings.leastScore else { return nil }
    let reaction = "\(share(window.reaction)) reacting"
    let gathering = "\(share(window.gatheredShare)) gathered"
    let figures =
      switch settings.evidence {
      case .both: "\(reaction), \(gathering)"
      case .emotion: reaction
      case .gaze: gathering
      }
    let (found, asked) = shares(score, below: settings.leastScore)
    return "too little as a whole: score \(found) (\(figures)); \(asked) is asked for anywhere"
  }

  /// Why this video cannot give any moment, whatever its seconds are like.
  func hindrance(_ summary: TimelineSummary, _ figures: [BinFigures]) -> String? {
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
    let faces = figures.contains { $0.withFace > 0 }
    let gaze = figures.contains { $0.withGaze > 0 }
    if settings.evidence != .gaze, !faces {
      return untoldFaces(summary) + "; selection.evidence: gaze chooses by gaze alone"
    }
    if settings.evidence != .emotion, !gaze {
      return "the sessions tell nothing of gaze; "
        + "selection.evidence: emotion chooses by faces alone"
    }
    let most = summary.presences.isEmpty ? figures.map { self.usable($0) }.max() ?? 0 : .max
    if !disclosure.isTold(most) {
      return "\(disclosure.few) viewers with usable \(sides) at any time "
        + "(selection.minimumViewers)"
    }
    return nil
  }

  /// Why nothing was chosen although there was something to choose from.
  func dullness(_ rejected: [Rejection]) -> String {
    guard let nearest = rejected.first else {
      return "nothing stands out: no stretch with more than usual \(sides)"
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

  private func usable(_ figures: BinFigures) -> Int {
    switch settings.evidence {
    case .both: figures.withBoth
    case .emotion: figures.withFace
    case .gaze: figures.withGaze
    }
  }

  /// What counts, in words; named where a library wants other emotions than most do.
  private var wanted: String {
    func counted(_ settings: SelectionSettings) -> [Emotion] {
      Emotion.allCases.filter { settings.emotions[$0, default: 0] > 0 }
    }
    let own = counted(settings)
    if own == counted(SelectionSettings()) { return "a reaction" }
    return "a reaction (\(own.map(\.name).joined(separator: ", ")))"
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
