import Support

/// The figures and reasons behind a moment.
///
/// Gaze or face figures are `nil`, and not written, without such data.
package struct MomentReasons: Hashable, Sendable {
  /// `person` if the user chose the times; `wish` if a wish affected the times or the framing.
  ///
  /// It is `nil` if the audience alone decided.
  package var chosenBy: String?
  /// The wishes that affected the moment, in their written form, separated by `; `.
  package var wish: String?
  package var emotion: String?
  package var reactingShare: Double?
  package var reactingViewers: Double?
  package var sustainedSeconds: Double?
  /// Gaze coverage: share of a new viewer's gaze points inside a vertical window, 0…1.
  ///
  /// The window (`ModelSettings.windowShare`) is placed by other viewers' gaze.
  package var held: Double?
  /// Confidence: share of resampled audiences that find the moment again, 0…1.
  ///
  /// It is smoothed by Laplace's rule of succession (1774): (found + 1) / (`resamples` + 2).
  package var sure: Double?
  package var resamples: Int?
  package var viewers: Int
  package var savedBy: String?
  package var curve: EngagementCurveFigures?
  package var sceneStealer: String?
  package var framedBy: String?
  package var since: String?
  package var replaces: String?
  package var startReason: String?
  package var endReason: String?
  package var shortened: String?

  package init(
    chosenBy: String? = nil, emotion: String? = nil, reactingShare: Double? = nil,
    reactingViewers: Double? = nil, sustainedSeconds: Double? = nil, held: Double? = nil,
    viewers: Int, sceneStealer: String? = nil, startReason: String? = nil, endReason: String? = nil
  ) {
    (self.chosenBy, self.emotion, self.reactingShare) = (chosenBy, emotion, reactingShare)
    (self.reactingViewers, self.sustainedSeconds) = (reactingViewers, sustainedSeconds)
    (self.held, self.viewers, self.sceneStealer) = (held, viewers, sceneStealer)
    (self.startReason, self.endReason) = (startReason, endReason)
  }
}

extension MomentReasons: JSONDocumentObject {
  static let object = JSONObjectFormat<MomentReasons>(
    blank: MomentReasons(viewers: 0),
    fields: [
      .optional("emotion", \.emotion, .text, "The strongest emotion."),
      .optional(
        "reactingShare", \.reactingShare, .share,
        "Reaction rate: share of viewers reacting at a time, averaged over the core."),
      .optional(
        "reactingViewers", \.reactingViewers, .meanViewers,
        "Mean number of viewers reacting at a time."),
      .optional(
        "sustainedSeconds", \.sustainedSeconds, .span,
        "Seconds during which the reaction was sustained."),
      .optional(
        "held", \.held, .share,
        "Gaze coverage: share of a new viewer's gaze points inside a vertical 9:16 window (0.316 "
          + "of the longer side of a 16:9 frame) that other viewers' gaze places."),
      .optional(
        "sure", \.sure, .share,
        "Confidence: share of resampled audiences that find the moment again."),
      .optional("resamples", \.resamples, .count, "Number of resampled audiences."),
      Field(
        "viewers", \.viewers, .count,
        "Number of viewers with usable gaze and face data in half of the core; left out if it is "
          + "too small to publish.", isRequired: false, omitted: 0),
      .optional(
        "curve", \.curve, EngagementCurveFigures.object.form,
        "A platform's engagement curve that affected the moment. Without viewers, it is the only "
          + "basis."),
      .optional(
        "savedBy", \.savedBy, .text,
        "Layout that makes this a moment although one vertical crop contains too little of the gaze: "
          + "a split screen or a wide crop, with what each contains."),
      .optional(
        "sceneStealer", \.sceneStealer, .text,
        "The detected object with most of the clustered gaze points."),
      .optional(
        "framedBy", \.framedBy, .text,
        "The data that replaced gaze for the framing if too few viewers looked, and for how long."),
      .optional(
        "chosenBy", \.chosenBy, .text,
        "person if a person chose the times; wish if a wish affected the moment."),
      .optional(
        "wish", \.wish, .text, "The wishes that affected the moment, as for `gazecut wish`."),
      .optional(
        "since", \.since, .text,
        "When the clip was made (ISO 8601), if an earlier decision is kept unchanged."),
      .optional("replaces", \.replaces, .text, "The clip that this one replaces, and why."),
      .optional("startReason", \.startReason, .text, "Why the moment starts where it does."),
      .optional("endReason", \.endReason, .text, "Why the moment ends where it does."),
      .optional(
        "shortened", \.shortened, .text,
        "Why it is shorter than the minimum length: which neighbouring shots were left out, and why."
      ),
    ])
}

extension MomentReasons {
  /// Prefix of the reason if a wish cannot be fulfilled.
  package static let refusal = "cannot be: "

  /// Text on the wish or user decision that chose the moment; `nil` if the audience alone did.
  package var choosing: String? {
    chosenBy == nil ? nil : wish.map { "wished: \($0)" } ?? "chosen by a person"
  }

  /// Whether the user chose the times themselves, and not only the edges or the framing.
  package var isChosenByPerson: Bool {
    guard let wish else { return chosenBy != nil }
    return wish.split(separator: "; ").contains { $0.hasPrefix("always ") }
  }

  /// Removes the confidence, because it does not apply to times that the user chose.
  package mutating func removeConfidence() { (sure, resamples) = (nil, nil) }

  /// The reaction rate as text; `nil` without faces.
  package var reacting: String? {
    guard let reactingShare else { return nil }
    // Do not give a total: the number of faces differs from `viewers`, who need gaze as well.
    let count = reactingViewers.map { " (\(Rounding.text($0, decimals: 1)) viewers)" }
    return "on average \(Rounding.percent(reactingShare)) of the visible faces react"
      + (count ?? "") + (emotion.map { ", mostly \($0)" } ?? "")
  }

  /// The confidence as text; `nil` if it is unknown.
  package var confidenceText: String? {
    guard let sure else { return nil }
    let share = Rounding.text(sure, decimals: 2)
    guard let resamples else { return "\(share) of resampled audiences find it again" }
    let found = max(0, Int((sure * Double(resamples + 2)).rounded()) - 1)
    return "\(share) (found again by \(found) of \(resamples) resampled audiences)"
  }
}
