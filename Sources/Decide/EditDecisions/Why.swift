/// The figures behind a moment; a side without evidence is `nil` and is left out when written.
package struct Why: Hashable, Sendable {
  /// `person` when a person chose the seconds, `wish` where a wish had its say in them or in how
  /// they are shown.
  package var chosenBy: String?
  /// The wishes that did, in their written form.
  package var wish: String?
  package var emotion: String?
  /// Mean share of the viewers who react at a time, 0…1.
  package var reactingShare: Double?
  /// How many react at a time, their mean.
  package var reactingViewers: Double?
  /// Seconds for which the reaction was sustained.
  package var sustainedSeconds: Double?
  /// Share of a new viewer's looks that a narrow window holds (`ModelSettings.windowShare`), placed
  /// by the others' looks, 0…1.
  package var held: Double?
  /// Share of fresh audiences of the same kind that find it again, 0…1: of `resamples` that were
  /// asked, one more found and one more not counted in (Laplace's rule of succession, 1774).
  package var sure: Double?
  /// How many resampled audiences were asked; `nil` if none were.
  package var resamples: Int?
  /// Viewers with usable gaze and face at once, in at least half of the core.
  package var viewers: Int
  /// What a platform counted of everybody, where that had its say.
  package var curve: CurveFigures?
  /// The detection that held most of the gathered gaze.
  package var sceneStealer: String?
  /// What it was framed by where too few looked, and for how long; `nil` where enough did.
  package var framedBy: String?
  /// When its clip was made, where an earlier decision stands; an ISO 8601 time.
  package var since: String?
  /// Which earlier clip it replaces, and why, in figures.
  package var replaces: String?
  /// Why the window begins where it does.
  package var startReason: String?
  /// Why the window ends where it does.
  package var endReason: String?
  /// Why it is shorter than the least length, in figures; `nil` where it is not.
  package var shortened: String?

  package init(
    chosenBy: String? = nil, emotion: String? = nil, reactingShare: Double? = nil,
    reactingViewers: Double? = nil, sustainedSeconds: Double? = nil, held: Double? = nil,
    viewers: Int, sceneStealer: String? = nil, startReason: String? = nil, endReason: String? = nil
  ) {
    self.chosenBy = chosenBy
    self.emotion = emotion
    self.reactingShare = reactingShare
    self.reactingViewers = reactingViewers
    self.sustainedSeconds = sustainedSeconds
    self.held = held
    self.viewers = viewers
    self.sceneStealer = sceneStealer
    self.startReason = startReason
    self.endReason = endReason
  }
}

extension Why: Described {
  static let object = ObjectForm<Why>(
    blank: Why(viewers: 0),
    fields: [
      .optional("emotion", \.emotion, .text, "The strongest emotion."),
      .optional(
        "reactingShare", \.reactingShare, .share,
        "Mean share of the viewers who react at a time."),
      .optional(
        "reactingViewers", \.reactingViewers, .meanViewers, "How many react at a time, their mean."),
      .optional(
        "sustainedSeconds", \.sustainedSeconds, .span, "How long the reaction was sustained."),
      .optional(
        "held", \.held, .share,
        "Share of a new viewer's looks that a window of .316 of the picture's longer side (9:16 of "
          + "16:9) holds, placed by the others' looks."),
      .optional(
        "sure", \.sure, .share, "Share of fresh audiences of the same kind that find it again."),
      .optional("resamples", \.resamples, .count, "How many resampled audiences were asked."),
      Field(
        "viewers", \.viewers, .count,
        "Viewers with usable data at once, in half of the core; left out where they are too few to "
          + "be told.",
        isRequired: false, omitted: 0),
      .optional(
        "curve", \.curve, CurveFigures.object.form,
        "What a platform counted of everybody, where that had its say; without viewers the moment "
          + "rests on it alone."),
      .optional("sceneStealer", \.sceneStealer, .text, "What held most of the gathered gaze."),
      .optional(
        "framedBy", \.framedBy, .text,
        "What stood in for looks where too few looked to be framed by, and for how long."),
      .optional(
        "chosenBy", \.chosenBy, .text,
        "person, when a person chose the seconds; wish, where a wish had its say."),
      .optional("wish", \.wish, .text, "The wishes that did, as `gazecut wish` takes them."),
      .optional(
        "since", \.since, .text,
        "When its clip was made, where an earlier decision stands as it was."),
      .optional("replaces", \.replaces, .text, "Which earlier clip it replaces, and why."),
      .optional("startReason", \.startReason, .text, "Why it begins where it does."),
      .optional("endReason", \.endReason, .text, "Why it ends where it does."),
      .optional(
        "shortened", \.shortened, .text,
        "Why it is shorter than the least length: which shots beside it stay out, and why."),
    ])
}

extension Why {
  /// How a reason begins that tells of a wish which cannot be.
  package static let refusal = "cannot be: "

  /// Notes a wish that had its say.
  package mutating func note(_ wish: Wish) {
    chosenBy = "wish"
    self.wish = (self.wish.map { $0 + "; " } ?? "") + "\(wish)"
  }

  /// Who chose, for a person to read; `nil` where the audience did.
  package var choosing: String? {
    chosenBy == nil ? nil : wish.map { "wished: \($0)" } ?? "chosen by a person"
  }

  /// Whether a person chose the seconds themselves, not only their edges or how they are shown.
  package var isByPerson: Bool {
    guard let wish else { return chosenBy != nil }
    return wish.split(separator: "; ").contains { $0.hasPrefix("always ") }
  }

  /// Leaves out how sure it is: nobody asks resampled audiences of a person's own seconds.
  package mutating func withoutSureness() { (sure, resamples) = (nil, nil) }

  /// How many of the audience react at a time, for a person to read; `nil` without faces.
  package var reacting: String? {
    guard let reactingShare else { return nil }
    // Faces are more or fewer than viewers of whom both sides are known: no share of those is told.
    let count = reactingViewers.map { " (\(Rounding.text($0, decimals: 1)) in the mean)" }
    return "\(Rounding.percent(reactingShare)) of the faces seen react at a time"
      + (count ?? "") + (emotion.map { ", mostly \($0)" } ?? "")
  }

  /// How sure it is, for a person to read; `nil` where nobody was asked.
  package var sureness: String? {
    guard let sure else { return nil }
    let share = Rounding.text(sure, decimals: 2)
    guard let resamples else { return "\(share) of audiences of the same kind find it again" }
    let found = max(0, Int((sure * Double(resamples + 2)).rounded()) - 1)
    return "\(share) (found again by \(found) of \(resamples) audiences of the same kind)"
  }
}
